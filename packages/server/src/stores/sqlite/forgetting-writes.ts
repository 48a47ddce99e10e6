import type { DatabaseSync } from 'node:sqlite';
import { parseEntry } from '@avow/audit';
import type { Doing, EraseOutcome } from '../../interfaces/forgetting-store.ts';
import type { CuratedId, MessageId } from '../../interfaces/identity.ts';
import type { LogPlace } from '../../interfaces/log-store.ts';
import { personOf } from '../sealing/record-secret.ts';
import { sealBytes } from '../sealing/seal-bytes.ts';
import type { Destruction } from './forgetting-destruction.ts';
import { noWords } from './hold-columns.ts';
import type { Standing } from './hold-standing.ts';
import type { KeyRing } from './key-ring.ts';
import type { LastingSecrets } from './lasting-secrets.ts';
import type { LeftPairs } from './left-pairs.ts';
import type { LogAppends } from './log-appends.ts';
import { type EntryColumns, entryColumnsSql, findDroppedSql } from './log-columns.ts';
import { insertEventSql } from './outbox-writes.ts';
import { prepareReads } from './prepare-reads.ts';
import type { RetentionMarks } from './retention-marks.ts';

export interface EraseCall extends Doing {
  readonly tenantId: string;
  readonly messageId: string;
  readonly event: readonly [eventId: string, type: string, body: string];
}

export interface ForgetPersonCall {
  readonly tenantId: string;
  readonly endUserId: string;
  /** What has larger ids is looked at: of feedback its own, of labels those of their messages. */
  readonly after: string;
  readonly rowsMax: number;
}

export interface ForgottenPerson {
  readonly rows: number;
  /** Messages that are held, and with them what the person said of them. */
  readonly held: readonly MessageId[];
  readonly pairs: readonly CuratedId[];
  /** Where to go on; null: there is no more. */
  readonly next: string | null;
}

export interface ForgettingParts {
  readonly keys: KeyRing;
  readonly lasting: LastingSecrets;
  readonly log: LogAppends;
  readonly standing: Standing;
  readonly destruction: Destruction;
  readonly marks: RetentionMarks;
  readonly leftPairs: LeftPairs;
  readonly onTextRemoved: () => void;
}

type MessageColumns = readonly [
  threadId: string,
  person: string | null,
  leafIndex: number | null,
  contentState: string,
  leftPairs: string | null,
  secretNo: number | null,
  contentNo: number | null,
];

type FeedbackOfPerson = readonly [
  feedbackId: string,
  messageId: MessageId,
  author: string,
  curatedId: CuratedId | null,
  threadId: string,
  person: string | null,
];

type LabelOfPerson = readonly [messageId: MessageId, author: string, threadId: string, person: string | null];

const ofMessageSql = 'tenant_id = ? AND message_id = ?';

export const feedbackOfPersonSql = `SELECT feedback_id, message_id, author, proposal_curated_id, messages.thread_id,
  messages.end_user_id FROM feedback JOIN messages USING (tenant_id, message_id)
  WHERE tenant_id = ? AND person = ? AND feedback_id > ? ORDER BY feedback_id LIMIT ?`;

/** A label's author who is an end user ends with what stands for them, which is as long; no key has so long a name. */
export const labelsOfPersonSql = `SELECT message_id, author, messages.thread_id, messages.end_user_id
  FROM labels JOIN messages USING (tenant_id, message_id)
  WHERE tenant_id = ? AND substr(author, -32) = ? AND message_id > ? ORDER BY message_id LIMIT ?`;

