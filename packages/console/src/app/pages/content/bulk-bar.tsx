import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import { SelectAll } from './select-row.tsx';
import type { RowSelection } from './use-selection.ts';

const t = contentTexts.bulk;

interface Props {
  readonly packId: string;
  readonly selection: RowSelection;
  /** Everything that can be chosen now. */
  readonly shown: readonly string[];
}

/** What can be done with everything that is chosen. */
export function BulkBar({ packId, selection, shown }: Props) {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const remove = useChange('removeItems');
  const { ids } = selection;
  const close = () => setOpen(null);
  const drop = () =>
    remove.mutate(
      { params: { pack_id: packId }, body: { item_ids: ids } },
      {
        onSuccess: ({ changed }) => {
          notify(t.removed(changed));
          selection.clear();
          close();
        },
      },
    );
  return (
    <div className="row wrap">
      <SelectAll selection={selection} ids={shown} />
      <span className="small quiet" role="status">
        {t.chosen(ids.length)}
      </span>
      {ids.length === 0 ? null : (
        <>
          <Button look="small" onPress={() => setOpen('change')}>
            {t.change}
          </Button>
          <Button look={['small', 'danger']} onPress={() => setOpen('remove')}>
            {t.remove}
          </Button>
        </>
      )}
      {open === 'change' ? <ChangeDialog packId={packId} selection={selection} onClose={close} /> : null}
      <Confirm
        title={t.removeTitle(ids.length)}
        isOpen={open === 'remove'}
        onClose={close}
        onConfirm={drop}
        action={texts.actions.delete}
        isDanger
        isBusy={remove.isPending}
        error={remove.error}
      >
        <p>{t.removeHint}</p>
      </Confirm>
    </div>
  );
}

function ChangeDialog({
  packId,
  selection,
  onClose,
}: Omit<Props, 'shown'> & { readonly onClose: () => void }) {
  const [owner, setOwner] = useState('');
  const [isOwnerGone, setOwnerGone] = useState(false);
  const [add, setAdd] = useState('');
  const [drop, setDrop] = useState('');
  const [hasGroups, setHasGroups] = useState(false);
  const [groups, setGroups] = useState('');
  const change = useChange('changeItems');
  const [addTags, removeTags] = [splitList(add), splitList(drop)];
  const body = {
    item_ids: selection.ids,
    ...(isOwnerGone ? { owner: null } : owner.trim() === '' ? {} : { owner: owner.trim() }),
    ...(addTags.length === 0 ? {} : { add_tags: addTags }),
    ...(removeTags.length === 0 ? {} : { remove_tags: removeTags }),
    ...(hasGroups ? { groups: splitList(groups) } : {}),
  };
  const submit = () =>
    change.mutate(
      { params: { pack_id: packId }, body },
      {
        onSuccess: ({ changed }) => {
          notify(t.changed(changed));
          selection.clear();
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={t.changeTitle(selection.ids.length)}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: texts.actions.save, isBusy: change.isPending }}
    >
      <TextField
        label={contentTexts.owner}
        hint={t.ownerHint}
        value={owner}
        onChange={setOwner}
        fault={faultOf(change.error, '/owner')}
      />
      <Checkbox label={t.noOwner} isSelected={isOwnerGone} onChange={setOwnerGone} />
      <TextField label={t.addTags} hint={t.tagsHint} value={add} onChange={setAdd} />
      <TextField label={t.removeTags} hint={t.tagsHint} value={drop} onChange={setDrop} />
      <Checkbox label={t.setGroups} isSelected={hasGroups} onChange={setHasGroups} />
      {hasGroups ? (
        <TextField
          label={contentTexts.groups}
          hint={contentTexts.groupsHint}
          value={groups}
          onChange={setGroups}
          fault={faultOf(change.error, '/groups')}
        />
      ) : null}
      <FormFault error={change.error} />
    </Dialog>
  );
}
