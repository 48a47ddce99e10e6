import { appendLeaf, emptyFrontier, type Frontier } from '@avow/ledger-log/entries';
import type { Statements } from '@avow/storage';
import { done, type Operation } from '@avow/storage';
import { decodeFrontier, type HeadColumns, type LogGrowth, readHeadSql } from './log-growth.ts';
import { sha256 } from './make-entry.ts';

/** Levels of the tree per level of tiles. */
const tileLevels = 8;

/**
 * Each log's frontier is read under the write lock, grown here, and written once before COMMIT. Nothing is cached between
 * transactions, because another process may write.
 */
export function growInProcess({ read, change }: Statements): LogGrowth {
  const frontiers = new Map<string, Frontier>();
  const readHead = read<HeadColumns>(readHeadSql);
  const writeHead = change(
    `INSERT INTO logs (tenant_id, size, frontier) VALUES (?, ?, ?)
     ON CONFLICT (tenant_id) DO UPDATE SET size = excluded.size, frontier = excluded.frontier`,
  );
  const insertNode = change('INSERT INTO log_nodes (tenant_id, level, node_index, hash) VALUES (?, ?, ?, ?)');
  function* readFrontier(tenantId: string): Operation<Frontier> {
    const row = yield* readHead.first(tenantId);
    return row === null ? emptyFrontier : decodeFrontier(row);
  }
  return {
    *append(tenantId, leafHash) {
      const before = frontiers.get(tenantId) ?? (yield* readFrontier(tenantId));
      const { frontier, completed } = appendLeaf({ frontier: before, leafHash }, sha256);
      for (const { level, index, hash } of completed) {
        if (level > 0 && level % tileLevels === 0) {
          yield* insertNode.put(tenantId, level / tileLevels, index, hash);
        }
      }
      frontiers.set(tenantId, frontier);
      return before.size;
    },
    indexOf: (_, position) => done(position),
    *write() {
      for (const [tenantId, { size, hashes }] of frontiers) {
        yield* writeHead.put(tenantId, size, Buffer.concat(hashes));
      }
    },
    discard: () => frontiers.clear(),
  };
}
