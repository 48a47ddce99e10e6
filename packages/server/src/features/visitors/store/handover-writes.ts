import type { TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { RecordSecrets } from '@avow/storage/sealing';
import type { MailId } from '../../mail/mail-store.ts';
import { prepareMails } from '../../mail/store/prepare-mails.ts';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import type { Handover, HandoverStore } from '../handover-store.ts';
import { sealHandover } from './handover-columns.ts';

interface HandoverWriteParts {
  readonly recordSecrets: RecordSecrets;
  readonly onTextRemoved: () => void;
}

/** What `putHandover` takes, with the id that its mail gets. */
type Also = Parameters<HandoverStore['putHandover']>[2] & { readonly mailId: MailId };

/** The writer's operations on handovers. */
export function createHandoverWrites(
  statements: Statements,
  { recordSecrets, onTextRemoved }: HandoverWriteParts,
) {
  const { read, change } = statements;
  const insert = change(
    `INSERT INTO handovers (tenant_id, message_id, thread_id, state, revision, created_at_ms, updated_at_ms, sealed)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const update = change(
    `UPDATE handovers SET state = ?, revision = ?, updated_at_ms = ?, sealed = ?
     WHERE tenant_id = ? AND message_id = ? AND revision = ?`,
  );
  const countWaiting = read<{ readonly waiting: number }>(
    `SELECT count(*) AS waiting FROM (
       SELECT 1 FROM handovers WHERE tenant_id = ? AND state = 'waiting' LIMIT ?) AS counted`,
  );
  const putSettings = change(
    `INSERT INTO handover_settings (tenant_id, chat, link, link_text, updated_at_ms, updated_by)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant_id) DO UPDATE SET chat = excluded.chat, link = excluded.link,
       link_text = excluded.link_text, updated_at_ms = excluded.updated_at_ms, updated_by = excluded.updated_by`,
  );
  const mailQueue = prepareMails(statements);
  const putEvent = prepareOutbox(statements);

  function* store(
    tenantId: TenantId,
    handover: Handover,
    { secret, waitingMax }: { readonly secret: Uint8Array; readonly waitingMax: number },
  ): Operation<'kept' | 'conflict' | 'too_many'> {
    const { messageId, threadId, state, revision, createdAtMs, updatedAtMs } = handover;
    const sealed = sealHandover(handover, secret);
    if (revision === 1) {
      const waiting = (yield* countWaiting.first(tenantId, waitingMax))?.waiting ?? 0;
      if (waiting >= waitingMax) return 'too_many';
      const places = [tenantId, messageId, threadId, state, revision] as const;
      return (yield* insert.run(...places, createdAtMs, updatedAtMs, sealed)) === 1 ? 'kept' : 'conflict';
    }
    const change = [state, revision, updatedAtMs, sealed] as const;
    const changed = yield* update.run(...change, tenantId, messageId, revision - 1);
    if (changed === 1) onTextRemoved();
    return changed === 1 ? 'kept' : 'conflict';
  }

  const writes = {
    *putHandoverSettings(tenantId, { chat, link, link_text: linkText }, { callerId, atMs }) {
      yield* putSettings.put(tenantId, chat ? 1 : 0, link, linkText, atMs, callerId);
    },
  } satisfies OperationsFor<HandoverStore>;
  return {
    ...writes,
    *putHandoverWith(
      tenantId: TenantId,
      handover: Handover,
      { event, mail, mailId, waitingMax }: Also,
    ): Operation<'kept' | 'conflict' | 'too_many' | 'unknown'> {
      const { messageId, updatedAtMs: nowMs } = handover;
      const secret = yield* recordSecrets.findSecret(tenantId, messageId);
      if (secret === null) return 'unknown';
      const stored = yield* store(tenantId, handover, { secret, waitingMax });
      if (stored !== 'kept') return stored;
      if (event !== null) yield* putEvent(tenantId, nowMs, event);
      if (mail !== null) yield* mailQueue.queue([tenantId, messageId], secret, { mailId, mail, nowMs });
      return 'kept';
    },
  };
}
