import type { MessageId } from '@avow/foundation';
import { intoTable, type Operation, type Row, type Statements } from '@avow/storage';
import { openText, sealBytes } from '@avow/storage/sealing';
import { mailTriedForMs } from '../judge-sending.ts';
import { type Mail, mailLimits } from '../mail.ts';
import type { NewMail } from '../mail-store.ts';
import { mails } from './mail-tables.ts';

export type MailColumns = Row<typeof mails>;

type MessageKey = readonly [tenantId: string, messageId: MessageId];

export const insertMailSql = `INSERT ${intoTable('mails', mails.columns)}`;

export function sealMail(secret: Uint8Array, { to, subject, text }: Mail): Buffer {
  return sealBytes(secret, 'mail', JSON.stringify([to, subject, text]));
}

/** Throws if it was sealed under another secret. */
export function openMail(secret: Uint8Array, sealed: Uint8Array): Mail {
  const [to, subject, text] = JSON.parse(openText(secret, 'mail', sealed));
  return { to, subject, text };
}

/** Queues mail within the transaction that it reports. */
export function prepareMails({ read, change, write }: Statements) {
  const insert = write<MailColumns>(insertMailSql);
  const countPending = read<{ readonly pending: number }>(
    `SELECT count(*) AS pending FROM (
       SELECT 1 FROM mails WHERE tenant_id = ? AND status = 'pending' LIMIT ${mailLimits.pendingMax}) AS counted`,
  );
  const findWaiting = read<Pick<MailColumns, 'mail_id' | 'sealed'>>(
    "SELECT mail_id, sealed FROM mails WHERE tenant_id = ? AND message_id = ? AND status = 'waiting'",
  );
  const release = change(
    `UPDATE mails SET status = 'pending', due_at_ms = ?, give_up_at_ms = ?, sealed = ?
     WHERE tenant_id = ? AND message_id = ? AND mail_id = ?`,
  );
  return {
    /** False: the tenant has as much pending as it may. */
    *queue(
      key: MessageKey,
      secret: Uint8Array,
      { mailId, mail, nowMs }: NewMail & { readonly nowMs: number },
    ): Operation<boolean> {
      const [tenantId, messageId] = key;
      if (((yield* countPending.first(tenantId))?.pending ?? 0) >= mailLimits.pendingMax) return false;
      yield* insert.put({
        ...{ tenant_id: tenantId, message_id: messageId, mail_id: mailId, status: 'pending', attempts: 0 },
        ...{ due_at_ms: nowMs, give_up_at_ms: nowMs + mailTriedForMs, sealed: sealMail(secret, mail) },
      });
      return true;
    },
    /** Sends these words to the address that was kept for the end of the message, if there is one. */
    *sendKept(
      key: MessageKey,
      secret: Uint8Array,
      { subject, text, nowMs }: Omit<Mail, 'to'> & { readonly nowMs: number },
    ): Operation<void> {
      const waiting = yield* findWaiting.first(...key);
      if (waiting === null) return;
      const { to } = openMail(secret, waiting.sealed);
      const sealed = sealMail(secret, { to, subject, text });
      yield* release.put(nowMs, nowMs + mailTriedForMs, sealed, ...key, waiting.mail_id);
    },
  };
}

export type MailQueue = ReturnType<typeof prepareMails>;
