import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { More } from '../../design/more.tsx';
import { Badge, type Tone } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { deliveryOutcome, eventName } from '../../texts/webhooks.ts';
import { texts } from '../../texts.ts';

const readAgainMs = 4_000;
const tones: Readonly<Record<string, Tone>> = { delivered: 'good', dead: 'bad', pending: 'info' };

/** What was sent to an endpoint, and how that ended. */
export function WebhookDeliveries({ endpointId }: { readonly endpointId: string }) {
  const params = { endpoint_id: endpointId };
  const deliveries = useList(
    'listWebhookDeliveries',
    { params, query: { limit: 10 } },
    { every: readAgainMs },
  );
  const redeliver = useChange('redeliverWebhook');
  const found = deliveries.data ?? [];
  if (found.length === 0) return null;
  return (
    <>
      <Table
        caption={settingsTexts.deliveries}
        columns={[
          settingsTexts.event,
          settingsTexts.status,
          { title: settingsTexts.attempts, isEnd: true },
          settingsTexts.outcome,
          settingsTexts.when,
          { title: settingsTexts.redeliver, isUnseen: true },
        ]}
      >
        {found.map((delivery) => (
          <tr key={delivery.event_id}>
            <td title={delivery.type}>{eventName(delivery.type)}</td>
            <td>
              <Badge tone={tones[delivery.status] ?? 'quiet'}>
                {settingsTexts.deliveryStatuses[delivery.status] ?? delivery.status}
              </Badge>
            </td>
            <td className="end">{delivery.attempts}</td>
            <td>{deliveryOutcome(delivery.outcome, delivery.response_status)}</td>
            <td className="nums">{formatDateTime(delivery.created_at)}</td>
            <td>
              {delivery.status === 'dead' ? (
                <Button
                  look="small"
                  aria-label={texts.actionOf(settingsTexts.redeliver, eventName(delivery.type))}
                  onPress={() =>
                    redeliver.mutate({ params: { ...params, event_id: delivery.event_id }, body: {} })
                  }
                >
                  {settingsTexts.redeliver}
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </Table>
      <More list={deliveries} />
    </>
  );
}
