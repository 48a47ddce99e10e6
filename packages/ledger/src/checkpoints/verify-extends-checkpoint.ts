import { frontierRoot, proveConsistency, verifyConsistency } from '@avow/ledger-log/tree';
import { createTileHashSource, type StoredLog } from './create-tile-hash-source.ts';
import { fromHex, sha256Bytes } from './hashing.ts';
import type { LogHead, StoredCheckpoint } from './log-store.ts';

/**
 * Verifies that the tree of this head extends a tree that was signed before. Throws a `LogError` if it does not, if the
 * store contradicts itself, or if it lacks what the proof needs; errors of reading the store are passed on.
 */
export async function verifyExtendsCheckpoint(
  { head, ...log }: StoredLog & { readonly head: LogHead },
  signed: Pick<StoredCheckpoint, 'size' | 'root'>,
): Promise<void> {
  const older = { size: signed.size, root: fromHex(signed.root) };
  const newer = { size: head.size, root: frontierRoot(head, sha256Bytes) };
  const sizes = { older: older.size, newer: newer.size };
  const proof = await proveConsistency(sizes, createTileHashSource(log, head.size));
  await verifyConsistency({ older, newer, proof }, sha256Bytes);
}
