import type { EndpointId, TenantId } from '@avow/foundation';
import { assertPage, type OperationsFor, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import type { WebhookStore } from '../webhook-store.ts';
import { decodeEndpoint } from './endpoint-columns.ts';
import { afterAllEndpoints, prepareEndpoints } from './open-endpoints.ts';
import { deliveries } from './webhook-tables.ts';

export const deliveriesSql = `SELECT ${deliveries.columns.join(', ')} FROM webhook_deliveries
  WHERE tenant_id = ? AND endpoint_id = ?`;

/**
 * Takes a tenant, the time and a limit. Tenants with pending deliveries are found by one step of the index each, however many deliveries they
 * have; an endpoint whose deliveries all wait for a later attempt takes one step too.
 */
const dueSql = `WITH RECURSIVE waiting (tenant_id) AS (
    SELECT min(tenant_id) FROM webhook_deliveries WHERE status = 'pending' AND tenant_id > ?
    UNION ALL
    SELECT (SELECT min(later.tenant_id) FROM webhook_deliveries AS later
            WHERE later.status = 'pending' AND later.tenant_id > waiting.tenant_id)
    FROM waiting WHERE waiting.tenant_id IS NOT NULL
  )
  SELECT tenants.tenant_id FROM waiting JOIN tenants ON tenants.tenant_id = waiting.tenant_id
  WHERE tenants.status = 'active' AND EXISTS (
    SELECT 1 FROM webhook_endpoints AS to_endpoint WHERE to_endpoint.tenant_id = tenants.tenant_id AND EXISTS (
      SELECT 1 FROM webhook_deliveries AS due
      WHERE due.tenant_id = to_endpoint.tenant_id AND due.endpoint_id = to_endpoint.endpoint_id
        AND due.status = 'pending' AND due.due_at_ms <= ?))
  LIMIT ?`;

/** The reader's operations on webhooks. */
export function createWebhookReads(statements: Statements, keys: KeyRing) {
  const { read } = statements;
  const endpoints = prepareEndpoints(statements, keys);
  const get = read(`${deliveriesSql} AND event_id = ?`, deliveries.decode);
  const listIf = (condition: string) =>
    read(`${deliveriesSql} AND ${condition} AND seq < ? ORDER BY seq DESC LIMIT ?`, deliveries.decode);
  // A status in the statement itself lets the few dead ones be found by their index.
  const list = {
    all: listIf('true'),
    pending: listIf("status = 'pending'"),
    delivered: listIf("status = 'delivered'"),
    dead: listIf("status = 'dead'"),
  };
  const listDue = read(dueSql, (row: { readonly tenant_id: TenantId }) => row.tenant_id);
  const count = read<{ readonly pending: number }>(
    "SELECT count(*) AS pending FROM webhook_deliveries WHERE status = 'pending'",
  );
  const listRotated = read<{ readonly tenant_id: TenantId; readonly endpoint_id: EndpointId }>(
    `SELECT tenant_id, endpoint_id FROM webhook_endpoints
     WHERE previous_until_ms IS NOT NULL AND previous_until_ms <= ? LIMIT ?`,
  );
  const reads = {
    *getEndpoint(tenantId, endpointId) {
      const found = yield* endpoints.find(tenantId, endpointId);
      return found === null ? null : decodeEndpoint(found);
    },
    *listEndpoints(tenantId, { before, limit }) {
      assertPage(limit);
      const found = yield* endpoints.list(tenantId, { before: before ?? afterAllEndpoints, limit });
      return found.map(decodeEndpoint);
    },
    getDelivery: (tenantId, endpointId, eventId) => get.first(tenantId, endpointId, eventId),
    listDeliveries(tenantId, endpointId, { status, before, limit }) {
      assertPage(limit);
      return list[status ?? 'all'].all(tenantId, endpointId, before ?? Number.MAX_SAFE_INTEGER, limit);
    },
    listTenantsDue: (nowMs, { after, limit }) => listDue.all(after ?? '', nowMs, limit),
    *countPending() {
      return (yield* count.first())?.pending ?? 0;
    },
  } satisfies OperationsFor<WebhookStore>;
  return {
    ...reads,
    listRotatedEndpoints: (nowMs: number, limit: number) => listRotated.all(nowMs, limit),
  };
}
