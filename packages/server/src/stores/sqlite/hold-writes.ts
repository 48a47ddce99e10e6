import type { DatabaseSync } from 'node:sqlite';
import type { NamedText } from '@avow/audit';
import type { Doing } from '../../interfaces/forgetting-store.ts';
import { personOf } from '../sealing/record-secret.ts';
import { sealBytes } from '../sealing/seal-bytes.ts';
import { type HoldColumns, type HoldValues, holdColumnsSql, readWords } from './hold-columns.ts';
import type { Standing } from './hold-standing.ts';
import { intoTable } from './into-table.ts';
import type { KeyRing } from './key-ring.ts';
import type { LastingSecrets } from './lasting-secrets.ts';
import type { Leaf, LogAppends } from './log-appends.ts';
import type { RetentionMarks } from './retention-marks.ts';

export interface PlaceHoldCall {
  readonly tenantId: string;
  readonly hold: HoldColumns;
  readonly standingMax: number;
}

export interface LiftHoldCall extends Doing {
  readonly tenantId: string;
  readonly holdId: string;
}

interface HoldParts {
  readonly keys: KeyRing;
  readonly lasting: LastingSecrets;
  readonly log: LogAppends;
  readonly standing: Standing;
  readonly marks: RetentionMarks;
}

function prepareStatements(database: DatabaseSync) {
  return {
    findMessage: database.prepare('SELECT 1 FROM messages WHERE tenant_id = ? AND message_id = ?'),
    findThread: database.prepare('SELECT 1 FROM threads WHERE tenant_id = ? AND thread_id = ?'),
    insert: database.prepare(`INSERT ${intoTable('holds', `${holdColumnsSql}, person, secret_no, words`)}`),
    find: database.prepare(
      'SELECT scope, message_id, thread_id, lifted_at_ms FROM holds WHERE tenant_id = ? AND hold_id = ?',
    ),
    lift: database.prepare(
      'UPDATE holds SET lifted_at_ms = ?, lifted_by = ? WHERE tenant_id = ? AND hold_id = ?',
    ),
  };
}

/** The log says over what, but never over whom. */
function detailsOf(scope: string, target: string | null): NamedText[] {
  return target === null
    ? [['scope', scope]]
    : [
        ['scope', scope],
        ['target', target],
      ];
}

/** The writer's operations on holds. All checks come before the first write. */
export function createHoldWrites(database: DatabaseSync, { keys, lasting, log, standing, marks }: HoldParts) {
  const statements = prepareStatements(database);

  function isThere(tenantId: string, [, scope, messageId, threadId]: HoldColumns): boolean {
    if (scope === 'message') return statements.findMessage.get(tenantId, messageId) !== undefined;
    if (scope === 'thread') return statements.findThread.get(tenantId, threadId) !== undefined;
    return true;
  }

  return {
    placeHold({ tenantId, hold, standingMax }: PlaceHoldCall): Leaf | 'too_many' | 'unknown' {
      const [holdId, scope, messageId, threadId, atMs, actor] = hold;
      const words = hold[8];
      if (!isThere(tenantId, hold)) return 'unknown';
      if (standing.count(tenantId) >= standingMax) return 'too_many';
      const { endUserId } = readWords(words);
      const person = endUserId === null ? null : personOf(keys.getOrMake(tenantId), endUserId);
      const { secret, secretNo } = lasting.make(tenantId);
      const values = hold.slice(0, -1) as unknown as HoldValues;
      statements.insert.run(tenantId, ...values, person, secretNo, sealBytes(secret, 'content', words));
      const details = detailsOf(scope, messageId ?? threadId);
      return log.appendDeed(tenantId, {
        kind: 'hold',
        subject: holdId,
        state: 'placed',
        atMs,
        actor,
        details,
      });
    },
    liftHold({ tenantId, holdId, atMs, actor }: LiftHoldCall): Leaf | 'not_standing' | 'unknown' {
      const found = statements.find.get(tenantId, holdId);
      if (found === undefined) return 'unknown';
      if (found['lifted_at_ms'] !== null) return 'not_standing';
      statements.lift.run(atMs, actor, tenantId, holdId);
      marks.reset(tenantId);
      const target = (found['message_id'] ?? found['thread_id']) as string | null;
      const details = detailsOf(String(found['scope']), target);
      return log.appendDeed(tenantId, {
        kind: 'hold',
        subject: holdId,
        state: 'lifted',
        atMs,
        actor,
        details,
      });
    },
  };
}
