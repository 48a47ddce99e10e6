import type { TenantId } from '@avow/foundation';
import type { LogEvent, LogPlace, LogStore } from '@avow/ledger';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import type { LogAppends } from './log-appends.ts';
import { type CheckpointColumns, checkpointColumns, encodeCheckpoint } from './log-columns.ts';

/** The limit of one commit, for which others wait. */
const eventsMax = 1000;

/** The writer's operations on logs alone. */
export function createLogWrites(statements: Statements, log: LogAppends) {
  const { read, write } = statements;
  const findLast = read<Pick<CheckpointColumns, 'size' | 'root'>>(
    'SELECT size, root FROM checkpoints WHERE tenant_id = ? ORDER BY size DESC LIMIT 1',
  );
  const findSize = read<{ readonly size: number }>('SELECT size FROM logs WHERE tenant_id = ?');
  const insert = write<CheckpointColumns & { readonly tenant_id: string }>(
    `INSERT ${intoTable('checkpoints', ['tenant_id', ...checkpointColumns])}`,
  );
  const putEvent = prepareOutbox(statements);
  const writes = {
    *putCheckpoint(tenantId, checkpoint, { event, after } = {}) {
      const { size, root, createdAtMs } = checkpoint;
      const last = yield* findLast.first(tenantId);
      if (last !== null) {
        if (last.size > size) return 'forked';
        if (last.size === size) return last.root === root ? 'kept' : 'forked';
      }
      if (after !== undefined && after !== (last?.size ?? null)) return 'forked';
      if (((yield* findSize.first(tenantId))?.size ?? 0) < size) return 'forked';
      yield* insert.put({ tenant_id: tenantId, ...encodeCheckpoint(checkpoint) });
      if (event !== undefined) yield* putEvent(tenantId, createdAtMs, event);
      return 'kept';
    },
  } satisfies OperationsFor<LogStore>;
  return {
    ...writes,
    *appendEvents(tenantId: TenantId, events: readonly LogEvent[]): Operation<LogPlace[]> {
      if (events.length > eventsMax) throw new Error(`at most ${eventsMax} at once`);
      const places: LogPlace[] = [];
      for (const event of events) places.push(yield* log.appendEvent(tenantId, event));
      return places;
    },
  };
}
