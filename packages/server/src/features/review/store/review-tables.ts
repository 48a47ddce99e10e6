import type { CallerId, MessageId, TenantId, UserId } from '@avow/foundation';
import { blob, choice, defineTable, flag, integer, optional, text } from '@avow/storage';
import { ofMessage } from '../../records/store/message-tables.ts';

/** `cancel`: the message was cancelled while it was pending review. */
export const reviews = defineTable(
  'reviews',
  {
    tenant_id: text<TenantId>(),
    message_id: text<MessageId>(),
    pending_at_ms: integer(),
    assigned_to: optional(text<CallerId>()),
    assigned_at_ms: optional(integer()),
    overdue_at_ms: optional(integer()),
    outcome: optional(choice('deliver', 'edit', 'block', 'expire', 'cancel')),
    decided_by: optional(text<CallerId>()),
    decided_at_ms: optional(integer()),
  },
  {
    key: ['tenant_id', 'message_id'],
    constraints: [ofMessage, 'CHECK ((outcome IS NULL) = (decided_at_ms IS NULL))'],
    indexes: [
      'reviews_pending (tenant_id, pending_at_ms, message_id) WHERE decided_at_ms IS NULL',
      'reviews_unnoticed (pending_at_ms) WHERE decided_at_ms IS NULL AND overdue_at_ms IS NULL',
      'reviews_decided (tenant_id, decided_at_ms, message_id) WHERE decided_at_ms IS NOT NULL',
    ],
    installation: 'SELECT',
  },
);

export const reviewNotes = defineTable(
  'review_notes',
  {
    tenant_id: text(),
    message_id: text<MessageId>(),
    seq: integer('CHECK (seq >= 1)'),
    author: text<CallerId>(),
    created_at_ms: integer(),
    sealed: blob(),
  },
  { key: ['tenant_id', 'message_id', 'seq'], constraints: [ofMessage] },
);

/** What people want to hear of by e-mail, and when they last did. */
export const reviewNotices = defineTable(
  'review_notices',
  {
    tenant_id: text(),
    user_id: text<UserId>(),
    on_pending: flag(),
    on_overdue: flag(),
    on_assigned: flag(),
    mailed_at_ms: integer(),
  },
  {
    key: ['tenant_id', 'user_id'],
    constraints: ['FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, user_id) ON DELETE CASCADE'],
  },
);
