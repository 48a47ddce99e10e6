import type { Statements } from '@avow/storage';
import { retryForMs } from '../judge-attempt.ts';

/** What an event and its deliveries have in common. */
export interface FannedOut {
  readonly event_id: string;
  readonly type: string;
  readonly message_id: string | null;
  readonly body: string;
  readonly created_at_ms: number;
}

/**
 * The deliveries of an event to every endpoint that wants it, within the transaction that writes the event. Takes the event
 * by name; a condition chooses the tenants.
 */
export function fanOutSql({ dialect }: Statements, condition: string): string {
  return `INSERT INTO webhook_deliveries
    (tenant_id, endpoint_id, event_id, type, message_id, status, attempts, created_at_ms, due_at_ms, give_up_at_ms, body)
    SELECT wanting.tenant_id, wanting.endpoint_id, :event_id, CAST(:type AS TEXT), :message_id, 'pending', 0,
      CAST(:created_at_ms AS BIGINT), CAST(:created_at_ms AS BIGINT), CAST(:created_at_ms AS BIGINT) + ${retryForMs}, :body
    FROM webhook_endpoints AS wanting
    WHERE wanting.status = 'enabled' AND ${condition} AND (wanting.event_types IS NULL OR EXISTS (
      SELECT 1 FROM ${dialect.listedIn('wanting.event_types', 'wanted')} WHERE wanted.value = CAST(:type AS TEXT)))`;
}
