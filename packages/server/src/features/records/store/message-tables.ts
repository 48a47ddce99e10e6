import type { TenantId } from '@avow/foundation';
import { blob, defineTable, flag, integer, optional, real, sequence, text } from '@avow/storage';
import type { MessageRow } from '../record-store.ts';

/** Rows that reference a message are deleted with it. */
export const ofMessage =
  'FOREIGN KEY (tenant_id, message_id) REFERENCES messages (tenant_id, message_id) ON DELETE CASCADE';

export const threads = defineTable(
  'threads',
  {
    tenant_id: text('REFERENCES tenants'),
    thread_id: text(),
    end_user_id: optional(text()),
  },
  {
    key: ['tenant_id', 'thread_id'],
  },
);

export const messages = defineTable(
  'messages',
  {
    tenant_id: text<TenantId>(),
    message_id: text<MessageRow['messageId']>(),
    thread_id: text<MessageRow['threadId']>(),
    status: text<MessageRow['status']>(),
    band: text<MessageRow['band']>(),
    confidence_score: real(),
    tripwire_triggered: flag(),
    source_type: text<MessageRow['sourceType']>(),
    channel_type: text(),
    end_user_id: optional(text()),
    content_state: text<MessageRow['contentState']>(),
    created_at_ms: integer(),
    policy_version: text(),
    pack_versions: text(),
    leaf_index: optional(integer()),
    leaf_hash: optional(text()),
    time_ms: real(),
    model_tier: integer(),
    routing_source: text<MessageRow['routingSource']>(),
    degraded: flag(),
    findings: optional(text()),
    secret_no: optional(integer()),
    content_no: optional(integer()),
    left_pairs: optional(text()),
    node_id: optional(
      text({ sqlite: 'CHECK (node_id IS NULL)', postgres: 'CHECK (node_id IS NULL OR leaf_index IS NULL)' }),
    ),
    audience: optional(text()),
    rules: optional(text()),
  },
  {
    key: ['tenant_id', 'message_id'],
    isAppended: true,
    constraints: [
      'FOREIGN KEY (tenant_id, thread_id) REFERENCES threads (tenant_id, thread_id)',
      'CHECK ((leaf_index IS NULL) = (leaf_hash IS NULL))',
    ],
    indexes: [
      'messages_by_thread (tenant_id, thread_id, message_id)',
      'messages_unfinished (message_id) WHERE leaf_index IS NULL',
      'UNIQUE messages_by_leaf (tenant_id, leaf_index) WHERE leaf_index IS NOT NULL',
      "messages_incidents (tenant_id, leaf_index) WHERE leaf_index IS NOT NULL AND (status = 'blocked' OR status = 'failed')",
      'messages_by_person (tenant_id, end_user_id, message_id) WHERE end_user_id IS NOT NULL',
      'messages_listed (tenant_id, message_id) WHERE content_no IS NOT NULL',
      'messages_by_band (tenant_id, band, message_id) WHERE content_no IS NOT NULL',
      "messages_by_status (tenant_id, status, message_id) WHERE status <> 'delivered' AND content_no IS NOT NULL",
      'messages_tripped (tenant_id, message_id) WHERE tripwire_triggered = 1 AND content_no IS NOT NULL',
      'messages_found (tenant_id, message_id) WHERE findings IS NOT NULL AND content_no IS NOT NULL',
      "messages_by_channel (tenant_id, channel_type, message_id) WHERE channel_type <> 'api' AND content_no IS NOT NULL",
      'messages_open (tenant_id, message_id) WHERE content_no IS NOT NULL AND audience IS NULL',
    ],
    installation: 'SELECT',
  },
);

export const messageJournal = defineTable(
  'message_journal',
  {
    tenant_id: text(),
    message_id: text(),
    seq: integer('CHECK (seq >= 1)'),
    type: text(),
    ended_at_ms: optional(integer()),
    body: blob(),
  },
  {
    key: ['tenant_id', 'message_id', 'seq'],
    isAppended: true,
    constraints: [ofMessage],
    indexes: ['message_journal_ended (ended_at_ms) WHERE ended_at_ms IS NOT NULL'],
    installation: 'SELECT, DELETE',
  },
);

export const idempotency = defineTable(
  'idempotency',
  {
    tenant_id: text('REFERENCES tenants'),
    route: text(),
    key: text(),
    fingerprint: text(),
    message_id: text(),
    lease_until_ms: integer(),
    keep_until_ms: integer(),
    finished: flag(),
    node_id: optional(text({ sqlite: 'CHECK (node_id IS NULL)', postgres: '' })),
  },
  {
    key: ['tenant_id', 'route', 'key'],
    indexes: [
      'idempotency_by_expiry (keep_until_ms)',
      'idempotency_by_message (tenant_id, message_id)',
      { sqlite: '', postgres: 'idempotency_unfinished (tenant_id) WHERE finished = 0' },
    ],
    installation: 'SELECT, DELETE',
  },
);

export const outbox = defineTable(
  'outbox',
  {
    seq: sequence(),
    tenant_id: text('REFERENCES tenants'),
    event_id: text(),
    type: text(),
    body: text(),
    created_at_ms: integer(),
  },
  {
    key: ['tenant_id', 'seq'],
    indexes: [{ sqlite: '', postgres: 'outbox_by_number (seq)' }],
    installation: 'SELECT, INSERT, DELETE',
  },
);

export const modelSpending = defineTable(
  'model_spending',
  {
    tenant_id: text('REFERENCES tenants'),
    day: text(),
    currency: text(),
    units: integer(),
    trillionths: integer('CHECK (trillionths BETWEEN 0 AND 999999999999)'),
    input_tokens: integer(),
    output_tokens: integer(),
  },
  {
    key: ['tenant_id', 'day', 'currency'],
  },
);
