import type { MessageId, TenantId, UserId } from '@avow/foundation';
import {
  assertPage,
  type OperationsFor,
  type Read,
  type Row,
  type SqlValue,
  type Statements,
} from '@avow/storage';
import { type KeyRing, openText } from '@avow/storage/sealing';
import { prepareMessageSecrets } from '../../records/store/message-secrets.ts';
import { readableSql } from '../../records/store/readable-sql.ts';
import {
  type Decision,
  noNotices,
  type PendingCounts,
  type ReviewNotices,
  type ReviewState,
  type ReviewStore,
} from '../review-store.ts';
import { type reviewNotes, reviewNotices, reviews } from './review-tables.ts';

const noteCountSql = `(SELECT count(*) FROM review_notes AS notes
  WHERE notes.tenant_id = reviews.tenant_id AND notes.message_id = reviews.message_id)`;

interface StateColumns
  extends Pick<Row<typeof reviews>, 'message_id' | 'pending_at_ms' | 'assigned_to' | 'assigned_at_ms'> {
  readonly note_count: number;
}

const toState = (row: StateColumns): ReviewState => ({
  messageId: row.message_id,
  pendingSinceMs: row.pending_at_ms,
  assignedTo: row.assigned_to,
  assignedAtMs: row.assigned_at_ms,
  noteCount: row.note_count,
});

const toDecision = (row: Row<typeof reviews>): Decision => ({
  messageId: row.message_id,
  outcome: row.outcome as Decision['outcome'],
  decidedBy: row.decided_by,
  decidedAtMs: row.decided_at_ms ?? 0,
  pendingSinceMs: row.pending_at_ms,
});

const noticeColumns = { pending: 'on_pending', overdue: 'on_overdue', assigned: 'on_assigned' } as const;

const countsSql = (readable: string) => `SELECT count(*) AS pending,
    sum(CASE WHEN reviews.assigned_to = ? THEN 1 ELSE 0 END) AS mine,
    sum(CASE WHEN reviews.assigned_to IS NULL THEN 1 ELSE 0 END) AS unassigned,
    sum(CASE WHEN reviews.pending_at_ms <= ? THEN 1 ELSE 0 END) AS overdue,
    min(reviews.pending_at_ms) AS oldest
  FROM reviews JOIN messages ON messages.tenant_id = reviews.tenant_id AND messages.message_id = reviews.message_id
  WHERE reviews.tenant_id = ? AND reviews.decided_at_ms IS NULL AND ${readable}`;

const decisionsSql = (
  conditions: string,
) => `SELECT ${reviews.columns.map((name) => `reviews.${name}`).join(', ')}
  FROM reviews JOIN messages ON messages.tenant_id = reviews.tenant_id AND messages.message_id = reviews.message_id
  WHERE reviews.tenant_id = ? AND reviews.decided_at_ms IS NOT NULL AND reviews.decided_at_ms >= ?
    AND reviews.outcome <> 'cancel' AND ${conditions}
  ORDER BY reviews.decided_at_ms DESC, reviews.message_id DESC LIMIT ?`;

type CountColumns = { readonly [Name in 'pending' | 'mine' | 'unassigned' | 'overdue' | 'oldest']: unknown };

