import type { Statements } from '@avow/storage';
import { done, type Operation } from '@avow/storage';
import type { LogGrowth } from './log-growth.ts';

/**
 * Appends leaves to the tree of a tenant, as `appendLeaf` of the ledger does: the hashes of a frontier are those of complete
 * subtrees, the largest first. The caller has locked the tenant's row.
 */
export const growLogFunction = `CREATE FUNCTION grow_log(tenant text, leaves bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grown bigint;
  hashes bytea;
  node bytea;
  place bigint;
  height int;
BEGIN
  SELECT size, frontier INTO grown, hashes FROM logs WHERE tenant_id = tenant;
  grown := coalesce(grown, 0);
  hashes := coalesce(hashes, '');
  IF length(hashes) <> 32 * bit_count(grown::bit(64)) OR length(leaves) % 32 <> 0 THEN
    RAISE data_corrupted USING MESSAGE = 'the frontier of a log does not fit its size';
  END IF;
  FOR leaf IN 0 .. length(leaves) / 32 - 1 LOOP
    node := substring(leaves FROM leaf * 32 + 1 FOR 32);
    place := grown;
    height := 0;
    -- A node of odd index is a right child: it completes its parent, and its left sibling is the last of the frontier.
    WHILE place % 2 = 1 LOOP
      node := sha256('\\x01'::bytea || substring(hashes FROM length(hashes) - 31) || node);
      hashes := substring(hashes FROM 1 FOR length(hashes) - 32);
      place := place / 2;
      height := height + 1;
      IF height % 8 = 0 THEN
        INSERT INTO log_nodes (tenant_id, level, node_index, hash) VALUES (tenant, height / 8, place, node);
      END IF;
    END LOOP;
    hashes := hashes || node;
    grown := grown + 1;
  END LOOP;
  INSERT INTO logs (tenant_id, size, frontier) VALUES (tenant, grown, hashes)
    ON CONFLICT (tenant_id) DO UPDATE SET size = excluded.size, frontier = excluded.frontier;
END $$;`;

/**
 * The server grows the trees, so that nobody waits for the head of a log before a commit: positions are counted from the size
 * that the log had when the transaction got its lock, and the server adds that size.
 */
export function growOnServer({ read, change }: Statements): LogGrowth {
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
