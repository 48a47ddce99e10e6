import type { DatabaseSync } from 'node:sqlite';
import type { OutboxEvent } from '@avow/foundation';
import type { LogEvent, LogPlace } from '@avow/ledger';
import { intoTable } from '../../sql/columns.ts';
import { prepareOutbox } from '../messages/outbox-writes.ts';
import { prepareReads } from '../prepare-reads.ts';
import { prepareWrite } from '../prepare-write.ts';
import type { LogAppends } from './log-appends.ts';
import { type CheckpointColumns, checkpointColumns } from './log-columns.ts';

export interface PutCheckpointCall {
  readonly tenantId: string;
  readonly checkpoint: CheckpointColumns;
  readonly events: readonly OutboxEvent[];
}

/** The writer's operations on logs alone. */
export function createLogWrites(database: DatabaseSync, log: LogAppends) {
  const prepare = prepareReads(database);
  const findLast = prepare<Pick<CheckpointColumns, 'size' | 'root'>>(
    'SELECT size, root FROM checkpoints WHERE tenant_id = ? ORDER BY size DESC LIMIT 1',
  );
  const findSize = prepare<{ readonly size: number }>('SELECT size FROM logs WHERE tenant_id = ?');
  const insert = prepareWrite<CheckpointColumns & { readonly tenant_id: string }>(
    database,
    `INSERT ${intoTable('checkpoints', ['tenant_id', ...checkpointColumns])}`,
  );
  const putEvents = prepareOutbox(database);
  return {
    appendEvents: ({
      tenantId,
      events,
    }: {
      readonly tenantId: string;
      readonly events: readonly LogEvent[];
    }): LogPlace[] => events.map((event) => log.appendEvent(tenantId, event)),
    putCheckpoint({ tenantId, checkpoint, events }: PutCheckpointCall): 'kept' | 'forked' {
      const { size, root, created_at_ms: nowMs } = checkpoint;
      const last = findLast.first(tenantId);
      if (last !== null) {
        if (last.size > size) return 'forked';
        if (last.size === size) return last.root === root ? 'kept' : 'forked';
      }
      if ((findSize.first(tenantId)?.size ?? 0) < size) return 'forked';
      insert.run({ tenant_id: tenantId, ...checkpoint });
      putEvents({ tenantId, nowMs, events });
      return 'kept';
    },
  };
}
