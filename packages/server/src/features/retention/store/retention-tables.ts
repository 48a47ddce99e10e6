import type { HoldId, MessageId, ThreadId } from '@avow/foundation';
import { blob, choice, defineTable, integer, optional, rowNumber, text } from '@avow/storage';
import type { Hold } from '../retention-store.ts';

export const holds = defineTable(
  'holds',
  {
    tenant_id: text('REFERENCES tenants'),
    hold_id: text<HoldId>(),
    scope: choice('message', 'thread', 'end_user', 'tenant'),
    message_id: optional(text<MessageId>()),
    thread_id: optional(text<ThreadId>()),
    person: optional(text()),
    placed_at_ms: integer(),
    placed_by: text<Hold['placedBy']>(),
    lifted_at_ms: optional(integer()),
    lifted_by: optional(text<NonNullable<Hold['liftedBy']>>()),
    secret_no: integer(),
    words: blob(),
  },
  {
    key: ['tenant_id', 'hold_id'],
    isAppended: true,
    indexes: ['holds_standing (tenant_id, scope) WHERE lifted_at_ms IS NULL'],
    installation: 'SELECT',
  },
);

export const retentions = defineTable(
  'retentions',
  {
    tenant_id: text('REFERENCES tenants'),
    content_days: optional(integer()),
    record_days: optional(integer()),
    content_swept_to: text(),
    records_swept_to: text(),
  },
  {
    key: ['tenant_id'],
    installation: 'SELECT',
  },
);

export const droppedRecords = defineTable(
  'dropped_records',
  {
    tenant_id: text(),
    message_id: text(),
    leaf_index: integer(),
  },
  {
    key: ['tenant_id', 'message_id'],
    installation: 'SELECT',
  },
);

export const notedTimes = defineTable(
  'noted_times',
  {
    at_ms: rowNumber(),
  },
  {
    key: ['at_ms'],
    installation: 'SELECT, INSERT, DELETE',
  },
);
