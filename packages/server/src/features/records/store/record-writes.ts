import type { TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { KeptSecret, KeyRing, RecordSecrets } from '@avow/storage/sealing';
import { drawSecret, factsSecret, personOf, wrapSecret } from '@avow/storage/sealing';
import type { AppendedLeaf, LogAppends } from '../../log/store/log-appends.ts';
import { makeRecordEntry } from '../../log/store/make-entry.ts';
import { type MailQueue, prepareMails } from '../../mail/store/prepare-mails.ts';
import type { SweepProgress } from '../../retention/store/sweep-progress.ts';
import { prepareReviews, type ReviewRows } from '../../review/store/review-writes.ts';
import type { RecordStore, RecordUpkeep } from '../record-store.ts';
import { type JournalWrites, prepareJournal } from './journal-writes.ts';
import { committedFields, type EncodedMessage, type MessageColumns, spellFacts } from './message-columns.ts';
import type { AdmissionRows, EndRows } from './message-rows.ts';
import { type MessageStatements, prepareMessageStatements, type StoredState } from './message-statements.ts';
import { type PutEvent, prepareOutbox } from './outbox-writes.ts';
import { unpackEnvelope } from './pack-envelope.ts';
import { prepareSpending, type SpendingWrites } from './prepare-spending.ts';
import type { SpendingColumns } from './spending-columns.ts';
import { findObstacle, keyOf, type Obstacle, readBefore } from './state-before.ts';

/** Or why nothing was written. */
export type FinishOutcome = 'ended' | Obstacle;
export type SubmitForReviewOutcome = 'in_review' | 'too_many' | Obstacle;

interface ReviewBegin {
  readonly inReviewMax: number;
  readonly sinceMs: number;
}

interface FinishParts {
  /** Of this process; null: no other shares the records. */
  readonly nodeId: string | null;
  readonly mayAssume: (() => boolean) | null;
  readonly statements: MessageStatements;
  readonly keys: KeyRing;
  readonly recordSecrets: RecordSecrets;
  readonly log: LogAppends;
  readonly journal: JournalWrites;
  readonly spending: SpendingWrites;
  readonly sweepProgress: SweepProgress;
  readonly putEvent: PutEvent;
  readonly mailQueue: MailQueue;
  readonly reviews: ReviewRows;
}

/** The places of a message's secret, content and leaf, and who answers it. */
interface Sealed {
  readonly nodeId: string | null;
  readonly kept: KeptSecret;
  readonly contentNo: number;
  /** Null: it has not ended. */
  readonly leaf: AppendedLeaf | null;
}

interface ToSeal {
  readonly stored: StoredState | null;
  readonly tenantKey: Buffer;
}

/** Seals the content under the message's own key. Its content before the end is overwritten. */
function* sealContent(
  { recordSecrets }: Pick<FinishParts, 'recordSecrets'>,
  message: EncodedMessage,
  { stored, tenantKey }: ToSeal,
): Operation<Omit<Sealed, 'leaf' | 'nodeId'>> {
  const [tenantId, messageId] = keyOf(message);
  let kept: KeptSecret;
  if (stored === null) {
    const secret = drawSecret();
    const wrapped = wrapSecret(tenantKey, messageId, secret);
    kept = { secret, secretNo: yield* recordSecrets.putSecret(tenantId, wrapped) };
  } else {
    if (stored.secret === null) throw new Error('a message has lost its secret');
    kept = { secret: wrapSecret(tenantKey, messageId, stored.secret), secretNo: stored.secret_no };
  }
  const { envelope, clear } = message;
  const content = { packed: envelope, audience: clear.audience };
  const contentNo = yield* recordSecrets.putContent(tenantId, kept.secret, content);
  if (stored !== null) yield* recordSecrets.wipeContent(stored.content_no);
  return { kept, contentNo };
}

/** The leaf that binds the record to its place in the log. Computed here, because this thread is idle while the disk writes. */
function makeLeaf({ clear, envelope }: EncodedMessage, { secret }: KeptSecret, tenantKey: Buffer): string {
  const { tenant_id: tenantId, message_id: messageId, status, created_at_ms: createdAtMs } = clear;
  return makeRecordEntry(
    {
      ...{ tenantId, messageId, status, createdAtMs },
      fields: committedFields(unpackEnvelope(envelope), clear.content_state),
      facts: spellFacts(clear),
      rules: clear.rules,
    },
    { secret, factsSecret: factsSecret(tenantKey, messageId) },
  );
}

function rowOf({ clear }: EncodedMessage, person: string | null, sealed: Sealed): MessageColumns {
  const { kept, contentNo, leaf, nodeId } = sealed;
  return {
    ...clear,
    end_user_id: person,
    secret_no: kept.secretNo,
    content_no: contentNo,
    leaf_index: leaf?.position ?? null,
    leaf_hash: leaf?.leafHash ?? null,
    node_id: nodeId,
  };
}

/** Inserts a new message and, if it is new, its thread. */
function* insertMessage(
  statements: MessageStatements,
  message: EncodedMessage,
  sealed: Sealed & Pick<ToSeal, 'tenantKey'>,
): Operation<void> {
  const { tenant_id: tenantId, thread_id: threadId, end_user_id: endUserId } = message.clear;
  const person = endUserId === null ? null : personOf(sealed.tenantKey, endUserId);
  yield* statements.openThread.put(tenantId, threadId, message.isThreadShared ? null : person);
  yield* statements.insert.put(rowOf(message, person, sealed));
}

function updateMessage(
  { statements }: FinishParts,
  { clear }: EncodedMessage,
  { contentNo, leaf, nodeId }: Sealed,
): Operation<void> {
  return statements.update.put({
    ...clear,
    content_no: contentNo,
    node_id: nodeId,
    leaf_index: leaf?.position ?? null,
    leaf_hash: leaf?.leafHash ?? null,
  });
}

function* settleClaim(statements: MessageStatements, end: EndRows): Operation<void> {
  const { claim, heldKey } = end;
  const [tenantId, messageId] = keyOf(end.message);
  if (claim !== null) {
    const settle = claim.ending === 'keep' ? statements.keepClaim : statements.freeClaim;
    yield* settle.put(tenantId, claim.route, claim.key, messageId);
  }
  if (heldKey !== null)
    yield* (heldKey === 'keep' ? statements.keepHeld : statements.freeHeld).put(tenantId, messageId);
}

/** Writes the message, its cost, its events and the result of its idempotency key. */
function* writeMessage(parts: FinishParts, end: EndRows, sealed: Sealed & ToSeal): Operation<void> {
  const { message, cost, nowMs, events } = end;
  const { clear } = message;
  if (sealed.stored === null) yield* insertMessage(parts.statements, message, sealed);
  else yield* updateMessage(parts, message, sealed);
  if (cost !== null) yield* parts.spending.add(clear.tenant_id, cost);
  for (const event of events) yield* parts.putEvent(clear.tenant_id, nowMs, event);
  yield* settleClaim(parts.statements, end);
}

/** After its message, which it references. */
function* queueMails(
  { mailQueue }: FinishParts,
  { message, mails, mailToAsker, nowMs }: EndRows,
  secret: Uint8Array,
): Operation<void> {
  const key = keyOf(message);
  for (const mail of mails) yield* mailQueue.queue(key, secret, { ...mail, nowMs });
  if (mailToAsker !== null) yield* mailQueue.sendKept(key, secret, { ...mailToAsker, nowMs });
}

function* finishMessage(parts: FinishParts, end: EndRows): Operation<FinishOutcome> {
  const key = keyOf(end.message);
  const before = yield* readBefore(parts, end, end.isNew);
  // Committed before the connection was lost: nobody else could have ended it.
  if (end.isNew && before.stored !== null && before.stored.leaf_index !== null) return 'ended';
  const obstacle = findObstacle(parts, before, end);
  if (obstacle !== null) return obstacle;
  const toSeal = { stored: before.stored, tenantKey: yield* parts.keys.getOrMake(key[0]) };
  const sealed = yield* sealContent(parts, end.message, toSeal);
  const entry = makeLeaf(end.message, sealed.kept, toSeal.tenantKey);
  const leaf = yield* parts.log.appendRecord(key[0], entry);
  yield* writeMessage(parts, end, { ...toSeal, ...sealed, leaf, nodeId: null });
  // After its message, which it references.
  if (end.label !== null) yield* parts.statements.putLabel(key[0], end.label);
  if (end.journal.length > 0 || before.lastSeq > 0) {
    const { journal, nowMs } = end;
    yield* parts.journal.end(key, sealed.kept.secret, journal, { lastSeq: before.lastSeq, nowMs });
  }
  if (before.stored?.status === 'in_review') yield* parts.reviews.end(key, end.review, end.nowMs);
  yield* queueMails(parts, end, sealed.kept.secret);
  yield* parts.sweepProgress.noteEnd(...key);
  return 'ended';
}

function* submitForReview(
  parts: FinishParts,
  pending: EndRows,
  { inReviewMax, sinceMs }: ReviewBegin,
): Operation<SubmitForReviewOutcome> {
  const key = keyOf(pending.message);
  const before = yield* readBefore(parts, pending, false);
  const obstacle = findObstacle(parts, before, pending);
  if (obstacle !== null) return obstacle;
  const inReview = yield* parts.statements.countInReview.first(key[0]);
  if ((inReview?.count ?? 0) >= inReviewMax) return 'too_many';
  const toSeal = { stored: before.stored, tenantKey: yield* parts.keys.getOrMake(key[0]) };
  const sealed = yield* sealContent(parts, pending.message, toSeal);
  yield* writeMessage(parts, pending, { ...toSeal, ...sealed, leaf: null, nodeId: null });
  yield* parts.journal.write(key, sealed.kept.secret, pending.journal);
  yield* parts.reviews.begin(key, sinceMs);
  yield* queueMails(parts, pending, sealed.kept.secret);
  return 'in_review';
}

/** The writer's operations on messages. All checks of an operation come before its first write. */
export function createRecordWrites(
  all: Statements,
  also: Pick<FinishParts, 'keys' | 'recordSecrets' | 'log' | 'sweepProgress' | 'nodeId' | 'mayAssume'>,
) {
  const statements = prepareMessageStatements(all);
  const journal = prepareJournal(all);
  const spending = prepareSpending(all);
  const parts = {
    ...also,
    statements,
    journal,
    spending,
    putEvent: prepareOutbox(all),
    mailQueue: prepareMails(all),
    reviews: prepareReviews(all),
  };
  const writes = {
    *startMessage(tenantId, messageId) {
      return (yield* statements.start.run(tenantId, messageId, parts.nodeId)) === 1;
    },
    releaseIdempotencyKey: (tenantId, { route, key, messageId }) =>
      statements.freeClaim.put(tenantId, route, key, messageId),
  } satisfies OperationsFor<RecordStore>;
  const upkeep = {
    *adopt(tenantId, messageId) {
      if ((yield* statements.adopt.run(parts.nodeId, tenantId, messageId, parts.nodeId)) !== 1) return false;
      yield* statements.adoptClaim.put(parts.nodeId, tenantId, messageId);
      return true;
    },
  } satisfies OperationsFor<RecordUpkeep>;
  return {
    ...writes,
    ...upkeep,
    *admitMessage(admission: AdmissionRows): Operation<'admitted' | 'claim_lost'> {
      const { message } = admission;
      const key = keyOf(message);
      if (parts.mayAssume !== null) {
        const { stored, isClaimLost } = yield* readBefore(parts, admission, true);
        // Committed before the connection was lost: nobody else could have admitted it.
        if (stored !== null) return 'admitted';
        if (isClaimLost) return 'claim_lost';
      }
      const toSeal = { stored: null, tenantKey: yield* parts.keys.getOrMake(key[0]) };
      const sealed = yield* sealContent(parts, message, toSeal);
      yield* insertMessage(statements, message, { ...toSeal, ...sealed, leaf: null, nodeId: parts.nodeId });
      yield* journal.write(key, sealed.kept.secret, admission.journal);
      return 'admitted';
    },
    submitForReview: (pending: EndRows, begin: ReviewBegin) => submitForReview(parts, pending, begin),
    finishMessage: (end: EndRows) => finishMessage(parts, end),
    addSpending: (tenantId: TenantId, cost: SpendingColumns) => spending.add(tenantId, cost),
  };
}
