import type { CallerId, MessageId, ThreadId } from '@avow/foundation';
import { blob, choice, defineTable, flag, integer, optional, text } from '@avow/storage';
import { ofMessage } from '../../records/store/message-tables.ts';

/** What was said is in `sealed`. */
export const handovers = defineTable(
  'handovers',
  {
    tenant_id: text(),
    message_id: text<MessageId>(),
    thread_id: text<ThreadId>(),
    state: choice('waiting', 'answered', 'closed'),
    revision: integer('CHECK (revision >= 1)'),
    created_at_ms: integer(),
    updated_at_ms: integer(),
    sealed: blob(),
  },
  {
    key: ['tenant_id', 'message_id'],
    constraints: [ofMessage],
    indexes: ['handovers_by_state (tenant_id, state, message_id)'],
  },
);

/** How those who ask reach a person: at most one row for each tenant. */
export const handoverSettings = defineTable(
  'handover_settings',
  {
    tenant_id: text('REFERENCES tenants'),
    chat: flag(),
    link: optional(text()),
    link_text: optional(text()),
    updated_at_ms: integer(),
    updated_by: text<CallerId>(),
  },
  { key: ['tenant_id'] },
);
