import type { TenantId } from '@avow/foundation';
import { type Checkpointer, createTileHashSource, type LogSigner, type LogStore, toHex } from '@avow/ledger';
import { type KeyPeriod, LogError, proveKeyHistory, readRoot } from '@avow/ledger-log';

/** All keys of a log, oldest first, with what shows that none of them has signed another past. */
export interface LogKeys {
  readonly periods: readonly KeyPeriod[];
  /**
   * Consistency proofs between the trees of the statements and, if its size was given, of a checkpoint: from each to the
   * next, by size. In lower-case hexadecimal.
   */
  readonly consistency: readonly (readonly string[])[];
}

interface LogKeyParts {
  readonly store: Pick<LogStore, 'readTile'>;
  readonly signer: Pick<LogSigner, 'keys'>;
  readonly checkpointer: Pick<Checkpointer, 'cover'>;
}

/** `outside`: the size is larger than the newest checkpoint. Throws a LogError if the log contradicts its checkpoint. */
export async function readLogKeys(
  { store, signer, checkpointer }: LogKeyParts,
  tenantId: TenantId,
  size: number | null,
): Promise<LogKeys | 'outside'> {
  const periods = await signer.keys(tenantId);
  if (periods.length === 1 && size === null) return { periods, consistency: [] };
  const newest = await checkpointer.cover(tenantId, 0);
  if (size !== null && size > newest.size) return 'outside';
  const tree = createTileHashSource({ store, tenantId }, newest.size);
  if (toHex(await readRoot(newest.size, tree)) !== newest.root)
    throw new LogError('root_wrong', 'the log does not have the root of its newest checkpoint');
  const proof = await proveKeyHistory(periods, size, tree);
  return { periods, consistency: proof.map((hashes) => hashes.map(toHex)) };
}
