import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { settingsTexts } from '../../texts/settings.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

export function NewWebhook({ isOpen, onClose, onSecret }: Props) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [hasContent, setContent] = useState(false);
  const create = useChange('createWebhookEndpoint');
  const submit = () =>
    create.mutate(
      { body: { url: url.trim(), description: description.trim(), include_content: hasContent } },
      {
        onSuccess: ({ secret }) => {
          setUrl('');
          setDescription('');
          onClose();
          onSecret(secret);
        },
      },
    );
  return (
    <Dialog
      title={settingsTexts.newWebhook}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: settingsTexts.create, isBusy: create.isPending }}
    >
      <TextField
        label={settingsTexts.url}
        type="url"
        value={url}
        onChange={setUrl}
        isRequired
        placeholder="https://"
        fault={faultOf(create.error, '/url')}
      />
      <TextField label={settingsTexts.description} value={description} onChange={setDescription} />
      <Checkbox label={settingsTexts.includeContent} isSelected={hasContent} onChange={setContent} />
      <FormFault error={create.error} />
    </Dialog>
  );
}
