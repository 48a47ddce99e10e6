import type { DatabaseSync } from 'node:sqlite';
import { drawSalt, makeLeaf } from '../make-leaf.ts';
import type { JournalColumns } from './journal-columns.ts';
import { goesOn, type Journal, prepareJournal } from './journal-writes.ts';
import type { LeafNumbers } from './leaf-numbers.ts';
import { type EncodedMessage, encodedLength, insertMessageSql } from './message-columns.ts';
import { prepareSpending, type Spending } from './prepare-spending.ts';
import type { SpendingColumns } from './spending-columns.ts';

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
  ...events: string[],
];

/** Positions in a `FinishCall`. */
const at = {
  threadId: 2,
  status: 3,
  createdAtMs: 11,
  envelope: 14,
  reachableFrom: 15,
  nowMs: 16,
  claimRoute: 17,
  claimKey: 18,
  claimEnding: 19,
  journal: 20,
  cost: 21,
  events: 22,
} as const;

/** The leaf, or why nothing was written. */
export type FinishOutcome = Leaf | 'already_ended' | 'unreachable_state' | 'journal_gap';

type Leaf = readonly [index: number, hash: string];

/** The order in which `findState` selects. */
type StoredState = readonly [status: string, threadId: string, createdAtMs: number, leafIndex: number | null];

/** What a message is at its admission stays: whose it is, in which thread, from when, through which channel. */
const updateSql = `UPDATE messages SET status = ?, band = ?, confidence_score = ?, tripwire_triggered = ?,
  source_type = ?, content_state = ?, policy_version = ?, pack_versions = ?, envelope = ?, salt = unhex(?),
  leaf_index = ?, leaf_hash = ? WHERE tenant_id = ? AND message_id = ?`;

const claimSql = 'tenant_id = ? AND route = ? AND key = ? AND message_id = ? AND finished = 0';

function prepareStatements(database: DatabaseSync) {
  const findState = database.prepare(
    'SELECT status, thread_id, created_at_ms, leaf_index FROM messages WHERE tenant_id = ? AND message_id = ?',
  );
  findState.setReturnArrays(true);
  return {
    findState,
    insert: database.prepare(insertMessageSql),
    update: database.prepare(updateSql),
    start: database.prepare(
      "UPDATE messages SET status = 'processing' WHERE tenant_id = ? AND message_id = ? AND status = 'queued'",
    ),
    openThread: database.prepare(
      'INSERT INTO threads (tenant_id, thread_id, end_user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    insertEvent: database.prepare(
      'INSERT INTO outbox (tenant_id, event_id, type, body, created_at_ms) VALUES (?, ?, ?, ?, ?)',
    ),
    keepClaim: database.prepare(`UPDATE idempotency SET finished = 1 WHERE ${claimSql}`),
    freeClaim: database.prepare(`DELETE FROM idempotency WHERE ${claimSql}`),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

/** Why a stored message cannot end like this, or null where it can. */
function findObstacle(stored: StoredState, call: FinishCall): 'already_ended' | 'unreachable_state' | null {
  const [status, threadId, createdAtMs, leafIndex] = stored;
  if (leafIndex !== null) return 'already_ended';
  const isSameMessage = threadId === call[at.threadId] && createdAtMs === call[at.createdAtMs];
  return isSameMessage && call[at.reachableFrom].includes(status) ? null : 'unreachable_state';
}

interface Sealed {
  readonly salt: string;
  readonly leaf: Leaf;
}

/** What binds the record to its place in the log. Made here, since this thread has time while the disk is written. */
function seal(call: FinishCall, leafIndex: number): Sealed {
  const [tenantId, messageId] = call;
  const salt = drawSalt();
  const message = {
    messageId,
    status: call[at.status],
    createdAtMs: call[at.createdAtMs],
    envelope: call[at.envelope],
  };
  return { salt, leaf: [leafIndex, makeLeaf({ tenantId, message, salt })] };
}

/** A message that was not admitted before: it and, where that is new, its thread. */
function insertEnd(statements: Statements, call: FinishCall, { salt, leaf }: Sealed): void {
  const message = call.slice(0, encodedLength) as unknown as EncodedMessage;
  const [tenantId, , threadId, , , , , , , endUserId] = message;
  statements.openThread.run(tenantId, threadId, endUserId);
  statements.insert.run(...message, salt, ...leaf);
}

function updateToEnd(statements: Statements, call: FinishCall, { salt, leaf }: Sealed): void {
  const [tenantId, messageId, , status, band, score, tripwire, sourceType, , , contentState, , ...rest] =
    call;
  const [policyVersion, packVersions, envelope] = rest;
  const found = [status, band, score, tripwire, sourceType, contentState, policyVersion, packVersions];
  statements.update.run(...found, envelope, salt, ...leaf, tenantId, messageId);
}

interface FinishParts {
  readonly statements: Statements;
  readonly leafNumbers: LeafNumbers;
  readonly journal: Journal;
  readonly spending: Spending;
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

function finishMessage(parts: FinishParts, call: FinishCall): FinishOutcome {
  const { statements, journal } = parts;
  const [tenantId, messageId] = call;
  const key = [tenantId, messageId] as const;
  const stored = statements.findState.get(...key) as unknown as StoredState | undefined;
  const obstacle = stored === undefined ? null : findObstacle(stored, call);
  if (obstacle !== null) return obstacle;
  const lastEvents = call[at.journal];
  // What was not admitted has no journal yet, and is not searched for one.
  const lastSeq = stored === undefined ? 0 : journal.lastSeq(key);
  if (!goesOn(lastEvents, lastSeq)) return 'journal_gap';

  const sealed = seal(call, parts.leafNumbers.take(tenantId));
  if (stored === undefined) insertEnd(statements, call, sealed);
  else updateToEnd(statements, call, sealed);
  journal.end(key, lastEvents, { lastSeq, nowMs: call[at.nowMs] });
  const cost = call[at.cost];
  if (cost !== null) parts.spending.add(tenantId, cost);
  writeNotices(statements, call);
  return sealed.leaf;
}

/** The writer's operations on messages. All checks of an operation come before its first write. */
export function createRecordWrites(database: DatabaseSync, leafNumbers: LeafNumbers) {
  const statements = prepareStatements(database);
  const journal = prepareJournal(database);
  const parts = { statements, leafNumbers, journal, spending: prepareSpending(database) };
  return {
    admitMessage({ message, journal: firstEvents }: AdmitCall): null {
      const [tenantId, messageId, threadId] = message;
      statements.openThread.run(tenantId, threadId, message[9]);
      statements.insert.run(...message, drawSalt(), null, null);
      journal.write([tenantId, messageId], firstEvents);
      return null;
    },
    startMessage([tenantId, messageId]: readonly [tenantId: string, messageId: string]): boolean {
      return statements.start.run(tenantId, messageId).changes === 1;
    },
    finishMessage: (call: FinishCall): FinishOutcome => finishMessage(parts, call),
    releaseKey(claim: readonly [tenantId: string, route: string, key: string, messageId: string]): null {
      statements.freeClaim.run(...claim);
      return null;
    },
  };
}
