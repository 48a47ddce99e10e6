import type { LogGrowth } from '../../features/log/store/log-growth.ts';
import { done, type Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';

/**
 * The server grows the trees, so that nobody waits for the head of a log before a commit: positions are counted from the size
 * that the log had when the transaction got its lock, and the server adds that size.
 */
export function growLogs({ read, change }: Statements): LogGrowth {
  const leaves = new Map<string, Uint8Array[]>();
  const sizes = new Map<string, number>();
  const readSize = read<{ readonly size: number }>('SELECT size FROM logs WHERE tenant_id = ?');
  const grow = change('SELECT grow_log(?, ?)');
  function* findSize(tenantId: string): Operation<number> {
    const size = (yield* readSize.first(tenantId))?.size ?? 0;
    sizes.set(tenantId, size);
    return size;
  }
  return {
    append(tenantId, leafHash) {
      const appended = leaves.get(tenantId) ?? [];
      leaves.set(tenantId, appended);
      return done(appended.push(leafHash) - 1);
    },
    *indexOf(tenantId, position) {
      return (sizes.get(tenantId) ?? (yield* findSize(tenantId))) + position;
    },
    *write() {
      for (const [tenantId, appended] of leaves) yield* grow.put(tenantId, Buffer.concat(appended));
    },
    discard() {
      leaves.clear();
      sizes.clear();
    },
  };
}
