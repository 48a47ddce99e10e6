import type { MessageId } from '@avow/foundation';
import { blob, choice, defineTable, integer, text } from '@avow/storage';
import { ofMessage } from '../../records/store/message-tables.ts';
import type { MailId } from '../mail-store.ts';

/** `waiting`: an address to which the end of the message is sent. What was sent or given up is deleted. */
export const mails = defineTable(
  'mails',
  {
    tenant_id: text(),
    message_id: text<MessageId>(),
    mail_id: text<MailId>(),
    status: choice('waiting', 'pending'),
    attempts: integer(),
    due_at_ms: integer(),
    give_up_at_ms: integer(),
    sealed: blob(),
  },
  {
    key: ['tenant_id', 'message_id', 'mail_id'],
    constraints: [ofMessage],
    indexes: [
      "mails_due (tenant_id, due_at_ms) WHERE status = 'pending'",
      "UNIQUE mails_waiting (tenant_id, message_id) WHERE status = 'waiting'",
    ],
    installation: 'SELECT, DELETE',
  },
);
