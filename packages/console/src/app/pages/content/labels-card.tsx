import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';

interface Props {
  readonly packId: string;
  readonly id: string;
  readonly owner: string | null;
  /** Null: they are edited elsewhere. */
  readonly tags: readonly string[] | null;
}

/** Who looks after a document or pair: no part of versions, so that it applies at once. */
export function LabelsCard({ packId, id, owner, tags }: Props) {
  const [name, setName] = useState(owner ?? '');
  const [tagged, setTagged] = useState((tags ?? []).join(', '));
  const change = useChange('changeItems');
  const save = () => {
    const wanted = splitList(tagged);
    const before = tags ?? [];
    change.mutate(
      {
        params: { pack_id: packId },
        body: {
          item_ids: [id],
          owner: name.trim() === '' ? null : name.trim(),
          ...(tags === null
            ? {}
            : {
                add_tags: wanted.filter((tag) => !before.includes(tag)),
                remove_tags: before.filter((tag) => !wanted.includes(tag)),
              }),
        },
      },
      { onSuccess: () => notify(texts.saved) },
    );
  };
  return (
    <Card title={tags === null ? contentTexts.owner : contentTexts.labels}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={contentTexts.owner}
          hint={contentTexts.ownerHint}
          value={name}
          onChange={setName}
          fault={faultOf(change.error, '/owner')}
        />
        {tags === null ? null : (
          <TextField
            label={contentTexts.tags}
            hint={contentTexts.tagsHint}
            value={tagged}
            onChange={setTagged}
            fault={faultOf(change.error, '/add_tags')}
          />
        )}
        <FormFault error={change.error} />
        <div className="row">
          <Button type="submit" isBusy={change.isPending}>
            {texts.actions.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
