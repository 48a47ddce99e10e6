import type { OutboxEvent } from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';
import type { ClaimEnding, JournalEvent } from '../../records/record-store.ts';
import type { SweepProgress } from '../erasure/sweep-progress.ts';
import type { LabelColumns } from '../feedback/label-columns.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeptSecret, RecordSecrets } from '../keys/record-secrets.ts';
import type { LogAppends } from '../log/log-appends.ts';
import { makeRecordEntry } from '../sealing/make-entry.ts';
import { unpackEnvelope } from '../sealing/pack-envelope.ts';
import { factsSecret, personOf } from '../sealing/record-secret.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import { goesOn, type Journal, prepareJournal } from './journal-writes.ts';
import { committedFields, type EncodedMessage, factsOf } from './message-columns.ts';
import { type MessageStatements, prepareMessageStatements, type StoredState } from './message-statements.ts';
import { type PutEvents, prepareOutbox } from './outbox-writes.ts';
import { prepareSpending, type Spending } from './prepare-spending.ts';
import type { SpendingColumns } from './spending-columns.ts';

export interface AdmitCall {
  readonly message: EncodedMessage;
  readonly journal: readonly JournalEvent[];
}

/** What happens to the idempotency key of a message. */
interface EndedClaim {
  readonly route: string;
  readonly key: string;
  readonly ending: ClaimEnding['ending'];
}

/** The end of a message, and what is committed with it. */
export interface FinishCall {
  readonly message: EncodedMessage;
  /** The states from which this end may be reached, in one text. */
  readonly reachableFrom: string;
  readonly nowMs: number;
  readonly claim: EndedClaim | null;
  readonly journal: readonly JournalEvent[];
  readonly cost: SpendingColumns | null;
  readonly label: LabelColumns | null;
  readonly events: readonly OutboxEvent[];
}

export interface SubmitForReviewCall {
  /** Written like an end, although the message has not ended: its idempotency key is always kept. */
  readonly pending: FinishCall;
  readonly inReviewMax: number;
}

type Obstacle = 'already_ended' | 'unreachable_state' | 'journal_gap';

/** The place in the log, or why nothing was written. */
export type FinishOutcome = LogPlace | Obstacle;
export type SubmitForReviewOutcome = 'in_review' | 'too_many' | Obstacle;

interface FinishParts {
  readonly statements: MessageStatements;
  readonly keys: KeyRing;
  readonly recordSecrets: RecordSecrets;
  readonly log: LogAppends;
  readonly journal: Journal;
  readonly spending: Spending;
  readonly sweepProgress: SweepProgress;
  readonly putEvents: PutEvents;
}

const keyOf = ({ clear }: EncodedMessage) => [clear.tenant_id, clear.message_id] as const;

/** The stored state of a message before it ends or goes into review. */
interface Before {
  readonly stored: StoredState | null;
  /** Of its journal; 0: it has none. */
  readonly lastSeq: number;
}

/** A message that was not admitted has no journal, so none is looked up. */
function* readBefore({ statements, journal }: FinishParts, { message }: FinishCall): Operation<Before> {
  const key = keyOf(message);
  const stored = yield* statements.findState.first(...key);
  return { stored, lastSeq: stored === null ? 0 : yield* journal.lastSeq(key) };
}

/** Why a message cannot end or go into review like this, or null if it can. */
function findObstacle({ stored, lastSeq }: Before, call: FinishCall): Obstacle | null {
  if (stored !== null) {
    const { clear } = call.message;
    if (stored.leaf_index !== null) return 'already_ended';
    const isSameMessage =
      stored.thread_id === clear.thread_id && stored.created_at_ms === clear.created_at_ms;
    if (!isSameMessage || !call.reachableFrom.includes(stored.status)) return 'unreachable_state';
  }
  return goesOn(call.journal, lastSeq) ? null : 'journal_gap';
}

/** The places of a message's secret, content and leaf. */
interface Sealed {
  readonly kept: KeptSecret;
  readonly contentNo: number;
  /** Null: it has not ended. */
  readonly leaf: LogPlace | null;
}

/** Seals the content under the message's own key. Its content before the end is overwritten. */
function* sealContent(
  { recordSecrets }: Pick<FinishParts, 'recordSecrets'>,
  message: EncodedMessage,
  stored: StoredState | null,
): Operation<Omit<Sealed, 'leaf'>> {
  const key = keyOf(message);
  const kept = yield* stored === null
    ? recordSecrets.newSecret(...key)
    : recordSecrets.secretOf(...key, stored.secret_no);
  const contentNo = yield* recordSecrets.putContent(key[0], kept.secret, message.envelope);
  if (stored !== null) yield* recordSecrets.wipeContent(stored.content_no);
  return { kept, contentNo };
}

/** The leaf that binds the record to its place in the log. Computed here, because this thread is idle while the disk writes. */
function* appendLeaf(
  { keys, log }: FinishParts,
  { clear, envelope }: EncodedMessage,
  { secret }: KeptSecret,
): Operation<LogPlace> {
  const { tenant_id: tenantId, message_id: messageId, status, created_at_ms: createdAtMs } = clear;
  const entry = makeRecordEntry(
    {
      ...{ tenantId, messageId, status, createdAtMs },
      fields: committedFields(unpackEnvelope(envelope), clear.content_state),
      facts: factsOf(clear),
    },
    { secret, factsSecret: factsSecret(yield* keys.get(tenantId), messageId) },
  );
  return yield* log.appendRecord(tenantId, entry);
}

