import type { DatabaseSync } from 'node:sqlite';
import type { LogPlace, NamedText } from '@avow/ledger';
import type { Attribution } from '../../../records/retention/retention-store.ts';
import type { ActiveHolds } from '../../erasure/active-holds.ts';
import type { SweepProgress } from '../../erasure/sweep-progress.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import type { LastingSecrets } from '../../keys/lasting-secrets.ts';
import type { LogAppends } from '../../log/log-appends.ts';
import { personOf } from '../../sealing/record-secret.ts';
import { sealBytes } from '../../sealing/seal-bytes.ts';
import { intoTable } from '../../sql/columns.ts';
import { atOnce } from '../../sql/operation.ts';
import { prepareReads } from '../prepare-reads.ts';
import { prepareWrite } from '../prepare-write.ts';
import { type HoldColumns, holdColumns, type OpenHold, readWords } from './hold-columns.ts';

export interface PlaceHoldCall {
  readonly tenantId: string;
  readonly hold: OpenHold;
  readonly activeMax: number;
}

export interface LiftHoldCall extends Attribution {
  readonly tenantId: string;
  readonly holdId: string;
}

interface HoldParts {
  readonly keys: KeyRing;
  readonly lasting: LastingSecrets;
  readonly log: LogAppends;
  readonly activeHolds: ActiveHolds;
  readonly sweepProgress: SweepProgress;
}

function prepareStatements(database: DatabaseSync) {
  return {
    findMessage: database.prepare('SELECT 1 FROM messages WHERE tenant_id = ? AND message_id = ?'),
    findThread: database.prepare('SELECT 1 FROM threads WHERE tenant_id = ? AND thread_id = ?'),
    insert: prepareWrite<HoldColumns>(database, `INSERT ${intoTable('holds', holdColumns)}`),
    find: prepareReads(database)<Pick<HoldColumns, 'scope' | 'message_id' | 'thread_id' | 'lifted_at_ms'>>(
      'SELECT scope, message_id, thread_id, lifted_at_ms FROM holds WHERE tenant_id = ? AND hold_id = ?',
    ),
    lift: database.prepare(
      'UPDATE holds SET lifted_at_ms = ?, lifted_by = ? WHERE tenant_id = ? AND hold_id = ?',
    ),
  };
}

/** The log names the scope of a hold, but never the person. */
function detailsOf(hold: Pick<OpenHold, 'scope' | 'message_id' | 'thread_id'>): NamedText[] {
  const { scope } = hold;
  const target = hold.message_id ?? hold.thread_id;
  return target === null
    ? [['scope', scope]]
    : [
        ['scope', scope],
        ['target', target],
      ];
}

/** The writer's operations on holds. All checks come before the first write. */
export function createHoldWrites(
  database: DatabaseSync,
  { keys, lasting, log, activeHolds, sweepProgress }: HoldParts,
) {
  const statements = prepareStatements(database);

  function isThere(tenantId: string, { scope, message_id, thread_id }: OpenHold): boolean {
    if (scope === 'message') return statements.findMessage.get(tenantId, message_id) !== undefined;
    if (scope === 'thread') return statements.findThread.get(tenantId, thread_id) !== undefined;
    return true;
  }

  return {
    placeHold({ tenantId, hold, activeMax }: PlaceHoldCall): LogPlace | 'too_many' | 'unknown' {
      const { words, ...clear } = hold;
      if (!isThere(tenantId, hold)) return 'unknown';
      if (atOnce(activeHolds.count(tenantId)) >= activeMax) return 'too_many';
      const { endUserId } = readWords(words);
      const person = endUserId === null ? null : personOf(atOnce(keys.getOrMake(tenantId)), endUserId);
      const { secret, secretNo } = atOnce(lasting.make(tenantId));
      statements.insert.run({
        ...clear,
        tenant_id: tenantId,
        person,
        secret_no: secretNo,
        words: sealBytes(secret, 'content', words),
      });
      return atOnce(
        log.appendEvent(tenantId, {
          kind: 'hold',
          subject: hold.hold_id,
          state: 'placed',
          atMs: hold.placed_at_ms,
          actor: hold.placed_by,
          details: detailsOf(hold),
        }),
      );
    },
    liftHold({ tenantId, holdId, atMs, actor }: LiftHoldCall): LogPlace | 'already_lifted' | 'unknown' {
      const found = statements.find.first(tenantId, holdId);
      if (found === null) return 'unknown';
      if (found.lifted_at_ms !== null) return 'already_lifted';
      statements.lift.run(atMs, actor, tenantId, holdId);
      atOnce(sweepProgress.reset(tenantId));
      return atOnce(
        log.appendEvent(tenantId, {
          kind: 'hold',
          subject: holdId,
          state: 'lifted',
          atMs,
          actor,
          details: detailsOf(found),
        }),
      );
    },
  };
}
