import type { Row } from '@avow/storage';
import type { EndpointChanges, WebhookEndpoint, WebhookStore } from '../webhook-store.ts';
import { webhookEndpoints } from './webhook-tables.ts';

/** The unencrypted columns of an endpoint, without its tenant. */
export const clearEndpoints = webhookEndpoints.without('tenant_id', 'secret_no', 'sealed');
export type ClearEndpoint = Row<typeof clearEndpoints>;

/** What is sealed of an endpoint: the path of an address may be as secret as a password. */
export interface EndpointSecrets {
  readonly url: string;
  readonly secret: string;
  readonly previous: string | null;
}

/** An endpoint, unsealed. */
export interface OpenEndpoint extends ClearEndpoint {
  readonly secrets: EndpointSecrets;
  /** It did not open: it is shown without its secrets, and never sent to. */
  readonly isDamaged?: true;
}

export function encodeEndpoint(
  endpoint: Parameters<WebhookStore['createEndpoint']>[1],
  secret: string,
): OpenEndpoint {
  const { url, createdAtMs } = endpoint;
  const clear = clearEndpoints.encode({
    ...endpoint,
    ...{ status: 'enabled' as const, disabledReason: null, updatedAtMs: createdAtMs },
    ...{ failingSinceMs: null, failedAttempts: 0, previousUntilMs: null },
  });
  return { ...clear, secrets: { url, secret, previous: null } };
}

export function decodeEndpoint({ secrets, isDamaged, ...row }: OpenEndpoint): WebhookEndpoint {
  const { failedAttempts: _, ...endpoint } = clearEndpoints.decode(row);
  const damaged = { status: 'disabled', disabledReason: 'damaged' } as const;
  return { ...endpoint, url: secrets.url, ...(isDamaged ? damaged : {}) };
}

const { encode: encodeTypes } = clearEndpoints.only('event_types');

/** An endpoint after a change by a caller. One that is enabled again has failed at nothing. */
export function changeEndpoint(before: OpenEndpoint, changes: EndpointChanges, atMs: number): OpenEndpoint {
  const { url, description, eventTypes, contentBy, status } = changes;
  const afresh = { disabled_reason: null, failing_since_ms: null, failed_attempts: 0 } as const;
  return {
    ...before,
    updated_at_ms: atMs,
    ...(url === undefined ? {} : { secrets: { ...before.secrets, url } }),
    ...(description === undefined ? {} : { description }),
    ...(eventTypes === undefined ? {} : encodeTypes({ eventTypes })),
    ...(contentBy === undefined ? {} : { content_by: contentBy }),
    ...(status === 'enabled' ? { status, ...afresh } : {}),
    ...(status === 'disabled' && before.status === 'enabled' ? { status, disabled_reason: 'request' } : {}),
  };
}
