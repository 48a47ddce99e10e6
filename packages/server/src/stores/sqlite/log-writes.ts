import type { DatabaseSync } from 'node:sqlite';
import type { Deed } from '../../interfaces/log-store.ts';
import { intoTable } from './into-table.ts';
import type { Leaf, LogAppends } from './log-appends.ts';
import { type CheckpointColumns, checkpointColumnsSql } from './log-columns.ts';
import { insertEventSql } from './outbox-writes.ts';

/** The writer's operations on logs alone. */
export function createLogWrites(database: DatabaseSync, log: LogAppends) {
  const findLast = database.prepare(
    'SELECT size, root FROM checkpoints WHERE tenant_id = ? ORDER BY size DESC LIMIT 1',
  );
  const findSize = database.prepare('SELECT size FROM logs WHERE tenant_id = ?');
  const insert = database.prepare(`INSERT ${intoTable('checkpoints', checkpointColumnsSql)}`);
  const notify = database.prepare(insertEventSql);
  return {
    appendDeeds: ({
      tenantId,
      deeds,
    }: {
      readonly tenantId: string;
      readonly deeds: readonly Deed[];
    }): Leaf[] => deeds.map((deed) => log.appendDeed(tenantId, deed)),
    putCheckpoint({
      tenantId,
      checkpoint,
      event,
    }: {
      readonly tenantId: string;
      readonly checkpoint: CheckpointColumns;
      readonly event: readonly [eventId: string, type: string, body: string] | null;
    }): 'kept' | 'forked' {
      const [size, root, , createdAtMs] = checkpoint;
      const last = findLast.get(tenantId);
      if (last !== undefined) {
        if (Number(last['size']) > size) return 'forked';
        if (last['size'] === size) return last['root'] === root ? 'kept' : 'forked';
      }
      if (Number(findSize.get(tenantId)?.['size'] ?? 0) < size) return 'forked';
      insert.run(tenantId, ...checkpoint);
      if (event !== null) notify.run(tenantId, ...event, createdAtMs);
      return 'kept';
    },
  };
}