function prepareStatements(database: DatabaseSync) {
  const prepare = prepareReads(database);
  return {
    find: prepare<MessageColumns>(
      `SELECT thread_id, end_user_id, leaf_index, content_state, left_pairs, secret_no, content_no
       FROM messages WHERE ${ofMessageSql}`,
    ),
    findDropped: prepare<readonly [leafIndex: number, leafHash: string]>(findDroppedSql),
    findErasure: prepare<EntryColumns>(
      `SELECT ${entryColumnsSql} FROM log_entries WHERE tenant_id = ? AND subject = ? AND deed = 'erasure'
       ORDER BY leaf_index DESC LIMIT 1`,
    ),
    forgetAsker: database.prepare(`UPDATE messages SET end_user_id = NULL WHERE ${ofMessageSql}`),
    removeLabels: database.prepare(`DELETE FROM labels WHERE ${ofMessageSql}`),
    insertEvent: database.prepare(insertEventSql),
    listFeedback: prepare<FeedbackOfPerson>(feedbackOfPersonSql),
    removeFeedback: database.prepare('DELETE FROM feedback WHERE tenant_id = ? AND feedback_id = ?'),
    listLabels: prepare<LabelOfPerson>(labelsOfPersonSql),
    removeLabel: database.prepare(`DELETE FROM labels WHERE ${ofMessageSql} AND author = ?`),
    listHolds: prepare<readonly [holdId: string, secretNo: number]>(
      'SELECT hold_id, secret_no FROM holds WHERE tenant_id = ? AND person = ? AND lifted_at_ms IS NOT NULL',
    ),
    forgetHold: database.prepare(
      'UPDATE holds SET person = NULL, secret_no = ?, words = ? WHERE tenant_id = ? AND hold_id = ?',
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function placeOf([leafIndex, leafHash]: readonly [number, string, ...unknown[]]): LogPlace {
  return { leafIndex, leafHash };
}

function findEarlier({ findErasure }: Statements, call: EraseCall, leftPairs: string | null): EraseOutcome {
  const found = findErasure.first(call.tenantId, call.messageId);
  if (found === null) throw new Error('an erased message has no entry that says so');
  const atMs = Date.parse(parseEntry(found[2]).time);
  return { kind: 'already_erased', place: placeOf(found), atMs, pairs: JSON.parse(leftPairs ?? '[]') };
}

function eraseMessage(parts: ForgettingParts, statements: Statements, call: EraseCall): EraseOutcome {
  const { tenantId, messageId, atMs, actor } = call;
  const found = statements.find.first(tenantId, messageId);
  if (found === null) {
    const dropped = statements.findDropped.first(tenantId, messageId);
    return dropped === null ? { kind: 'unknown' } : { kind: 'dropped', place: placeOf(dropped) };
  }
  const [threadId, person, leafIndex, contentState, leftPairs, secretNo, contentNo] = found;
  if (leafIndex === null) return { kind: 'not_ended' };
  // Whoever asks again may do so because the first answer did not reach them: the files are looked after once more.
  parts.onTextRemoved();
  if (contentState === 'erased') return findEarlier(statements, call, leftPairs);
  const holdIds = parts.standing.over(tenantId, { messageId, threadId, person });
  if (holdIds.length > 0) return { kind: 'held', holdIds };

  const doomed = { tenantId, messageId, secretNo, contentNo, state: 'erased' } as const;
  const pairs = parts.destruction.destroy(doomed);
  statements.removeLabels.run(tenantId, messageId);
  statements.forgetAsker.run(tenantId, messageId);
  parts.destruction.forgetThread(tenantId, threadId);
  parts.marks.noteEmptied(tenantId, messageId);
  statements.insertEvent.run(tenantId, ...call.event, atMs);
  const deed = { kind: 'erasure', subject: messageId, state: 'erased', atMs, actor, details: [] } as const;
  return { kind: 'erased', place: placeOf(parts.log.appendDeed(tenantId, deed)), atMs, pairs };
}

/** Threads are not among it: one in which no message names the person any more names them neither. */
function forgetPerson(
  parts: ForgettingParts,
  statements: Statements,
  call: ForgetPersonCall,
): ForgottenPerson {
  const { tenantId, rowsMax } = call;
  // Also where nothing is found: whoever asks again is told that all is gone, and an earlier try may have left copies.
  parts.onTextRemoved();
  const key = parts.keys.find(tenantId);
  if (key === null) return { rows: 0, held: [], pairs: [], next: null };
  const person = personOf(key, call.endUserId);
  const said = statements.listFeedback.all(tenantId, person, call.after, rowsMax);
  const isHeld = ([, messageId, , , threadId, asker]: FeedbackOfPerson) =>
    parts.standing.over(tenantId, { messageId, threadId, person: asker }).length > 0;
  const { free = [], held = [] } = Object.groupBy(said, (one) => (isHeld(one) ? 'held' : 'free'));
  const pairs = new Set<CuratedId>();
  for (const [feedbackId, messageId, author, curatedId] of free) {
    statements.removeFeedback.run(tenantId, feedbackId);
    statements.removeLabel.run(tenantId, messageId, author);
    // The question of the pair is that of the message, which may be erased later.
    if (curatedId !== null) parts.leftPairs.note(tenantId, messageId, curatedId);
    // Among them may be pairs of what the person said before they replaced it.
    for (const pair of parts.leftPairs.list(tenantId, messageId)) pairs.add(pair);
  }
  const holds = statements.listHolds.all(tenantId, person);
  for (const [holdId, secretNo] of holds) {
    const { secret, secretNo: newNo } = parts.lasting.make(tenantId);
    const words = sealBytes(secret, 'content', JSON.stringify(noWords));
    statements.forgetHold.run(newNo, words, tenantId, holdId);
    parts.lasting.wipe(secretNo);
  }
  const rows = free.length + holds.length;
  const heldIds = held.map(([, messageId]) => messageId);
  return {
    rows,
    held: heldIds,
    pairs: [...pairs],
    next: said.length < rowsMax ? null : (said.at(-1)?.[0] ?? null),
  };
}

/** Labels outlive the feedback that they came of: it goes with the content of its message when that expires. */
function forgetLabels(
  { keys, standing, onTextRemoved }: ForgettingParts,
  statements: Statements,
  { tenantId, endUserId, after, rowsMax }: ForgetPersonCall,
): ForgottenPerson {
  onTextRemoved();
  const key = keys.find(tenantId);
  if (key === null) return { rows: 0, held: [], pairs: [], next: null };
  const labels = statements.listLabels.all(tenantId, personOf(key, endUserId), after, rowsMax);
  const isHeld = ([messageId, , threadId, person]: LabelOfPerson) =>
    standing.over(tenantId, { messageId, threadId, person }).length > 0;
  const { free = [], held = [] } = Object.groupBy(labels, (one) => (isHeld(one) ? 'held' : 'free'));
  for (const [messageId, author] of free) statements.removeLabel.run(tenantId, messageId, author);
  const next = labels.length < rowsMax ? null : (labels.at(-1)?.[0] ?? null);
  return { rows: free.length, held: held.map(([messageId]) => messageId), pairs: [], next };
}

/** The writer's operations that forget. All checks come before the first write. */
export function createForgettingWrites(database: DatabaseSync, parts: ForgettingParts) {
  const statements = prepareStatements(database);
  return {
    eraseMessage: (call: EraseCall) => eraseMessage(parts, statements, call),
    forgetPerson: (call: ForgetPersonCall) => forgetPerson(parts, statements, call),
    forgetLabels: (call: ForgetPersonCall) => forgetLabels(parts, statements, call),
  };
}
