import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { settingsTexts } from '../../texts/settings.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

const chatEvents = [
  ...['message.in_review', 'message.review_overdue', 'handover.requested'],
  ...['content_source.failing', 'content_source.waiting'],
  ...['service.degraded', 'service.recovered', 'webhook.test'],
];

export function NewWebhook({ isOpen, onClose, onSecret }: Props) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [hasContent, setContent] = useState(false);
  const [format, setFormat] = useState('event');
  const isChat = format !== 'event';
  const create = useChange('createWebhookEndpoint');
  const submit = () =>
    create.mutate(
      {
        body: {
          ...{ url: url.trim(), description: description.trim(), format },
          // A chat is for what somebody has to do; what else there is can be chosen over the API.
          ...(isChat ? { event_types: chatEvents } : { include_content: hasContent }),
        },
      },
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
      <SelectField
        label={settingsTexts.webhookFormat}
        hint={isChat ? settingsTexts.chatEventsHint : undefined}
        value={format}
        onChange={setFormat}
        options={Object.entries(settingsTexts.webhookFormats).map(([value, label]) => ({ value, label }))}
      />
      {isChat ? null : (
        <Checkbox label={settingsTexts.includeContent} isSelected={hasContent} onChange={setContent} />
      )}
      <FormFault error={create.error} />
    </Dialog>
  );
}
