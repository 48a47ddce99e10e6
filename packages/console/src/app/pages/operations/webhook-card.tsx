import type { WebhookEndpointEntry } from '@avow/contract/webhooks';
import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { texts } from '../../texts.ts';

export function WebhookCard() {
  const endpoints = useList('listWebhookEndpoints');
  return (
    <Card
      title={operationTexts.webhooks}
      actions={
        <Link to="/settings" search={{ tab: 'webhooks' }} className="small">
          {texts.pages.settings}
        </Link>
      }
    >
      <Loaded reading={endpoints}>
        {(found) =>
          found.length === 0 ? (
            <p className="quiet">{operationTexts.noWebhooks}</p>
          ) : (
            <ul className="stack tight">
              {found.map((endpoint) => (
                <EndpointRow key={endpoint.endpoint_id} endpoint={endpoint} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: WebhookEndpointEntry }) {
  const params = { endpoint_id: endpoint.endpoint_id };
  const pending = useList('listWebhookDeliveries', { params, query: { status: 'pending', limit: 100 } });
  const dead = useList('listWebhookDeliveries', { params, query: { status: 'dead', limit: 100 } });
  const countOf = (list: typeof pending) => `${list.data?.length ?? 0}${list.hasNextPage ? '+' : ''}`;
  return (
    <li className="row between wrap">
      <span className="clip">{endpoint.url}</span>
      <span className="row">
        <Badge tone={endpoint.status === 'enabled' ? 'good' : 'quiet'}>
          {endpoint.status === 'enabled' ? settingsTexts.enabled : settingsTexts.disabled}
        </Badge>
        <Badge>{`${operationTexts.pending} ${countOf(pending)}`}</Badge>
        <Badge
          tone={(dead.data?.length ?? 0) > 0 ? 'bad' : 'quiet'}
        >{`${operationTexts.dead} ${countOf(dead)}`}</Badge>
      </span>
    </li>
  );
}
