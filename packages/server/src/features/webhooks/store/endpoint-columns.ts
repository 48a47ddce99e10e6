import type { EndpointId } from '@avow/foundation';
import { columnsOf } from '@avow/storage';
import type { EndpointChanges, WebhookEndpoint, WebhookStore } from '../webhook-store.ts';

/** The unencrypted columns of an endpoint, without its tenant. */
export interface ClearEndpoint {
  readonly endpoint_id: EndpointId;
  readonly description: string;
  /** A JSON array, or null. */
  readonly event_types: string | null;
  readonly content_by: WebhookEndpoint['contentBy'];
  readonly status: WebhookEndpoint['status'];
  readonly disabled_reason: WebhookEndpoint['disabledReason'];
  readonly created_at_ms: number;
  readonly created_by: WebhookEndpoint['createdBy'];
  readonly updated_at_ms: number;
  readonly failing_since_ms: number | null;
  readonly failed_attempts: number;
  readonly previous_until_ms: number | null;
}

/** What is sealed of an endpoint: the path of an address may be as secret as a password. */
export interface EndpointSecrets {
  readonly url: string;
  readonly secret: string;
  readonly previous: string | null;
}

/** An endpoint as passed between threads, unsealed. */
export interface OpenEndpoint extends ClearEndpoint {
  readonly secrets: EndpointSecrets;
}

/** A row of `webhook_endpoints`. */
export interface EndpointColumns extends ClearEndpoint {
  readonly tenant_id: string;
  readonly secret_no: number;
  readonly sealed: Uint8Array;
}

export const clearEndpointColumns = columnsOf<ClearEndpoint>()([
  'endpoint_id',
  'description',
  'event_types',
  'content_by',
  'status',
  'disabled_reason',
  'created_at_ms',
  'created_by',
  'updated_at_ms',
  'failing_since_ms',
  'failed_attempts',
  'previous_until_ms',
]);

export const endpointColumns = columnsOf<EndpointColumns>()([
  ...clearEndpointColumns,
  'tenant_id',
  'secret_no',
  'sealed',
]);

export function encodeEndpoint(
  endpoint: Parameters<WebhookStore['createEndpoint']>[1],
  secret: string,
): OpenEndpoint {
  return {
    endpoint_id: endpoint.endpointId,
    description: endpoint.description,
    event_types: encodeTypes(endpoint.eventTypes),
    content_by: endpoint.contentBy,
    ...{ status: 'enabled', disabled_reason: null },
    created_at_ms: endpoint.createdAtMs,
    created_by: endpoint.createdBy,
    updated_at_ms: endpoint.updatedAtMs,
    ...{ failing_since_ms: null, failed_attempts: 0, previous_until_ms: null },
    secrets: { url: endpoint.url, secret, previous: null },
  };
}

function encodeTypes(types: readonly string[] | null): string | null {
  return types === null ? null : JSON.stringify(types);
}

export function decodeEndpoint(row: OpenEndpoint): WebhookEndpoint {
  return {
    endpointId: row.endpoint_id,
    url: row.secrets.url,
    description: row.description,
    eventTypes: row.event_types === null ? null : JSON.parse(row.event_types),
    contentBy: row.content_by,
    status: row.status,
    disabledReason: row.disabled_reason,
    createdAtMs: row.created_at_ms,
    createdBy: row.created_by,
    updatedAtMs: row.updated_at_ms,
    failingSinceMs: row.failing_since_ms,
    previousUntilMs: row.previous_until_ms,
  };
}

/** An endpoint after a change by a caller. One that is enabled again has failed at nothing. */
export function changeEndpoint(before: OpenEndpoint, changes: EndpointChanges, atMs: number): OpenEndpoint {
  const { url, description, eventTypes, contentBy, status } = changes;
  const afresh = { disabled_reason: null, failing_since_ms: null, failed_attempts: 0 } as const;
  return {
    ...before,
    updated_at_ms: atMs,
    ...(url === undefined ? {} : { secrets: { ...before.secrets, url } }),
    ...(description === undefined ? {} : { description }),
    ...(eventTypes === undefined ? {} : { event_types: encodeTypes(eventTypes) }),
    ...(contentBy === undefined ? {} : { content_by: contentBy }),
    ...(status === 'enabled' ? { status, ...afresh } : {}),
    ...(status === 'disabled' && before.status === 'enabled' ? { status, disabled_reason: 'request' } : {}),
  };
}
