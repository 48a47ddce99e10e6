import type { NamedText } from '@avow/ledger-log/entries';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import type { KeyRing, LastingSecrets } from '@avow/storage/sealing';
import { personOf, sealBytes } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { RetentionStore } from '../retention-store.ts';
import type { ActiveHolds } from './active-holds.ts';
import { encodeHold, type HoldColumns, holdColumns, type OpenHold } from './hold-columns.ts';
import type { SweepProgress } from './sweep-progress.ts';

interface HoldParts {
  readonly keys: KeyRing;
  readonly lasting: LastingSecrets;
  readonly log: LogAppends;
  readonly activeHolds: ActiveHolds;
  readonly sweepProgress: SweepProgress;
}

function prepareStatements({ read, change, write }: Statements) {
  return {
    findMessage: read('SELECT 1 FROM messages WHERE tenant_id = ? AND message_id = ?'),
    findThread: read('SELECT 1 FROM threads WHERE tenant_id = ? AND thread_id = ?'),
    insert: write<HoldColumns>(`INSERT ${intoTable('holds', holdColumns)}`),
    find: read<Pick<HoldColumns, 'scope' | 'message_id' | 'thread_id' | 'lifted_at_ms'>>(
      'SELECT scope, message_id, thread_id, lifted_at_ms FROM holds WHERE tenant_id = ? AND hold_id = ?',
    ),
    lift: change('UPDATE holds SET lifted_at_ms = ?, lifted_by = ? WHERE tenant_id = ? AND hold_id = ?'),
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
  all: Statements,
  { keys, lasting, log, activeHolds, sweepProgress }: HoldParts,
) {
  const statements = prepareStatements(all);

  function* isThere(tenantId: string, { scope, message_id, thread_id }: OpenHold): Operation<boolean> {
    if (scope === 'message') return (yield* statements.findMessage.first(tenantId, message_id)) !== null;
    if (scope === 'thread') return (yield* statements.findThread.first(tenantId, thread_id)) !== null;
    return true;
  }

  return {
    *placeHold(tenantId, hold, activeMax) {
      const { target } = hold;
      const endUserId = target.scope === 'end_user' ? target.endUserId : null;
      if (hold.liftedAtMs !== null || (target.scope === 'end_user' && endUserId === null))
        throw new Error('a new hold must be active and have a target');
      const row = encodeHold(hold);
      if (!(yield* isThere(tenantId, row))) return 'unknown';
      if ((yield* activeHolds.count(tenantId)) >= activeMax) return 'too_many';
      const person = endUserId === null ? null : personOf(yield* keys.getOrMake(tenantId), endUserId);
      const { secret, secretNo } = yield* lasting.make(tenantId);
      yield* statements.insert.put({
        ...row,
        tenant_id: tenantId,
        person,
        secret_no: secretNo,
        words: sealBytes(secret, 'content', row.words),
      });
      const { holdId: subject, placedAtMs: atMs, placedBy: actor } = hold;
      return yield* log.appendEvent(tenantId, {
        ...{ kind: 'hold', subject, state: 'placed', atMs, actor, details: detailsOf(row) },
      });
    },
    *liftHold(tenantId, holdId, { atMs, actor }) {
      const found = yield* statements.find.first(tenantId, holdId);
      if (found === null) return 'unknown';
      if (found.lifted_at_ms !== null) return 'already_lifted';
      yield* statements.lift.put(atMs, actor, tenantId, holdId);
      yield* sweepProgress.reset(tenantId);
      return yield* log.appendEvent(tenantId, {
        ...{ kind: 'hold', subject: holdId, state: 'lifted', atMs, actor, details: detailsOf(found) },
      });
    },
  } satisfies OperationsFor<RetentionStore>;
}
