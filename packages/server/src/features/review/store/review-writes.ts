import type { CallerId, MessageId, TenantId, UserId } from '@avow/foundation';
import { intoTable, type Operation, type OperationsFor, type Row, type Statements } from '@avow/storage';
import { type RecordSecrets, sealBytes } from '@avow/storage/sealing';
import type { NewMail } from '../../mail/mail-store.ts';
import { prepareMails } from '../../mail/store/prepare-mails.ts';
import type { ReviewEnding } from '../../records/record-store.ts';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import type { ReviewStore } from '../review-store.ts';
import type { reviewNotes } from './review-tables.ts';

/** The beginning and the end of a review, within the commits of its message. */
export function prepareReviews({ change }: Pick<Statements, 'change'>) {
  const begin = change('INSERT INTO reviews (tenant_id, message_id, pending_at_ms) VALUES (?, ?, ?)');
  const end = change(
    `UPDATE reviews SET outcome = ?, decided_by = ?, decided_at_ms = ?
     WHERE tenant_id = ? AND message_id = ? AND decided_at_ms IS NULL`,
  );
  type Key = readonly [tenantId: string, messageId: string];
  return {
    begin: (key: Key, sinceMs: number): Operation<void> => begin.put(...key, sinceMs),
    end: (key: Key, ending: ReviewEnding | null, nowMs: number): Operation<void> =>
      end.put(
        ...[ending?.outcome ?? 'cancel', ending?.decidedBy ?? null, ending?.decidedAtMs ?? nowMs],
        ...key,
      ),
  };
}

export type ReviewRows = ReturnType<typeof prepareReviews>;

/** The writer's operations on reviews. */
export function createReviewWrites(
  all: Statements,
  { recordSecrets }: { readonly recordSecrets: RecordSecrets },
) {
  const { read, change, write, dialect } = all;
  const mailQueue = prepareMails(all);
  const putEvent = prepareOutbox(all);
  const find = read<{ readonly assigned_to: CallerId | null }>(
    'SELECT assigned_to FROM reviews WHERE tenant_id = ? AND message_id = ? AND decided_at_ms IS NULL',
  );
  const exists = read('SELECT 1 AS one FROM reviews WHERE tenant_id = ? AND message_id = ?');
  const assign = change(
    'UPDATE reviews SET assigned_to = ?, assigned_at_ms = ? WHERE tenant_id = ? AND message_id = ?',
  );
  const lastNote = read<{ readonly last: number }>(
    'SELECT coalesce(max(seq), 0) AS last FROM review_notes WHERE tenant_id = ? AND message_id = ?',
  );
  const putNote = write<Row<typeof reviewNotes>>(
    `INSERT ${intoTable('review_notes', ['tenant_id', 'message_id', 'seq', 'author', 'created_at_ms', 'sealed'])}`,
  );
  const noteOverdue = change(
    `UPDATE reviews SET overdue_at_ms = ?
     WHERE tenant_id = ? AND message_id = ? AND decided_at_ms IS NULL AND overdue_at_ms IS NULL`,
  );
  const setNotices = change(
    `INSERT INTO review_notices (tenant_id, user_id, on_pending, on_overdue, on_assigned, mailed_at_ms)
     VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT (tenant_id, user_id) DO UPDATE SET
       on_pending = excluded.on_pending, on_overdue = excluded.on_overdue, on_assigned = excluded.on_assigned`,
  );
  const claim = read(
    `UPDATE review_notices SET mailed_at_ms = ?4 WHERE tenant_id = ?1 AND mailed_at_ms <= ?2
     AND user_id IN (SELECT among.value FROM ${dialect.listedIn('?3', 'among')}) RETURNING user_id`,
    ({ user_id: userId }: { readonly user_id: UserId }) => userId,
  );

  function* queueMails(
    key: readonly [TenantId, MessageId],
    mails: readonly NewMail[],
    nowMs: number,
  ): Operation<void> {
    if (mails.length === 0) return;
    const secret = yield* recordSecrets.findSecret(...key);
    if (secret === null) return;
    for (const mail of mails) yield* mailQueue.queue(key, secret, { ...mail, nowMs });
  }

  const writes = {
    setReviewNotices: (tenantId, userId, { pending, overdue, assigned }) =>
      setNotices.put(tenantId, userId, Number(pending), Number(overdue), Number(assigned)),
    claimNoticeReaders: (tenantId, { among, nowMs, notSinceMs }) =>
      claim.all(tenantId, notSinceMs, JSON.stringify(among), nowMs),
    *addReviewNote(tenantId, messageId, { note, notesMax }) {
      const secret = yield* recordSecrets.findSecret(tenantId, messageId);
      if (secret === null || (yield* exists.first(tenantId, messageId)) === null) return 'unknown';
      const last = (yield* lastNote.first(tenantId, messageId))?.last ?? 0;
      if (last >= notesMax) return 'too_many';
      yield* putNote.put({
        ...{ tenant_id: tenantId, message_id: messageId, seq: last + 1, author: note.author },
        ...{ created_at_ms: note.createdAtMs, sealed: sealBytes(secret, 'note', note.text) },
      });
      return 'added';
    },
  } satisfies OperationsFor<ReviewStore>;
  type AssignOptions = Omit<Parameters<ReviewStore['assignReview']>[2], 'mails'>;
  type OverdueOptions = Omit<Parameters<ReviewStore['noteOverdue']>[2], 'mails'>;
  return {
    ...writes,
    *putAssignment(
      tenantId: TenantId,
      messageId: MessageId,
      { to, expected, atMs, mails }: AssignOptions & { readonly mails: readonly NewMail[] },
    ): Operation<'assigned' | 'unknown' | 'taken'> {
      const found = yield* find.first(tenantId, messageId);
      if (found === null) return 'unknown';
      if (expected !== undefined && found.assigned_to !== expected && found.assigned_to !== to)
        return 'taken';
      // Who has it already was written to when they got it.
      if (found.assigned_to === to) return 'assigned';
      yield* assign.put(to, to === null ? null : atMs, tenantId, messageId);
      yield* queueMails([tenantId, messageId], mails, atMs);
      return 'assigned';
    },
    *putOverdue(
      tenantId: TenantId,
      messageId: MessageId,
      { events, nowMs, mails }: OverdueOptions & { readonly mails: readonly NewMail[] },
    ): Operation<boolean> {
      if ((yield* noteOverdue.run(nowMs, tenantId, messageId)) !== 1) return false;
      for (const event of events) yield* putEvent(tenantId, nowMs, event);
      yield* queueMails([tenantId, messageId], mails, nowMs);
      return true;
    },
  };
}
