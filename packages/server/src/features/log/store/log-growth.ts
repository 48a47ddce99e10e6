import type { Frontier } from '@avow/ledger-log/entries';
import type { Operation } from '@avow/storage';

/** Grows the trees of logs, for the length of one transaction. */
export interface LogGrowth {
  /** The position of a further leaf, from which the dialect makes the index that is stored. */
  append(tenantId: string, leafHash: Uint8Array): Operation<number>;
  /** The index of a leaf that was appended. */
  indexOf(tenantId: string, position: number): Operation<number>;
  /** The last write of every transaction. */
  write(): Operation<void>;
  /** To be called after every transaction, committed or not. */
  discard(): void;
}

/** The head of a log: its size, and the concatenated hashes of its frontier. */
export interface HeadColumns {
  readonly size: number;
  readonly frontier: Uint8Array;
}

/** Takes the tenant. */
export const readHeadSql = 'SELECT size, frontier FROM logs WHERE tenant_id = ?';

const hashBytes = 32;

export function decodeFrontier({ size, frontier: joined }: HeadColumns): Frontier {
  const count = joined.length / hashBytes;
  return {
    size,
    hashes: Array.from({ length: count }, (_, index) =>
      joined.subarray(index * hashBytes, (index + 1) * hashBytes),
    ),
  };
}
