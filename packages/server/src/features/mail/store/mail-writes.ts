import type { MessageId, TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { KeyRing, RecordSecrets } from '@avow/storage/sealing';
import { wrapSecret } from '@avow/storage/sealing';
import type { ClaimedMail, MailId, MailStore, NewMail } from '../mail-store.ts';
import { insertMailSql, type MailColumns, openMail, prepareMails, sealMail } from './prepare-mails.ts';

/** An address is kept for as long as an answer can be pending review. */
const addressKeptMs = 91 * 86_400_000;

interface MailParts {
  readonly keys: KeyRing;
  readonly recordSecrets: RecordSecrets;
  readonly onTextRemoved: () => void;
}

type DueMail = Omit<MailColumns, 'tenant_id' | 'status'> & { readonly secret: Uint8Array };

function prepareStatements({ dialect, read, change, write }: Statements) {
  const leasedSql = 'tenant_id = ? AND message_id = ? AND mail_id = ? AND attempts = ? AND due_at_ms = ?';
  return {
    isInReview: read(
      "SELECT 1 FROM messages WHERE tenant_id = ? AND message_id = ? AND status = 'in_review'",
    ),
    forget: change("DELETE FROM mails WHERE tenant_id = ? AND message_id = ? AND status = 'waiting'"),
    insert: write<MailColumns>(insertMailSql),
    listDue: read<DueMail>(
      `SELECT mails.message_id, mails.mail_id, mails.attempts, mails.due_at_ms, mails.give_up_at_ms, mails.sealed,
         record_secrets.secret
       FROM mails JOIN messages USING (tenant_id, message_id) JOIN record_secrets USING (${dialect.joinBy('secret_no')})
       WHERE mails.tenant_id = ? AND mails.status = 'pending' AND mails.due_at_ms <= ?
       ORDER BY mails.due_at_ms LIMIT ?`,
    ),
    lease: change(
      'UPDATE mails SET attempts = ?, due_at_ms = ? WHERE tenant_id = ? AND message_id = ? AND mail_id = ?',
    ),
    remove: change('DELETE FROM mails WHERE tenant_id = ? AND message_id = ? AND mail_id = ?'),
    removeLeased: change(`DELETE FROM mails WHERE ${leasedSql}`),
    retry: change(`UPDATE mails SET due_at_ms = ? WHERE ${leasedSql}`),
    sweep: change(
      `DELETE FROM mails WHERE (tenant_id, message_id, mail_id) IN (
         SELECT tenant_id, message_id, mail_id FROM mails WHERE give_up_at_ms < ? LIMIT ?)`,
    ),
  };
}

/** The writer's operations on mail. */
export function createMailWrites(all: Statements, { keys, recordSecrets, onTextRemoved }: MailParts) {
  const statements = prepareStatements(all);
  const queue = prepareMails(all);

  function* claimOne(
    tenantId: TenantId,
    { secret, ...row }: DueMail,
    leaseUntilMs: number,
  ): Operation<ClaimedMail | null> {
    const key = [tenantId, row.message_id, row.mail_id] as const;
    const opened = openOrNull(wrapSecret(yield* keys.get(tenantId), row.message_id, secret), row.sealed);
    if (opened === null) {
      yield* statements.remove.put(...key);
      return null;
    }
    const attempts = row.attempts + 1;
    yield* statements.lease.put(attempts, leaseUntilMs, ...key);
    const { message_id: messageId, mail_id: mailId, give_up_at_ms: giveUpAtMs } = row;
    return { ...opened, mailId, messageId, attempts, giveUpAtMs, dueAtMs: leaseUntilMs };
  }

  const writes = {
    *claimMails(tenantId, { nowMs, leaseUntilMs, limit }) {
      const claimed: ClaimedMail[] = [];
      for (const row of yield* statements.listDue.all(tenantId, nowMs, limit)) {
        const one = yield* claimOne(tenantId, row, leaseUntilMs);
        if (one !== null) claimed.push(one);
      }
      return claimed;
    },
    *endMail(tenantId, { messageId, mailId, attempts, dueAtMs }, end) {
      const leased = [tenantId, messageId, mailId, attempts, dueAtMs] as const;
      if (end.kind === 'retry') return (yield* statements.retry.run(end.dueAtMs, ...leased)) === 1;
      if ((yield* statements.removeLeased.run(...leased)) !== 1) return false;
      onTextRemoved();
      return true;
    },
  } satisfies OperationsFor<MailStore>;
  return {
    ...writes,
    *putMail(
      tenantId: TenantId,
      messageId: MessageId,
      mail: NewMail & { readonly nowMs: number },
    ): Operation<'queued' | 'unknown' | 'too_many'> {
      const secret = yield* recordSecrets.findSecret(tenantId, messageId);
      if (secret === null) return 'unknown';
      return (yield* queue.queue([tenantId, messageId], secret, mail)) ? 'queued' : 'too_many';
    },
    *putAddress(
      tenantId: TenantId,
      messageId: MessageId,
      { mailId, to, nowMs }: { readonly mailId: MailId; readonly to: string; readonly nowMs: number },
    ): Operation<'kept' | 'unknown' | 'not_pending'> {
      const secret = yield* recordSecrets.findSecret(tenantId, messageId);
      if (secret === null) return 'unknown';
      if ((yield* statements.isInReview.first(tenantId, messageId)) === null) return 'not_pending';
      yield* statements.forget.put(tenantId, messageId);
      const sealed = sealMail(secret, { to, subject: '', text: '' });
      yield* statements.insert.put({
        ...{ tenant_id: tenantId, message_id: messageId, mail_id: mailId, status: 'waiting', attempts: 0 },
        ...{ due_at_ms: nowMs, give_up_at_ms: nowMs + addressKeptMs, sealed },
      });
      return 'kept';
    },
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    dropOldMails: (beforeMs: number, rowsMax: number) => statements.sweep.run(beforeMs, rowsMax),
  };
}

function openOrNull(secret: Uint8Array, sealed: Uint8Array) {
  try {
    return openMail(secret, sealed);
  } catch {
    return null;
  }
}
