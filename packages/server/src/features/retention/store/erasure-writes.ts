import type { CuratedId, HoldId, MessageId, TenantId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import type { Statements as AllStatements, Dialect, Operation, OperationsFor } from '@avow/storage';
import type { KeyRing, LastingSecrets } from '@avow/storage/sealing';
import { personOf, sealBytes } from '@avow/storage/sealing';
import { forgetQuotingSql } from '../../idempotency/store/request-writes.ts';
import type { LogAppends } from '../../log/store/log-appends.ts';
import {
  decodePlace,
  type EntryColumns,
  entryColumnsSql,
  findDroppedSql,
  type LeafColumns,
} from '../../log/store/log-columns.ts';
import type { DerivedPairs } from '../../records/store/derived-pairs.ts';
import type { MessageColumns } from '../../records/store/message-columns.ts';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import type { EraseOutcome, RetentionStore } from '../retention-store.ts';
import type { ActiveHolds } from './active-holds.ts';
import { type Destruction, erasedPerson } from './content-destruction.ts';
import { type HoldColumns, noWords } from './hold-columns.ts';
import type { SweepProgress } from './sweep-progress.ts';

interface TracesOfPerson {
  readonly tenantId: TenantId;
  readonly endUserId: string;
  /** Continue after this id: a feedback id, or the message id of a label. */
  readonly after: string;
  readonly rowsMax: number;
}

export interface ErasedTraces {
  readonly rows: number;
  /** Messages under legal hold, on which the feedback of the person is kept. */
  readonly underHold: readonly MessageId[];
  readonly pairs: readonly CuratedId[];
  /** Where to continue; null: done. */
  readonly next: string | null;
}

export interface ErasureParts {
  readonly keys: KeyRing;
  readonly lasting: LastingSecrets;
  readonly log: LogAppends;
  readonly activeHolds: ActiveHolds;
  readonly destruction: Destruction;
  readonly sweepProgress: SweepProgress;
  readonly derivedPairs: DerivedPairs;
  readonly onTextRemoved: () => void;
}

type StoredMessage = Pick<MessageColumns, 'thread_id' | 'end_user_id' | 'leaf_index' | 'content_state'> & {
  readonly left_pairs: string | null;
  readonly secret_no: number | null;
  readonly content_no: number | null;
};

interface LabelOfPerson {
  readonly message_id: MessageId;
  readonly author: string;
  /** Of the message. */
  readonly thread_id: string;
  readonly end_user_id: string | null;
}

interface FeedbackOfPerson extends LabelOfPerson {
  readonly feedback_id: string;
  readonly proposal_curated_id: CuratedId | null;
}

const ofMessageSql = 'tenant_id = ? AND message_id = ?';

export const feedbackOfPersonSql = `SELECT feedback_id, message_id, author, proposal_curated_id, messages.thread_id,
  messages.end_user_id FROM feedback JOIN messages USING (tenant_id, message_id)
  WHERE tenant_id = ? AND person = ? AND feedback_id > ? ORDER BY feedback_id LIMIT ?`;

/** The author of a label by an end user ends with their pseudonym of this length; no key id is that long. */
export const labelsOfPersonSql = (
  dialect: Dialect,
) => `SELECT message_id, author, messages.thread_id, messages.end_user_id
  FROM labels JOIN messages USING (tenant_id, message_id)
  WHERE tenant_id = ? AND ${dialect.lastCharacters('author', 32)} = ? AND message_id > ? ORDER BY message_id LIMIT ?`;

function prepareStatements(all: AllStatements) {
  const { dialect, read, change } = all;
  return {
    find: read<StoredMessage>(
      `SELECT thread_id, end_user_id, leaf_index, content_state, left_pairs, secret_no, content_no
       FROM messages WHERE ${ofMessageSql}`,
    ),
    findDropped: read<LeafColumns>(findDroppedSql),
    findErasure: read<EntryColumns>(
      `SELECT ${entryColumnsSql} FROM log_entries WHERE tenant_id = ? AND subject = ? AND event_kind = 'erasure'
       ORDER BY leaf_index DESC LIMIT 1`,
    ),
    clearEndUser: change(`UPDATE messages SET end_user_id = NULL WHERE ${ofMessageSql}`),
    removeLabels: change(`DELETE FROM labels WHERE ${ofMessageSql}`),
    putEvent: prepareOutbox(all),
    listFeedback: read<FeedbackOfPerson>(feedbackOfPersonSql),
    forgetQuoting: change(forgetQuotingSql),
    removeFeedback: change('DELETE FROM feedback WHERE tenant_id = ? AND feedback_id = ?'),
    listLabels: read<LabelOfPerson>(labelsOfPersonSql(dialect)),
    removeLabel: change(`DELETE FROM labels WHERE ${ofMessageSql} AND author = ?`),
    listHolds: read<Pick<HoldColumns, 'hold_id' | 'secret_no'>>(
      'SELECT hold_id, secret_no FROM holds WHERE tenant_id = ? AND person = ? AND lifted_at_ms IS NOT NULL',
    ),
    closeThread: change('UPDATE threads SET end_user_id = ? WHERE tenant_id = ? AND thread_id = ?'),
    listThreadHolds: read<{ readonly hold_id: HoldId }>(
      `SELECT hold_id FROM holds WHERE tenant_id = ? AND lifted_at_ms IS NULL AND (scope = 'tenant' OR thread_id = ?)
       ORDER BY hold_id`,
    ),
    anonymizeHold: change(
      'UPDATE holds SET person = NULL, secret_no = ?, words = ? WHERE tenant_id = ? AND hold_id = ?',
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function* findEarlier(
  { findErasure }: Statements,
  [tenantId, messageId]: readonly [TenantId, MessageId],
  derivedPairs: string | null,
): Operation<EraseOutcome> {
  const found = yield* findErasure.first(tenantId, messageId);
  if (found === null) throw new Error('an erased message has no entry that says so');
  const atMs = Date.parse(parseEntry(found.entry).time);
  return { kind: 'already_erased', place: decodePlace(found), atMs, pairs: JSON.parse(derivedPairs ?? '[]') };
}

function* eraseMessage(
  parts: ErasureParts,
  statements: Statements,
  [tenantId, messageId, { atMs, actor, event }]: Parameters<RetentionStore['eraseMessage']>,
): Operation<EraseOutcome> {
  const found = yield* statements.find.first(tenantId, messageId);
  if (found === null) {
    const dropped = yield* statements.findDropped.first(tenantId, messageId);
    return dropped === null ? { kind: 'unknown' } : { kind: 'dropped', place: decodePlace(dropped) };
  }
  const { thread_id: threadId, end_user_id: person, secret_no: secretNo, content_no: contentNo } = found;
  if (found.leaf_index === null) return { kind: 'unfinished' };
  // A caller may ask again because the first response got lost, so the files are cleaned once more.
  parts.onTextRemoved();
  if (found.content_state === 'erased')
    return yield* findEarlier(statements, [tenantId, messageId], found.left_pairs);
  const holdIds = yield* parts.activeHolds.over(tenantId, { messageId, threadId, person });
  if (holdIds.length > 0) return { kind: 'under_hold', holdIds };

  const pairs = yield* parts.destruction.destroy({
    tenantId,
    messageId,
    secretNo,
    contentNo,
    state: 'erased',
  });
  yield* statements.removeLabels.put(tenantId, messageId);
  yield* statements.clearEndUser.put(tenantId, messageId);
  yield* parts.destruction.anonymizeThread(tenantId, threadId);
  yield* parts.sweepProgress.noteEmptied(tenantId, messageId);
  yield* statements.putEvent(tenantId, atMs, event);
  const erasure = { kind: 'erasure', subject: messageId, state: 'erased', atMs, actor, details: [] } as const;
  return { kind: 'erased', place: yield* parts.log.appendEvent(tenantId, erasure), atMs, pairs };
}

/** Separates labels or feedback by whether the message that they refer to is under hold. */
function* separateHeld<Row extends LabelOfPerson>(
  { activeHolds }: Pick<ErasureParts, 'activeHolds'>,
  tenantId: string,
  rows: readonly Row[],
): Operation<{ readonly free: readonly Row[]; readonly underHold: readonly Row[] }> {
  const free: Row[] = [];
  const underHold: Row[] = [];
  for (const row of rows) {
    const { message_id: messageId, thread_id: threadId, end_user_id: person } = row;
    const holds = yield* activeHolds.over(tenantId, { messageId, threadId, person });
    (holds.length > 0 ? underHold : free).push(row);
  }
  return { free, underHold };
}

/** Threads need no erasure here: they lose the person with the last message that names them. */
function* erasePersonTraces(
  parts: ErasureParts,
  statements: Statements,
  { tenantId, endUserId, after, rowsMax }: TracesOfPerson,
): Operation<ErasedTraces> {
  // Even if nothing is found: the caller is promised that everything is gone, and an earlier attempt may have left copies.
  parts.onTextRemoved();
  const key = yield* parts.keys.find(tenantId);
  if (key === null) return { rows: 0, underHold: [], pairs: [], next: null };
  const person = personOf(key, endUserId);
  const said = yield* statements.listFeedback.all(tenantId, person, after, rowsMax);
  const { free, underHold } = yield* separateHeld(parts, tenantId, said);
  const pairs = new Set<CuratedId>();
  for (const feedback of free) {
    const { message_id: messageId, author, proposal_curated_id: curatedId } = feedback;
    yield* statements.removeFeedback.put(tenantId, feedback.feedback_id);
    yield* statements.removeLabel.put(tenantId, messageId, author);
    yield* statements.forgetQuoting.put(tenantId, messageId);
    // The question of the pair is that of the message, which may be erased later.
    if (curatedId !== null) yield* parts.derivedPairs.note(tenantId, messageId, curatedId);
    // These include pairs from feedback that the person has replaced since.
    for (const pair of yield* parts.derivedPairs.list(tenantId, messageId)) pairs.add(pair);
  }
  const holds = yield* statements.listHolds.all(tenantId, person);
  for (const { hold_id: holdId, secret_no: secretNo } of holds) {
    const { secret, secretNo: newNo } = yield* parts.lasting.make(tenantId);
    const words = sealBytes(secret, 'content', JSON.stringify(noWords));
    yield* statements.anonymizeHold.put(newNo, words, tenantId, holdId);
    yield* parts.lasting.wipe(secretNo);
  }
  const rows = free.length + holds.length;
  const underHoldIds = underHold.map((feedback) => feedback.message_id);
  return {
    rows,
    underHold: underHoldIds,
    pairs: [...pairs],
    next: said.length < rowsMax ? null : (said.at(-1)?.feedback_id ?? null),
  };
}

/** Labels outlive their feedback, which is deleted when the content of its message expires. */
function* erasePersonLabels(
  { keys, activeHolds, onTextRemoved }: ErasureParts,
  statements: Statements,
  { tenantId, endUserId, after, rowsMax }: TracesOfPerson,
): Operation<ErasedTraces> {
  onTextRemoved();
  const key = yield* keys.find(tenantId);
  if (key === null) return { rows: 0, underHold: [], pairs: [], next: null };
  const labels = yield* statements.listLabels.all(tenantId, personOf(key, endUserId), after, rowsMax);
  const { free, underHold } = yield* separateHeld({ activeHolds }, tenantId, labels);
  for (const label of free) yield* statements.removeLabel.put(tenantId, label.message_id, label.author);
  const next = labels.length < rowsMax ? null : (labels.at(-1)?.message_id ?? null);
  return { rows: free.length, underHold: underHold.map((label) => label.message_id), pairs: [], next };
}

/** The writer's operations for erasure. All checks come before the first write. */
export function createErasureWrites(all: AllStatements, parts: ErasureParts) {
  const statements = prepareStatements(all);
  const writes = {
    eraseMessage: (...erased) => eraseMessage(parts, statements, erased),
    *closeThread(tenantId, threadId) {
      const holds = yield* statements.listThreadHolds.all(tenantId, threadId);
      if (holds.length > 0) return { kind: 'under_hold', holdIds: holds.map((hold) => hold.hold_id) };
      const closed = yield* statements.closeThread.run(erasedPerson, tenantId, threadId);
      return { kind: closed === 1 ? 'closed' : 'unknown' };
    },
  } satisfies OperationsFor<RetentionStore>;
  return {
    ...writes,
    erasePersonTraces: (tenantId: TenantId, endUserId: string, page: ErasedPage) =>
      erasePersonTraces(parts, statements, { tenantId, endUserId, ...page }),
    erasePersonLabels: (tenantId: TenantId, endUserId: string, page: ErasedPage) =>
      erasePersonLabels(parts, statements, { tenantId, endUserId, ...page }),
  };
}

type ErasedPage = Pick<TracesOfPerson, 'after' | 'rowsMax'>;
