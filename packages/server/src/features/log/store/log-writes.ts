import type { OutboxEvent } from '@avow/foundation';
import type { LogEvent, LogPlace } from '@avow/ledger';
import type { Operation, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import type { LogAppends } from './log-appends.ts';
import { type CheckpointColumns, checkpointColumns } from './log-columns.ts';

export interface PutCheckpointCall {
  readonly tenantId: string;
  readonly checkpoint: CheckpointColumns;
  readonly events: readonly OutboxEvent[];
  /** The size that the last checkpoint must have; null: there must be none. */
  readonly after?: number | null;
}

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
  return {
    *appendEvents({
      tenantId,
      events,
    }: {
      readonly tenantId: string;
      readonly events: readonly LogEvent[];
    }): Operation<LogPlace[]> {
      const places: LogPlace[] = [];
      for (const event of events) places.push(yield* log.appendEvent(tenantId, event));
      return places;
    },
    *putCheckpoint({ tenantId, checkpoint, events, after }: PutCheckpointCall): Operation<'kept' | 'forked'> {
      const { size, root, created_at_ms: nowMs } = checkpoint;
      const last = yield* findLast.first(tenantId);
      if (last !== null) {
        if (last.size > size) return 'forked';
        if (last.size === size) return last.root === root ? 'kept' : 'forked';
      }
      if (after !== undefined && after !== (last?.size ?? null)) return 'forked';
      if (((yield* findSize.first(tenantId))?.size ?? 0) < size) return 'forked';
      yield* insert.put({ tenant_id: tenantId, ...checkpoint });
      for (const event of events) yield* putEvent(tenantId, nowMs, event);
      return 'kept';
    },
  };
}
