import type { DatabaseSync } from 'node:sqlite';
import { makeRecordEntry } from '../sealing/make-entry.ts';
import { unpackEnvelope } from '../sealing/pack-envelope.ts';
import { factsSecret, personOf } from '../sealing/record-secret.ts';
import type { JournalColumns } from './journal-columns.ts';
import { goesOn, type Journal, prepareJournal } from './journal-writes.ts';
import type { KeyRing } from './key-ring.ts';
import { type LabelColumns, putLabelSql } from './label-columns.ts';
import type { Leaf, LogAppends } from './log-appends.ts';
import {
  type ClearValues,
  committedFields,
  type EncodedMessage,
  encodedLength,
  factsOf,
  insertMessageSql,
} from './message-columns.ts';
import { insertEventSql } from './outbox-writes.ts';
import { prepareSpending, type Spending } from './prepare-spending.ts';
import type { RetentionMarks } from './retention-marks.ts';
import type { SpendingColumns } from './spending-columns.ts';
import type { KeptSecret, Vault } from './vault.ts';

export interface AdmitCall {
  readonly message: EncodedMessage;
  readonly journal: readonly JournalColumns[];
}

/** The end of a message in one flat array: the message, what goes with it, and then id, type and body of each event. */
export type FinishCall = readonly [
  ...message: EncodedMessage,
  /** The states from which this end may be reached, in one text. */
  reachableFrom: string,
  nowMs: number,
  claimRoute: string | null,
  claimKey: string | null,
  claimEnding: 'keep' | 'free' | null,
  journal: readonly JournalColumns[],
  cost: SpendingColumns | null,
  label: LabelColumns | null,
  ...events: string[],
];

/** Positions in a `FinishCall`. */
const at = {
  threadId: 2,
  status: 3,
  contentState: 10,
  createdAtMs: 11,
  envelope: 19,
  reachableFrom: 20,
  nowMs: 21,
  claimRoute: 22,
  claimKey: 23,
  claimEnding: 24,
  journal: 25,
  cost: 26,
  label: 27,
  events: 28,
} as const;

export interface HoldCall {
  /** As an end is told, though it is none: the key it came with is always kept. */
  readonly held: FinishCall;
  readonly heldMax: number;
}

type Obstacle = 'already_ended' | 'unreachable_state' | 'journal_gap';

/** The leaf, or why nothing was written. */
export type FinishOutcome = Leaf | Obstacle;
export type HoldOutcome = 'held' | 'too_many' | Obstacle;

/** The order in which `findState` selects. */
type StoredState = readonly [
  status: string,
  threadId: string,
  createdAtMs: number,
  leafIndex: number | null,
  secretNo: number,
  contentNo: number,
];

/** What a message is at its admission stays: whose it is, in which thread, from when, through which channel. */
const updateSql = `UPDATE messages SET status = ?, band = ?, confidence_score = ?, tripwire_triggered = ?,
  source_type = ?, content_state = ?, policy_version = ?, pack_versions = ?, time_ms = ?, model_tier = ?,
  routing_source = ?, degraded = ?, findings = ?, content_no = ?,
  leaf_index = ?, leaf_hash = ? WHERE tenant_id = ? AND message_id = ?`;

const claimSql = 'tenant_id = ? AND route = ? AND key = ? AND message_id = ? AND finished = 0';

