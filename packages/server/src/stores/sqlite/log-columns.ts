import type { StoredCheckpoint, StoredEntry } from '../../interfaces/log-store.ts';

/** In the order of `entryColumnsSql`. */
export type EntryColumns = readonly [leafIndex: number, leafHash: string, entry: string];

export const entryColumnsSql = 'leaf_index, lower(hex(leaf_hash)), entry';

export function decodeEntry([leafIndex, leafHash, text]: EntryColumns): StoredEntry {
  return { leafIndex, leafHash, text };
}

/** Where a message stood that was dropped. */
export const findDroppedSql = `SELECT leaf_index, lower(hex(leaf_hash)) FROM dropped_records
  JOIN log_entries USING (tenant_id, leaf_index) WHERE tenant_id = ? AND message_id = ?`;

/** In the order of `checkpointColumnsSql`. */
export type CheckpointColumns = readonly [size: number, root: string, note: string, createdAtMs: number];

export const checkpointColumnsSql = 'size, root, note, created_at_ms';

export function encodeCheckpoint({ size, root, note, createdAtMs }: StoredCheckpoint): CheckpointColumns {
  return [size, root, note, createdAtMs];
}

export function decodeCheckpoint([size, root, note, createdAtMs]: CheckpointColumns): StoredCheckpoint {
  return { size, root, note, createdAtMs };
}
