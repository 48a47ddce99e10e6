import { frontierRoot, LogError, proveConsistency, verifyConsistency } from '@avow/audit';
import type { LogHead, StoredCheckpoint } from '../interfaces/log-store.ts';
import { fromHex, sha256 } from './hashing.ts';
import { type StoredLog, treeOf } from './tree-of.ts';

/**
 * Whether the tree of this head begins with exactly the leaves of one that was signed before. A store that contradicts
 * itself, or lacks what the proof needs, does not; one that cannot be read throws as it does.
 */
export async function beginsWith(
  { head, ...log }: StoredLog & { readonly head: LogHead },
  signed: Pick<StoredCheckpoint, 'size' | 'root'>,
): Promise<boolean> {
  if (signed.size > head.size) return false;
  try {
    const older = { size: signed.size, root: fromHex(signed.root) };
    const newer = { size: head.size, root: frontierRoot(head, sha256) };
    const sizes = { older: older.size, newer: newer.size };
    const proof = await proveConsistency(sizes, treeOf(log, head.size));
    await verifyConsistency({ older, newer, proof }, sha256);
    return true;
  } catch (error) {
    if (error instanceof LogError) return false;
    throw error;
  }
}
