import type { EndpointId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openLasting, openText, sealBytes } from '@avow/storage/sealing';
import {
  type ClearEndpoint,
  clearEndpoints,
  type EndpointSecrets,
  type OpenEndpoint,
} from './endpoint-columns.ts';

/** Sorts after every id. */
export const afterAllEndpoints = 'whe_~';

/** More than a tenant can have. */
const endpointsReadMax = 1000;

interface SealedEndpoint extends ClearEndpoint {
  readonly wrapped: Uint8Array;
  readonly sealed: Uint8Array;
}

/** Reads endpoints and opens what is sealed of them. */
export function prepareEndpoints(statements: Statements, keys: KeyRing) {
  const { read, dialect } = statements;
  const fromSql = `SELECT ${clearEndpoints.columns.join(', ')}, kept.secret AS wrapped, sealed
    FROM webhook_endpoints JOIN lasting_secrets AS kept USING (${dialect.joinBy('secret_no')}) WHERE tenant_id = ?`;
  const get = read<SealedEndpoint>(`${fromSql} AND endpoint_id = ?`);
  const list = read<SealedEndpoint>(`${fromSql} AND endpoint_id < ? ORDER BY endpoint_id DESC LIMIT ?`);
  const openOne = (key: Buffer, { wrapped, sealed, ...clear }: SealedEndpoint): OpenEndpoint => ({
    ...clear,
    secrets: readSecrets(clear, openText(openLasting(key, wrapped), 'webhook', sealed)),
  });
  /** One that is damaged is shown as such, so that it can be found and deleted, and must not hide the others. */
  const showOne = (key: Buffer, row: SealedEndpoint): OpenEndpoint => {
    try {
      return openOne(key, row);
    } catch {
      const { wrapped: _wrapped, sealed: _sealed, ...clear } = row;
      const secrets = { url: '', secret: '', previous: null };
      return { ...clear, isDamaged: true, secrets };
    }
  };
  function* show(tenantId: string, rows: readonly SealedEndpoint[]): Operation<OpenEndpoint[]> {
    if (rows.length === 0) return [];
    const key = yield* keys.get(tenantId);
    return rows.map((row) => showOne(key, row));
  }
  return {
    /** To be changed. Throws if it is damaged. */
    *get(tenantId: string, endpointId: string): Operation<OpenEndpoint | null> {
      const row = yield* get.first(tenantId, endpointId);
      return row === null ? null : openOne(yield* keys.get(tenantId), row);
    },
    *find(tenantId: string, endpointId: string): Operation<OpenEndpoint | null> {
      const [endpoint = null] = yield* show(tenantId, yield* get.all(tenantId, endpointId));
      return endpoint;
    },
    /** All that are enabled, and the ids of those that are damaged. */
    *listEnabled(tenantId: string): Operation<{ open: OpenEndpoint[]; damaged: EndpointId[] }> {
      const found: { open: OpenEndpoint[]; damaged: EndpointId[] } = { open: [], damaged: [] };
      const rows = yield* list.all(tenantId, afterAllEndpoints, endpointsReadMax);
      if (rows.length === 0) return found;
      const key = yield* keys.get(tenantId);
      for (const row of rows.filter(({ status }) => status === 'enabled')) {
        try {
          found.open.push(openOne(key, row));
        } catch {
          found.damaged.push(row.endpoint_id);
        }
      }
      return found;
    },
    *list(tenantId: string, page: { before: string; limit: number }): Operation<OpenEndpoint[]> {
      return yield* show(tenantId, yield* list.all(tenantId, page.before, page.limit));
    },
  };
}

type Decisive = Pick<ClearEndpoint, 'endpoint_id' | 'content_by' | 'event_types' | 'format' | 'status'>;

/** What decides what is sent: sealed as well, so that nobody has content sent by a change of the columns. */
const decisiveOf = ({ endpoint_id, content_by, event_types, format }: Decisive) => [
  ...[endpoint_id, content_by, event_types, format],
];

export function sealEndpoint(secret: Uint8Array, { secrets, ...clear }: OpenEndpoint): Buffer {
  const sealed = { ...secrets, decisive: decisiveOf(clear), isEnabled: clear.status === 'enabled' };
  return sealBytes(secret, 'webhook', JSON.stringify(sealed));
}

/** Only what `sealEndpoint` wrote is ever sealed as such. The service itself may disable an endpoint without sealing it anew. */
function readSecrets(clear: Decisive, text: string): EndpointSecrets {
  const { decisive, isEnabled, ...secrets } = JSON.parse(text);
  const isSame = JSON.stringify(decisive) === JSON.stringify(decisiveOf(clear));
  if (isSame && (isEnabled || clear.status === 'disabled')) return secrets;
  throw new Error('an endpoint was changed outside the service');
}