function prepareStatements(database: DatabaseSync) {
  const findState = database.prepare(
    'SELECT status, thread_id, created_at_ms, leaf_index, secret_no, content_no FROM messages WHERE tenant_id = ? AND message_id = ?',
  );
  findState.setReturnArrays(true);
  return {
    findState,
    insert: database.prepare(insertMessageSql),
    update: database.prepare(updateSql),
    start: database.prepare(
      "UPDATE messages SET status = 'processing' WHERE tenant_id = ? AND message_id = ? AND status = 'queued'",
    ),
    countHeld: database.prepare(
      "SELECT count(*) AS held FROM messages WHERE tenant_id = ? AND status = 'in_review' AND status <> 'delivered'",
    ),
    openThread: database.prepare(
      'INSERT INTO threads (tenant_id, thread_id, end_user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    insertEvent: database.prepare(insertEventSql),
    putLabel: database.prepare(putLabelSql),
    keepClaim: database.prepare(`UPDATE idempotency SET finished = 1 WHERE ${claimSql}`),
    freeClaim: database.prepare(`DELETE FROM idempotency WHERE ${claimSql}`),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

/** What is stored of a message before it ends or waits. */
interface Before {
  readonly stored: StoredState | undefined;
  /** Of its journal; 0: it has none. */
  readonly lastSeq: number;
}

/** What was not admitted has no journal yet, and is not searched for one. */
function readBefore({ statements, journal }: FinishParts, [tenantId, messageId]: FinishCall): Before {
  const key = [tenantId, messageId] as const;
  const stored = statements.findState.get(...key) as unknown as StoredState | undefined;
  return { stored, lastSeq: stored === undefined ? 0 : journal.lastSeq(key) };
}

/** Why a message cannot end or wait like this, or null where it can. */
function findObstacle({ stored, lastSeq }: Before, call: FinishCall): Obstacle | null {
  if (stored !== undefined) {
    const [status, threadId, createdAtMs, leafIndex] = stored;
    if (leafIndex !== null) return 'already_ended';
    const isSameMessage = threadId === call[at.threadId] && createdAtMs === call[at.createdAtMs];
    if (!isSameMessage || !call[at.reachableFrom].includes(status)) return 'unreachable_state';
  }
  return goesOn(call[at.journal], lastSeq) ? null : 'journal_gap';
}

/** Where a message's secret, its content and its leaf are. */
interface Sealed {
  readonly kept: KeptSecret;
  readonly contentNo: number;
  readonly leaf: Leaf | readonly [null, null];
}

const encodedOf = (call: FinishCall) => call.slice(0, encodedLength) as unknown as EncodedMessage;
const clearOf = (message: EncodedMessage) => message.slice(1, -1) as unknown as ClearValues;

/** Puts the content under the message's own key. What it held before its end is overwritten. */
function sealContent({ vault }: FinishParts, call: FinishCall, { stored }: Before): Omit<Sealed, 'leaf'> {
  const [tenantId, messageId] = call;
  const kept =
    stored === undefined
      ? vault.newSecret(tenantId, messageId)
      : vault.secretOf(tenantId, messageId, stored[4]);
  const contentNo = vault.putContent(kept.secret, call[at.envelope]);
  if (stored !== undefined) vault.wipeContent(stored[5]);
  return { kept, contentNo };
}

/** What binds the record to its place in the log. Made here, since this thread has time while the disk is written. */
function appendLeaf({ keys, log }: FinishParts, call: FinishCall, { secret }: KeptSecret): Leaf {
  const message = encodedOf(call);
  const [tenantId, messageId] = message;
  const entry = makeRecordEntry(
    {
      ...{ tenantId, messageId, status: call[at.status], createdAtMs: call[at.createdAtMs] },
      fields: committedFields(unpackEnvelope(call[at.envelope]), call[at.contentState]),
      facts: factsOf(clearOf(message)),
    },
    { secret, factsSecret: factsSecret(keys.get(tenantId), messageId) },
  );
  return log.appendRecord(tenantId, entry);
}

/** A message that was not there before: it and, where that is new, its thread. */
function insertMessage(
  { statements, keys }: Pick<FinishParts, 'statements' | 'keys'>,
  message: EncodedMessage,
  { kept, contentNo, leaf }: Sealed,
): void {
  const [tenantId, messageId, threadId] = message;
  const endUserId = message[9];
  const person = endUserId === null ? null : personOf(keys.get(tenantId), endUserId);
  statements.openThread.run(tenantId, threadId, person);
  const [, , status, band, score, tripwire, sourceType, channelType, , ...rest] = clearOf(message);
  const columns = [messageId, threadId, status, band, score, tripwire, sourceType, channelType, person];
  statements.insert.run(tenantId, ...columns, ...rest, kept.secretNo, contentNo, ...leaf);
}

function updateMessage({ statements }: FinishParts, call: FinishCall, { contentNo, leaf }: Sealed): void {
  const [messageId, , status, band, score, tripwire, sourceType, , , contentState, , ...rest] = clearOf(
    encodedOf(call),
  );
  const found = [status, band, score, tripwire, sourceType, contentState, ...rest];
  statements.update.run(...found, contentNo, ...leaf, call[0], messageId);
}

interface FinishParts {
  readonly statements: Statements;
  readonly keys: KeyRing;
  readonly vault: Vault;
  readonly log: LogAppends;
  readonly journal: Journal;
  readonly spending: Spending;
  readonly marks: RetentionMarks;
}

/** The outbox rows, and what becomes of the idempotency key. */
function writeNotices(statements: Statements, call: FinishCall): void {
  const [tenantId, messageId] = call;
  for (let index: number = at.events; index < call.length; index += 3) {
    // Behind the named positions there are texts alone.
    const [eventId = null, type = null, body = null] = call.slice(index, index + 3) as string[];
    statements.insertEvent.run(tenantId, eventId, type, body, call[at.nowMs]);
  }
  const ending = call[at.claimEnding];
  if (ending !== null) {
    const settle = ending === 'keep' ? statements.keepClaim : statements.freeClaim;
    settle.run(tenantId, call[at.claimRoute], call[at.claimKey], messageId);
  }
}

/** The message itself, what it cost, and its notices. */
function writeMessage(parts: FinishParts, call: FinishCall, sealed: Sealed & Before): void {
  const { statements, spending } = parts;
  if (sealed.stored === undefined) insertMessage(parts, encodedOf(call), sealed);
  else updateMessage(parts, call, sealed);
  const cost = call[at.cost];
  if (cost !== null) spending.add(call[0], cost);
  writeNotices(statements, call);
}

function finishMessage(parts: FinishParts, call: FinishCall): FinishOutcome {
  const [tenantId, messageId] = call;
  const before = readBefore(parts, call);
  const obstacle = findObstacle(before, call);
  if (obstacle !== null) return obstacle;
  const sealed = sealContent(parts, call, before);
  const leaf = appendLeaf(parts, call, sealed.kept);
  writeMessage(parts, call, { ...before, ...sealed, leaf });
  const label = call[at.label];
  // Behind its message, which it names.
  if (label !== null) parts.statements.putLabel.run(tenantId, ...label);
  const end = { lastSeq: before.lastSeq, nowMs: call[at.nowMs] };
  parts.journal.end([tenantId, messageId], sealed.kept.secret, call[at.journal], end);
  parts.marks.noteEnd(tenantId, messageId);
  return leaf;
}

function holdMessage(parts: FinishParts, { held, heldMax }: HoldCall): HoldOutcome {
  const [tenantId, messageId] = held;
  const before = readBefore(parts, held);
  const obstacle = findObstacle(before, held);
  if (obstacle !== null) return obstacle;
  if (Number(parts.statements.countHeld.get(tenantId)?.['held']) >= heldMax) return 'too_many';
  const sealed = sealContent(parts, held, before);
  writeMessage(parts, held, { ...before, ...sealed, leaf: [null, null] });
  parts.journal.write([tenantId, messageId], sealed.kept.secret, held[at.journal]);
  return 'held';
}

/** The writer's operations on messages. All checks of an operation come before its first write. */
export function createRecordWrites(
  database: DatabaseSync,
  { keys, vault, log, marks }: Pick<FinishParts, 'keys' | 'vault' | 'log' | 'marks'>,
) {
  const statements = prepareStatements(database);
  const journal = prepareJournal(database);
  const parts = { statements, keys, vault, log, journal, marks, spending: prepareSpending(database) };
  return {
    admitMessage({ message, journal: firstEvents }: AdmitCall): null {
      const [tenantId, messageId] = message;
      const kept = vault.newSecret(tenantId, messageId);
      const contentNo = vault.putContent(kept.secret, message[encodedLength - 1] as string);
      insertMessage(parts, message, { kept, contentNo, leaf: [null, null] });
      journal.write([tenantId, messageId], kept.secret, firstEvents);
      return null;
    },
    startMessage([tenantId, messageId]: readonly [tenantId: string, messageId: string]): boolean {
      return statements.start.run(tenantId, messageId).changes === 1;
    },
    holdMessage: (call: HoldCall): HoldOutcome => holdMessage(parts, call),
    finishMessage: (call: FinishCall): FinishOutcome => finishMessage(parts, call),
    addSpending([tenantId, cost]: readonly [tenantId: string, cost: SpendingColumns]): null {
      parts.spending.add(tenantId, cost);
      return null;
    },
    releaseKey(claim: readonly [tenantId: string, route: string, key: string, messageId: string]): null {
      statements.freeClaim.run(...claim);
      return null;
    },
  };
}