/** Inserts a new message and, if it is new, its thread. */
function* insertMessage(
  { statements, keys }: Pick<FinishParts, 'statements' | 'keys'>,
  { clear }: EncodedMessage,
  { kept, contentNo, leaf }: Sealed,
): Operation<void> {
  const { tenant_id: tenantId, thread_id: threadId, end_user_id: endUserId } = clear;
  const person = endUserId === null ? null : personOf(yield* keys.get(tenantId), endUserId);
  yield* statements.openThread.put(tenantId, threadId, person);
  yield* statements.insert.put({
    ...clear,
    end_user_id: person,
    secret_no: kept.secretNo,
    content_no: contentNo,
    leaf_index: leaf?.leafIndex ?? null,
    leaf_hash: leaf?.leafHash ?? null,
  });
}

function updateMessage(
  { statements }: FinishParts,
  { clear }: EncodedMessage,
  { contentNo, leaf }: Sealed,
): Operation<void> {
  return statements.update.put({
    ...clear,
    content_no: contentNo,
    leaf_index: leaf?.leafIndex ?? null,
    leaf_hash: leaf?.leafHash ?? null,
  });
}

function* settleClaim(
  { keepClaim, freeClaim }: MessageStatements,
  { message, claim }: FinishCall,
): Operation<void> {
  if (claim === null) return;
  const [tenantId, messageId] = keyOf(message);
  const settle = claim.ending === 'keep' ? keepClaim : freeClaim;
  yield* settle.put(tenantId, claim.route, claim.key, messageId);
}

/** Writes the message, its cost, its events and the result of its idempotency key. */
function* writeMessage(parts: FinishParts, call: FinishCall, sealed: Sealed & Before): Operation<void> {
  const { message, cost, nowMs, events } = call;
  const { clear } = message;
  if (sealed.stored === null) yield* insertMessage(parts, message, sealed);
  else yield* updateMessage(parts, message, sealed);
  if (cost !== null) yield* parts.spending.add(clear.tenant_id, cost);
  if (events.length > 0) yield* parts.putEvents({ tenantId: clear.tenant_id, nowMs, events });
  yield* settleClaim(parts.statements, call);
}

function* finishMessage(parts: FinishParts, call: FinishCall): Operation<FinishOutcome> {
  const key = keyOf(call.message);
  const before = yield* readBefore(parts, call);
  const obstacle = findObstacle(before, call);
  if (obstacle !== null) return obstacle;
  const sealed = yield* sealContent(parts, call.message, before.stored);
  const leaf = yield* appendLeaf(parts, call.message, sealed.kept);
  yield* writeMessage(parts, call, { ...before, ...sealed, leaf });
  // After its message, which it references.
  if (call.label !== null) yield* parts.statements.putLabel.put({ tenant_id: key[0], ...call.label });
  const end = { lastSeq: before.lastSeq, nowMs: call.nowMs };
  yield* parts.journal.end(key, sealed.kept.secret, call.journal, end);
  yield* parts.sweepProgress.noteEnd(...key);
  return leaf;
}

function* submitForReview(
  parts: FinishParts,
  { pending, inReviewMax }: SubmitForReviewCall,
): Operation<SubmitForReviewOutcome> {
  const key = keyOf(pending.message);
  const before = yield* readBefore(parts, pending);
  const obstacle = findObstacle(before, pending);
  if (obstacle !== null) return obstacle;
  const inReview = yield* parts.statements.countInReview.first(key[0]);
  if ((inReview?.count ?? 0) >= inReviewMax) return 'too_many';
  const sealed = yield* sealContent(parts, pending.message, before.stored);
  yield* writeMessage(parts, pending, { ...before, ...sealed, leaf: null });
  yield* parts.journal.write(key, sealed.kept.secret, pending.journal);
  return 'in_review';
}

/** The writer's operations on messages. All checks of an operation come before its first write. */
export function createRecordWrites(
  all: Statements,
  also: Pick<FinishParts, 'keys' | 'recordSecrets' | 'log' | 'sweepProgress'>,
) {
  const statements = prepareMessageStatements(all);
  const journal = prepareJournal(all);
  const spending = prepareSpending(all);
  const parts = { ...also, statements, journal, spending, putEvents: prepareOutbox(all) };
  return {
    *admitMessage({ message, journal: firstEvents }: AdmitCall): Operation<void> {
      const sealed = yield* sealContent(parts, message, null);
      yield* insertMessage(parts, message, { ...sealed, leaf: null });
      yield* journal.write(keyOf(message), sealed.kept.secret, firstEvents);
    },
    *startMessage([tenantId, messageId]: readonly [tenantId: string, messageId: string]): Operation<boolean> {
      return (yield* statements.start.run(tenantId, messageId)) === 1;
    },
    submitForReview: (call: SubmitForReviewCall) => submitForReview(parts, call),
    finishMessage: (call: FinishCall) => finishMessage(parts, call),
    addSpending: ([tenantId, cost]: readonly [tenantId: string, cost: SpendingColumns]) =>
      spending.add(tenantId, cost),
    releaseKey: (claim: readonly [tenantId: string, route: string, key: string, messageId: string]) =>
      statements.freeClaim.put(...claim),
  };
}
