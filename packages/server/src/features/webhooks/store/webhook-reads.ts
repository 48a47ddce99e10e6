import type { EndpointId, TenantId } from '@avow/foundation';
import type { Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { afterAllEndpoints, prepareEndpoints } from './open-endpoints.ts';
import { type DeliveryRow, deliveries } from './webhook-tables.ts';

export interface ListEndpointsCall {
  readonly tenantId: string;
  readonly before: string | null;
  readonly limit: number;
}

export interface ListDeliveriesCall {
  readonly tenantId: string;
  readonly endpointId: string;
  /** Null: all. */
  readonly status: DeliveryRow['status'] | null;
  readonly before: number;
  readonly limit: number;
}

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
  const get = read<DeliveryRow>(`${deliveriesSql} AND event_id = ?`);
  const listIf = (condition: string) =>
    read<DeliveryRow>(`${deliveriesSql} AND ${condition} AND seq < ? ORDER BY seq DESC LIMIT ?`);
  // A status in the statement itself lets the few dead ones be found by their index.
  const list = {
    all: listIf('true'),
    pending: listIf("status = 'pending'"),
    delivered: listIf("status = 'delivered'"),
    dead: listIf("status = 'dead'"),
  };
  const listDue = read<{ readonly tenant_id: TenantId }>(dueSql);
  const count = read<{ readonly pending: number }>(
    "SELECT count(*) AS pending FROM webhook_deliveries WHERE status = 'pending'",
  );
  const listRotated = read<{ readonly tenant_id: TenantId; readonly endpoint_id: EndpointId }>(
    `SELECT tenant_id, endpoint_id FROM webhook_endpoints
     WHERE previous_until_ms IS NOT NULL AND previous_until_ms <= ? LIMIT ?`,
  );
  return {
    getWebhookEndpoint: ([tenantId, endpointId]: readonly [tenantId: string, endpointId: string]) =>
      endpoints.find(tenantId, endpointId),
    listWebhookEndpoints: ({ tenantId, before, limit }: ListEndpointsCall) =>
      endpoints.list(tenantId, { before: before ?? afterAllEndpoints, limit }),
    getWebhookDelivery: (key: readonly [tenantId: string, endpointId: string, eventId: string]) =>
      get.first(...key),
    listWebhookDeliveries: ({ tenantId, endpointId, status, before, limit }: ListDeliveriesCall) =>
      list[status ?? 'all'].all(tenantId, endpointId, before, limit),
    listWebhookTenantsDue: ([after, nowMs, limit]: readonly [after: string, nowMs: number, limit: number]) =>
      listDue.all(after, nowMs, limit),
    countWebhooksPending: (_: null) => count.first(),
    listRotatedEndpoints: ([nowMs, limit]: readonly [nowMs: number, limit: number]) =>
      listRotated.all(nowMs, limit),
  };
}
