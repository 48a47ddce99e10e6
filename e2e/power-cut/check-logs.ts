import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { TenantId } from '@avow/foundation';
import { createFolderAnchor } from '@avow/ledger';
import { encodeHex } from '@avow/ledger-log';
import { appendLeaf, emptyFrontier, leafHash } from '@avow/ledger-log/entries';
import { frontierRoot, type Sha256 } from '@avow/ledger-log/tree';

const sha256: Sha256<Uint8Array> = (bytes) => hash('sha256', bytes, 'buffer');

interface StoredLeaf {
  readonly leaf_index: number;
  readonly leaf_hash: Uint8Array;
  readonly entry: string;
}

/** What was signed of a log: it may lag behind the log, but never be ahead of it or contradict it. */
interface Signed {
  readonly where: string;
  readonly size: number;
  readonly root: string;
}

/** Builds each tenant's tree anew from its leaves, and holds against it all that was kept or signed of it. */
export async function checkLogs(
  database: DatabaseSync,
  anchorFolder: string,
  faults: string[],
): Promise<void> {
  const logs = database.prepare('SELECT tenant_id, size, frontier FROM logs').all() as unknown as Array<{
    readonly tenant_id: TenantId;
    readonly size: number;
    readonly frontier: Uint8Array;
  }>;
  for (const { tenant_id: tenantId, size, frontier } of logs) {
    const leaves = database
      .prepare('SELECT leaf_index, leaf_hash, entry FROM log_entries WHERE tenant_id = ? ORDER BY leaf_index')
      .all(tenantId) as unknown as StoredLeaf[];
    const signed = [
      ...readCheckpoints(database, tenantId),
      ...(await readAnchored(anchorFolder, tenantId, faults)),
    ];
    const roots = new Map<number, string>();
    let tree = emptyFrontier;
    for (const [index, { leaf_index, leaf_hash, entry }] of leaves.entries()) {
      if (leaf_index !== index) faults.push(`the log has a gap or a double before ${leaf_index}`);
      if (!Buffer.from(leafHash(Buffer.from(entry), sha256)).equals(leaf_hash))
        faults.push(`the hash of leaf ${leaf_index} is not that of its entry`);
      tree = appendLeaf({ frontier: tree, leafHash: leaf_hash }, sha256).frontier;
      if (signed.some((one) => one.size === tree.size))
        roots.set(tree.size, encodeHex(frontierRoot(tree, sha256)));
    }
    if (size !== leaves.length) faults.push(`a log of ${size} has ${leaves.length} entries`);
    if (!Buffer.concat(tree.hashes).equals(frontier)) faults.push('the log goes on from another tree');
    for (const { where, ...one } of signed) {
      if (one.size > size) faults.push(`${where} is at ${one.size}, ahead of the log at ${size}`);
      else if (one.size > 0 && roots.get(one.size) !== one.root) faults.push(`${where} has another root`);
    }
  }
  checkPlaces(database, faults);
}

function readCheckpoints(database: DatabaseSync, tenantId: TenantId): Signed[] {
  const rows = database.prepare('SELECT size, root FROM checkpoints WHERE tenant_id = ?').all(tenantId);
  return rows.map(({ size, root }) => ({
    where: 'a checkpoint',
    size: Number(size),
    root: String(root),
  }));
}

async function readAnchored(folder: string, tenantId: TenantId, faults: string[]): Promise<Signed[]> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return [];
  try {
    const newest = await createFolderAnchor(folder).newest(tenantId);
    return newest === null ? [] : [{ where: 'the anchor', size: newest.size, root: newest.root }];
  } catch (error) {
    faults.push(`the anchor cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

/** Each record that has ended stands on the log once, and the log has no record that is not there. */
function checkPlaces(database: DatabaseSync, faults: string[]): void {
  const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
  const ended = count('SELECT count(*) FROM messages WHERE leaf_index IS NOT NULL');
  const entries = count('SELECT count(*) FROM log_entries WHERE event_kind IS NULL');
  const met = count(`SELECT count(DISTINCT entry.tenant_id || entry.leaf_index) FROM messages
    JOIN log_entries AS entry ON entry.tenant_id = messages.tenant_id
    AND entry.leaf_index = messages.leaf_index AND entry.event_kind IS NULL`);
  if (ended !== entries || met !== ended)
    faults.push(`${ended} records have ended, the log has ${entries}, ${met} of them the same`);
}
