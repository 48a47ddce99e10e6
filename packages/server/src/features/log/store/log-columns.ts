import type { LogPlace, StoredCheckpoint, StoredEntry } from '@avow/ledger';
import type { Row } from '@avow/storage';
import { checkpoints } from './log-tables.ts';

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

const checkpointRows = checkpoints.without('tenant_id');
export type CheckpointColumns = Row<typeof checkpointRows>;

export const checkpointColumns = checkpointRows.columns;

export const encodeCheckpoint: (checkpoint: StoredCheckpoint) => CheckpointColumns = checkpointRows.encode;
export const decodeCheckpoint: (row: CheckpointColumns) => StoredCheckpoint = checkpointRows.decode;
