import type { NamedText } from '@avow/ledger-log';
import type { Operation, Row, Statements } from '@avow/storage';
import { intoTable, setColumns } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { type LastingSecrets, wipeLastingSql } from '@avow/storage/sealing';
import type { Attribution } from '../../keys/access-store.ts';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { EndpointChanges } from '../webhook-store.ts';
import { changeEndpoint, type OpenEndpoint } from './endpoint-columns.ts';
import { prepareEndpoints, sealEndpoint } from './open-endpoints.ts';
import { webhookEndpoints } from './webhook-tables.ts';

export interface CreateEndpointCall {
  readonly tenantId: string;
  readonly endpoint: OpenEndpoint;
  readonly endpointsMax: number;
}

export interface EndpointCall extends Attribution {
  readonly tenantId: string;
  readonly endpointId: string;
}

export interface UpdateEndpointCall extends EndpointCall {
  readonly changes: EndpointChanges;
}

export interface RotateSecretCall extends EndpointCall {
  readonly secret: string;
  readonly previousUntilMs: number;
}

export interface WebhookParts {
  readonly keys: KeyRing;
  readonly lasting: LastingSecrets;
  readonly log: LogAppends;
  readonly onTextRemoved: () => void;
}

/** What a change writes: everything but the number of the secret. */
const written = webhookEndpoints.without('secret_no');

/** Takes the outcome, the tenant and the endpoint. */
export const killPendingSql = `UPDATE webhook_deliveries SET status = 'dead', outcome = ?
  WHERE tenant_id = ? AND endpoint_id = ? AND status = 'pending'`;

function prepareStatements(all: Statements) {
  const { read, change, write } = all;
  return {
    count: read<{ readonly count: number }>(
      'SELECT count(*) AS count FROM webhook_endpoints WHERE tenant_id = ?',
    ),
    findSecret: read<{ readonly secret_no: number }>(
      'SELECT secret_no FROM webhook_endpoints WHERE tenant_id = ? AND endpoint_id = ?',
    ),
    insert: write<Row<typeof webhookEndpoints>>(
      `INSERT ${intoTable('webhook_endpoints', webhookEndpoints.columns)}`,
    ),
    update: write<Row<typeof written>>(
      `UPDATE webhook_endpoints SET ${setColumns(written.without('tenant_id', 'endpoint_id').columns)}
       WHERE tenant_id = :tenant_id AND endpoint_id = :endpoint_id`,
    ),
    killPending: change(killPendingSql),
    wipe: change(wipeLastingSql(all, '?')),
    remove: change('DELETE FROM webhook_endpoints WHERE tenant_id = ? AND endpoint_id = ?'),
  };
}

/** What the log says of a change: what was changed and never to what, because an address may be a secret. */
function detailsOf(changes: EndpointChanges): NamedText[] {
  const names = { url: 'url', description: 'description', eventTypes: 'event_types', contentBy: 'content' };
  const changed = Object.entries(names).filter(([name]) => name in changes);
  const details: NamedText[] = [];
  if (changed.length > 0) details.push(['changed', changed.map(([, name]) => name).join(' ')]);
  if (changes.contentBy !== undefined) details.push(['content', changes.contentBy === null ? 'off' : 'on']);
  if (changes.status !== undefined) details.push(['status', changes.status]);
  return details;
}

/** The writer's operations on webhook endpoints. All checks come before the first write. */
export function createEndpointWrites(all: Statements, { keys, lasting, log, onTextRemoved }: WebhookParts) {
  const statements = prepareStatements(all);
  const endpoints = prepareEndpoints(all, keys);

  function* put(tenantId: string, endpoint: OpenEndpoint): Operation<void> {
    const { secrets: _secrets, isDamaged: _, ...clear } = endpoint;
    const found = yield* statements.findSecret.first(tenantId, clear.endpoint_id);
    if (found === null) throw new Error('an endpoint has lost its secret');
    const secret = yield* lasting.open(tenantId, found.secret_no);
    yield* statements.update.put({ ...clear, tenant_id: tenantId, sealed: sealEndpoint(secret, endpoint) });
  }

  function* note(call: EndpointCall, state: string, details: readonly NamedText[]): Operation<void> {
    const { tenantId, endpointId: subject, atMs, actor } = call;
    yield* log.appendEvent(tenantId, { kind: 'webhook', subject, state, atMs, actor, details });
  }

  return {
    /** False: there are as many as there may be. */
    *createWebhookEndpoint({ tenantId, endpoint, endpointsMax }: CreateEndpointCall): Operation<boolean> {
      if (((yield* statements.count.first(tenantId))?.count ?? 0) >= endpointsMax) return false;
      const { secrets: _secrets, isDamaged: _, ...clear } = endpoint;
      const { secret, secretNo } = yield* lasting.make(tenantId);
      const sealed = sealEndpoint(secret, endpoint);
      yield* statements.insert.put({ ...clear, tenant_id: tenantId, secret_no: secretNo, sealed });
      const { endpoint_id: endpointId, created_at_ms: atMs, created_by: actor, content_by } = clear;
      const content = content_by === null ? 'off' : 'on';
      yield* note({ tenantId, endpointId, atMs, actor }, 'created', [['content', content]]);
      return true;
    },
    *updateWebhookEndpoint(call: UpdateEndpointCall): Operation<OpenEndpoint | null> {
      const { tenantId, endpointId, changes, atMs } = call;
      const before = yield* endpoints.get(tenantId, endpointId);
      if (before === null) return null;
      const after = changeEndpoint(before, changes, atMs);
      yield* put(tenantId, after);
      if (after.status === 'disabled' && before.status === 'enabled')
        yield* statements.killPending.put('endpoint_disabled', tenantId, endpointId);
      yield* note(call, 'changed', detailsOf(changes));
      return after;
    },
    *deleteWebhookEndpoint(call: EndpointCall): Operation<boolean> {
      const { tenantId, endpointId } = call;
      const found = yield* statements.findSecret.first(tenantId, endpointId);
      if (found === null) return false;
      yield* statements.remove.put(tenantId, endpointId);
      yield* statements.wipe.put(found.secret_no);
      yield* note(call, 'deleted', []);
      onTextRemoved();
      return true;
    },
    *rotateWebhookSecret(call: RotateSecretCall): Operation<OpenEndpoint | null> {
      const { tenantId, endpointId, secret, previousUntilMs, atMs } = call;
      const before = yield* endpoints.get(tenantId, endpointId);
      if (before === null) return null;
      const { url, secret: previous } = before.secrets;
      const isKept = previousUntilMs > atMs;
      const after: OpenEndpoint = {
        ...before,
        updated_at_ms: atMs,
        previous_until_ms: isKept ? previousUntilMs : null,
        secrets: { url, secret, previous: isKept ? previous : null },
      };
      yield* put(tenantId, after);
      yield* note(call, 'secret_rotated', []);
      return after;
    },
    /** After the overlap of a rotation. */
    *dropPreviousSecret([tenantId, endpointId, nowMs]: readonly [
      tenantId: string,
      endpointId: string,
      nowMs: number,
    ]): Operation<void> {
      const found = yield* endpoints.get(tenantId, endpointId);
      if (found?.previous_until_ms == null || found.previous_until_ms > nowMs) return;
      const secrets = { ...found.secrets, previous: null };
      yield* put(tenantId, { ...found, previous_until_ms: null, secrets });
    },
  };
}
