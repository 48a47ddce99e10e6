import type { WebhookEndpointEntry } from '@avow/contract/webhooks';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { LoadedList } from '../../design/loaded.tsx';
import { Badge, Card, Empty } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { eventName } from '../../texts/webhooks.ts';
import { texts } from '../../texts.ts';
import { NewWebhook } from './new-webhook.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

export function WebhooksTab() {
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const endpoints = useList('listWebhookEndpoints');
  return (
    <div className="stack">
      <div>
        <Button look="primary" onPress={() => setNew(true)}>
          {settingsTexts.newWebhook}
        </Button>
      </div>
      <LoadedList
        list={endpoints}
        empty={
          <Empty title={settingsTexts.webhookEmpty}>
            <p>{settingsTexts.webhookEmptyHint}</p>
          </Empty>
        }
      >
        {(found) => (
          <div className="stack">
            {found.map((endpoint) => (
              <Endpoint key={endpoint.endpoint_id} endpoint={endpoint} onSecret={setSecret} />
            ))}
          </div>
        )}
      </LoadedList>
      <NewWebhook isOpen={isNew} onClose={() => setNew(false)} onSecret={setSecret} />
      <SecretDialog
        title={settingsTexts.secretTitle}
        hint={settingsTexts.secretHint}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </div>
  );
}

interface EndpointProps {
  readonly endpoint: WebhookEndpointEntry;
  readonly onSecret: (secret: string) => void;
}

function Endpoint({ endpoint, onSecret }: EndpointProps) {
  const [isDeleting, setDeleting] = useState(false);
  const params = { endpoint_id: endpoint.endpoint_id };
  const update = useChange('updateWebhookEndpoint');
  const rotate = useChange('rotateWebhookSecret');
  const test = useChange('testWebhookEndpoint');
  const remove = useChange('deleteWebhookEndpoint');
  const named = (action: string) => texts.actionOf(action, endpoint.url);
  const isOn = endpoint.status === 'enabled';
  return (
    <Card
      title={endpoint.url}
      actions={
        <>
          {endpoint.failing_since === null ? null : <Badge tone="bad">{settingsTexts.failing}</Badge>}
          <Badge tone={isOn ? 'good' : 'quiet'}>
            {isOn ? settingsTexts.enabled : settingsTexts.disabled}
          </Badge>
          <Button
            look="small"
            aria-label={named(settingsTexts.test)}
            isDisabled={!isOn}
            onPress={() =>
              test.mutate({ params, body: {} }, { onSuccess: () => notify(settingsTexts.tested) })
            }
          >
            {settingsTexts.test}
          </Button>
          <Button
            look="small"
            aria-label={named(settingsTexts.rotate)}
            onPress={() =>
              rotate.mutate({ params, body: {} }, { onSuccess: ({ secret }) => onSecret(secret) })
            }
          >
            {settingsTexts.rotate}
          </Button>
          <Button
            look="small"
            aria-label={named(isOn ? settingsTexts.turnOff : settingsTexts.turnOn)}
            onPress={() => update.mutate({ params, body: { status: isOn ? 'disabled' : 'enabled' } })}
          >
            {isOn ? settingsTexts.turnOff : settingsTexts.turnOn}
          </Button>
          <Button
            look={['small', 'danger']}
            aria-label={named(texts.actions.delete)}
            onPress={() => setDeleting(true)}
          >
            {texts.actions.delete}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="quiet">{endpoint.description}</p>
        {endpoint.format === 'event' ? null : (
          <p className="small">{settingsTexts.webhookFormats[endpoint.format]}</p>
        )}
        <p className="small">{endpoint.event_types?.map(eventName).join(', ') ?? settingsTexts.allEvents}</p>
        <WebhookDeliveries endpointId={endpoint.endpoint_id} />
      </div>
      <Confirm
        title={settingsTexts.deleteTitle}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => remove.mutate({ params })}
        action={texts.actions.delete}
        isDanger
        isBusy={remove.isPending}
        error={remove.error}
      >
        <p>{settingsTexts.deleteHint}</p>
      </Confirm>
    </Card>
  );
}