/** The reader's operations on reviews. */
export function createReviewReads(statements: Statements, keys: KeyRing) {
  const { read, dialect } = statements;
  const secretOf = prepareMessageSecrets(statements, keys);
  const prepared = new Map<string, Read<unknown>>();
  /** There are few kinds of conditions, so each is prepared once. */
  function prepareOnce<Columns>(sql: string): Read<Columns> {
    const known = prepared.get(sql) ?? read<Columns>(sql);
    prepared.set(sql, known);
    return known as Read<Columns>;
  }
  const states = read<StateColumns, ReviewState>(
    `SELECT message_id, pending_at_ms, assigned_to, assigned_at_ms, ${noteCountSql} AS note_count FROM reviews
     WHERE tenant_id = ?1 AND decided_at_ms IS NULL
       AND message_id IN (SELECT wanted.value FROM ${dialect.listedIn('?2', 'wanted')})`,
    toState,
  );
  const exists = read('SELECT 1 AS one FROM reviews WHERE tenant_id = ? AND message_id = ?');
  const notes = read<Row<typeof reviewNotes>>(
    'SELECT * FROM review_notes WHERE tenant_id = ? AND message_id = ? ORDER BY seq',
  );
  const overdue = read(
    `SELECT tenant_id, message_id FROM reviews WHERE decided_at_ms IS NULL AND overdue_at_ms IS NULL
     AND pending_at_ms <= ? ORDER BY pending_at_ms LIMIT ?`,
    (row: { readonly tenant_id: TenantId; readonly message_id: MessageId }) => ({
      tenantId: row.tenant_id,
      messageId: row.message_id,
    }),
  );
  const notices = read<Row<typeof reviewNotices>, ReviewNotices>(
    `SELECT ${reviewNotices.columns.join(', ')} FROM review_notices WHERE tenant_id = ? AND user_id = ?`,
    (row) => ({
      pending: row.on_pending === 1,
      overdue: row.on_overdue === 1,
      assigned: row.on_assigned === 1,
    }),
  );
  return {
    *readReviewStates(tenantId, messageIds) {
      return messageIds.length === 0 ? [] : yield* states.all(tenantId, JSON.stringify(messageIds));
    },
    *countPendingReviews(tenantId, { readableBy, callerId, overdueBeforeMs }) {
      const readable = readableSql(dialect, readableBy);
      const counts = prepareOnce<CountColumns>(countsSql(readable.sql));
      const found = yield* counts.first(callerId, overdueBeforeMs, tenantId, ...readable.parameters);
      return toCounts(found);
    },
    *listDecisions(tenantId, { filter, readableBy, before, sinceMs, limit }) {
      const readable = readableSql(dialect, readableBy);
      const terms = [readable.sql];
      const parameters: SqlValue[] = [tenantId, sinceMs, ...readable.parameters];
      const add = (term: string, ...values: readonly SqlValue[]) => {
        terms.push(term);
        parameters.push(...values);
      };
      if (filter.outcome !== null) add('reviews.outcome = ?', filter.outcome);
      if (filter.decidedBy !== null) add('reviews.decided_by = ?', filter.decidedBy);
      if (before !== null)
        add('(reviews.decided_at_ms, reviews.message_id) < (?, ?)', before.decidedAtMs, before.messageId);
      const rows = prepareOnce<Row<typeof reviews>>(decisionsSql(terms.join(' AND ')));
      return (yield* rows.all(...parameters, limit)).map(toDecision);
    },
    *listReviewNotes(tenantId, messageId) {
      const secret = yield* secretOf(tenantId, messageId);
      if (secret === null || (yield* exists.first(tenantId, messageId)) === null) return null;
      const rows = yield* notes.all(tenantId, messageId);
      return rows.map(({ author, created_at_ms: createdAtMs, sealed }) => ({
        ...{ text: openText(secret, 'note', sealed), author, createdAtMs },
      }));
    },
    listNewlyOverdue(pendingBeforeMs, limit) {
      assertPage(limit);
      return overdue.all(pendingBeforeMs, limit);
    },
    *listNoticeReaders(tenantId, { of, notSinceMs }) {
      const readers = prepareOnce<{ readonly user_id: UserId }>(
        `SELECT user_id FROM review_notices WHERE tenant_id = ? AND ${noticeColumns[of]} = 1 AND mailed_at_ms <= ?`,
      );
      return (yield* readers.all(tenantId, notSinceMs)).map(({ user_id: userId }) => userId);
    },
    *readReviewNotices(tenantId, userId) {
      return (yield* notices.first(tenantId, userId)) ?? noNotices;
    },
  } satisfies OperationsFor<ReviewStore>;
}

/** Without a row a sum is null; PostgreSQL counts in texts. */
function toCounts(found: CountColumns | null): PendingCounts {
  const { pending, mine, unassigned, overdue, oldest } = found ?? {};
  return {
    ...{ pending: Number(pending ?? 0), mine: Number(mine ?? 0), unassigned: Number(unassigned ?? 0) },
    ...{ overdue: Number(overdue ?? 0), oldestSinceMs: oldest == null ? null : Number(oldest) },
  };
}
