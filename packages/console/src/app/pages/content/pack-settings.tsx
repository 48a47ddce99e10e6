import type { ContentPack } from '@avow/contract/content';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CopyId } from '../../design/copy.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { FactList } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';

export function PackSettings({ pack }: { readonly pack: ContentPack }) {
  const navigate = useNavigate();
  const [name, setName] = useState(pack.name);
  const [description, setDescription] = useState(pack.description);
  const [typed, setTyped] = useState<string | null>(null);
  const update = useChange('updateContentPack');
  const remove = useChange('deleteContentPack');
  const params = { pack_id: pack.id };
  return (
    <div className="stack wide">
      <FactList rows={[[contentTexts.packId, <CopyId key="id" id={pack.id} />]]} />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate(
            { params, body: { name: name.trim(), description: description.trim() } },
            { onSuccess: () => notify(texts.saved) },
          );
        }}
      >
        <TextField
          label={contentTexts.name}
          value={name}
          onChange={setName}
          isRequired
          fault={faultOf(update.error, '/name')}
        />
        <TextField label={contentTexts.description} rows={3} value={description} onChange={setDescription} />
        <FormFault error={update.error} />
        <div>
          <Button type="submit" look="primary" isBusy={update.isPending}>
            {texts.actions.save}
          </Button>
        </div>
      </form>
      <div className="stack">
        <h2>{contentTexts.deletePack}</h2>
        <p className="quiet">{contentTexts.deletePackHint}</p>
        <div>
          <Button look="danger" onPress={() => setTyped('')}>
            {contentTexts.deletePack}
          </Button>
        </div>
      </div>
      <Confirm
        title={contentTexts.deletePack}
        isOpen={typed !== null}
        onClose={() => setTyped(null)}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                notify(contentTexts.packDeleted);
                void navigate({ to: '/content' });
              },
            },
          )
        }
        action={texts.actions.delete}
        isDanger
        isBusy={remove.isPending}
        isDisabled={typed !== pack.name}
        error={remove.error}
      >
        <p>{contentTexts.deletePackHint}</p>
        <TextField
          label={contentTexts.deletePackConfirm(pack.name)}
          value={typed ?? ''}
          onChange={setTyped}
        />
      </Confirm>
    </div>
  );
}
