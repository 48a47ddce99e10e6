import type { EndpointId, EventId, MessageId } from '@avow/foundation';
import { columnsOf } from '@avow/storage';
import type { AttemptOutcome, WebhookDelivery } from '../webhook-store.ts';

/** A row of `webhook_deliveries` without its tenant. */
export interface DeliveryColumns {
  readonly seq: number;
  readonly endpoint_id: EndpointId;
  readonly event_id: EventId;
  readonly type: string;
  readonly message_id: MessageId | null;
  readonly status: WebhookDelivery['status'];
  readonly attempts: number;
  readonly created_at_ms: number;
  readonly due_at_ms: number;
  readonly give_up_at_ms: number;
  readonly attempted_at_ms: number | null;
  readonly outcome: AttemptOutcome | null;
  readonly response_status: number | null;
}

export const deliveryColumns = columnsOf<DeliveryColumns>()([
  'seq',
  'endpoint_id',
  'event_id',
  'type',
  'message_id',
  'status',
  'attempts',
  'created_at_ms',
  'due_at_ms',
  'give_up_at_ms',
  'attempted_at_ms',
  'outcome',
  'response_status',
]);

export function decodeDelivery(row: DeliveryColumns): WebhookDelivery {
  return {
    seq: row.seq,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    type: row.type,
    messageId: row.message_id,
    status: row.status,
    attempts: row.attempts,
    createdAtMs: row.created_at_ms,
    dueAtMs: row.due_at_ms,
    giveUpAtMs: row.give_up_at_ms,
    attemptedAtMs: row.attempted_at_ms,
    outcome: row.outcome,
    responseStatus: row.response_status,
  };
}
