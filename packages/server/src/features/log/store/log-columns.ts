import type { LogPlace, StoredCheckpoint, StoredEntry } from '@avow/ledger';
import { columnsOf } from '@avow/storage';

export interface LeafColumns {
  readonly leaf_index: number;
  readonly leaf_hash: Uint8Array;
}

export interface EntryColumns extends LeafColumns {
  readonly entry: string;
}

const leafColumnsSql = 'leaf_index, leaf_hash';
export const entryColumnsSql = `${leafColumnsSql}, entry`;

export function decodePlace({ leaf_index: leafIndex, leaf_hash: leafHash }: LeafColumns): LogPlace {
  return { leafIndex, leafHash: Buffer.from(leafHash).toString('hex') };
}

export function decodeEntry(row: EntryColumns): StoredEntry {
  return { ...decodePlace(row), text: row.entry };
}

/** The place of a message that was dropped. */
export const findDroppedSql = `SELECT ${leafColumnsSql} FROM dropped_records
  JOIN log_entries USING (tenant_id, leaf_index) WHERE tenant_id = ? AND message_id = ?`;

export interface CheckpointColumns {
  readonly size: number;
  readonly root: string;
  readonly note: string;
  readonly created_at_ms: number;
}

export const checkpointColumns = columnsOf<CheckpointColumns>()(['size', 'root', 'note', 'created_at_ms']);

export function encodeCheckpoint({ size, root, note, createdAtMs }: StoredCheckpoint): CheckpointColumns {
  return { size, root, note, created_at_ms: createdAtMs };
}

export function decodeCheckpoint(row: CheckpointColumns): StoredCheckpoint {
  return { size: row.size, root: row.root, note: row.note, createdAtMs: row.created_at_ms };
}
