import { LogError } from '@avow/ledger-log';
import { openCheckpoint, type VerifierKey, type VerifyEd25519 } from '@avow/ledger-log/notes';
import { type TreeHead, verifyConsistency } from '@avow/ledger-log/tree';
import type { AddCheckpointRequest } from '@avow/ledger-log/witnesses';
import { sha256Bytes } from '../checkpoints/hashing.ts';

/** What a witness finds, as tlog-witness names it by a status. */
export type CheckpointJudgement =
  | { readonly kind: 'consistent'; readonly tree: TreeHead }
  /** 400: the old size is larger than the size. */
  | { readonly kind: 'size_wrong' }
  /** 403: no key of the log has signed, or its signature is wrong. */
  | { readonly kind: 'not_signed' }
  /** 409: another checkpoint is the newest. */
  | { readonly kind: 'conflict'; readonly size: number }
  /** 422: the tree is not that of a log that only grew. */
  | { readonly kind: 'inconsistent' };

interface JudgedLog {
  readonly origin: string;
  readonly keys: readonly VerifierKey[];
  /** The newest that was cosigned; null: none. */
  readonly newest: TreeHead | null;
  readonly verify: VerifyEd25519;
}

/** Whether a checkpoint of a known log extends the newest one that was cosigned, in the order of the specification. */
export async function judgeCheckpoint(
  { oldSize, proof, note }: AddCheckpointRequest,
  { origin, keys, newest, verify }: JudgedLog,
): Promise<CheckpointJudgement> {
  let tree: TreeHead;
  try {
    tree = await openCheckpoint(new Uint8Array(note), { origin, keys, verify });
  } catch (error) {
    if (error instanceof LogError) return { kind: 'not_signed' };
    throw error;
  }
  if (oldSize > tree.size) return { kind: 'size_wrong' };
  if (oldSize !== (newest?.size ?? 0)) return { kind: 'conflict', size: newest?.size ?? 0 };
  const older = oldSize === 0 || newest === null ? { size: 0, root: sha256Bytes(new Uint8Array()) } : newest;
  try {
    // From a tree to itself the proof is empty and the roots are the same; so it is from the empty tree to any.
    await verifyConsistency({ older, newer: tree, proof }, sha256Bytes);
    return { kind: 'consistent', tree };
  } catch (error) {
    if (error instanceof LogError) return { kind: 'inconsistent' };
    throw error;
  }
}
