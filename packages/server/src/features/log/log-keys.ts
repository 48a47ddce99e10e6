import type { KeyObject } from 'node:crypto';
import type { LogKeyList } from '@avow/contract/records';
import { type TenantId, UserError } from '@avow/foundation';
import {
  type Checkpointer,
  createLogSigner,
  createTileHashSource,
  type LogSigner,
  type LogStore,
  toHex,
} from '@avow/ledger';
import { LogError } from '@avow/ledger-log';
import { formatVerifierKey, type KeyPeriod, proveKeyHistory, type VerifierKey } from '@avow/ledger-log/notes';
import { readRoot } from '@avow/ledger-log/tree';

/** All keys of a log, oldest first, with what shows that none of them has signed another past. */
export interface LogKeys {
  readonly periods: readonly KeyPeriod[];
  /**
   * Consistency proofs between the trees of the statements and, if its size was given, of a checkpoint: from each to the
   * next, by size. In lower-case hexadecimal.
   */
  readonly consistency: readonly (readonly string[])[];
}

interface LogKeySources {
  readonly store: Pick<LogStore, 'readTile'>;
  readonly signer: Pick<LogSigner, 'keys'>;
  readonly checkpointer: Pick<Checkpointer, 'cover'>;
}

/** `outside`: the size is larger than the newest checkpoint. Throws a LogError if the log contradicts its checkpoint. */
export async function readLogKeys(
  { store, signer, checkpointer }: LogKeySources,
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

/** The key that verifies checkpoints of a tenant's log. Throws if another key signed the newest one. */
export async function readVerifierKey(
  { logKey, log }: { readonly logKey: KeyObject; readonly log: Pick<LogStore, 'lastCheckpoint'> },
  tenantId: TenantId,
): Promise<VerifierKey> {
  const signer = createLogSigner(logKey);
  const last = await log.lastCheckpoint(tenantId);
  try {
    if (last !== null) await signer.requireNext(tenantId, last.note);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new UserError(
      `The log of ${tenantId} was signed by another key than the current log key: restore that key, or set AVOW_LOG_KEY_FILE to it.`,
      { cause: error },
    );
  }
  return await signer.verifierKey(tenantId);
}

/** The keys of a log as the API lists them, oldest first. */
export function wireOfLogKeys({ periods, consistency }: LogKeys): LogKeyList {
  return {
    data: periods.map(({ key, fromSize, untilSize, statement }) => ({
      verifier_key: formatVerifierKey(key),
      from_size: fromSize,
      until_size: untilSize,
      statement,
    })),
    consistency: consistency.map((hashes) => [...hashes]),
  };
}
