import { LogError } from '../log-error.ts';
import { equalBytes } from './equal-bytes.ts';
import { type AnySha256, checkHash, emptyRoot, hashChildren } from './hash.ts';
import { consistencyPath, type Sizes } from './path.ts';
import { checkSize } from './range.ts';

/** The size and root of a tree, as a checkpoint states them. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

export interface Consistency {
  readonly older: TreeHead;
  readonly newer: TreeHead;
  readonly proof: readonly Uint8Array[];
}

/** Throws a LogError unless the newer tree extends the older one. */
export async function verifyConsistency(consistency: Consistency, sha256: AnySha256): Promise<void> {
  const { older, newer, proof } = consistency;
  checkHash(older.root);
  checkHash(newer.root);
  if (older.size === 0) return verifyFromEmpty(consistency, sha256);

  const { olderRoot, newerRoot } = await computeRoots(
    { sizes: { older: older.size, newer: newer.size }, olderRoot: older.root, proof },
    sha256,
  );
  if (!equalBytes(olderRoot, older.root)) {
    throw new LogError('older_root_wrong', 'the proof does not lead to the older root');
  }
  if (!equalBytes(newerRoot, newer.root)) {
    throw new LogError('root_wrong', 'the proof does not lead to the newer root');
  }
}

/** Every tree extends the empty one: only the root of the empty tree can be verified. */
async function verifyFromEmpty({ older, newer, proof }: Consistency, sha256: AnySha256): Promise<void> {
  checkSize(newer.size);
  if (proof.length > 0) throw new LogError('proof_length_wrong', 'the proof must have 0 hashes');
  const empty = await emptyRoot(sha256);
  if (!equalBytes(older.root, empty)) {
    throw new LogError('older_root_wrong', 'this is not the root of an empty tree');
  }
  if (newer.size === 0 && !equalBytes(newer.root, empty)) {
    throw new LogError('root_wrong', 'this is not the root of an empty tree');
  }
}

interface ConsistencyProof {
  readonly sizes: Sizes;
  readonly olderRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Computes both roots from the proof. */
async function computeRoots({ sizes, olderRoot, proof }: ConsistencyProof, sha256: AnySha256) {
  const { shared, siblings } = consistencyPath(sizes);
  // If the shared subtree begins at the first leaf, it is the older root, which the proof omits.
  const [first, ...hashes] = shared.start === 0 ? [olderRoot, ...proof] : proof;
  if (first === undefined || hashes.length !== siblings.length) {
    const length = siblings.length + (shared.start === 0 ? 0 : 1);
    throw new LogError('proof_length_wrong', `the proof must have ${length} hashes`);
  }
  let older = first;
  let newer = first;
  for (const [step, sibling] of hashes.entries()) {
    if (siblings[step]?.side === 'left') {
      older = await hashChildren({ left: sibling, right: older }, sha256);
      newer = await hashChildren({ left: sibling, right: newer }, sha256);
    } else {
      newer = await hashChildren({ left: newer, right: sibling }, sha256);
    }
  }
  return { olderRoot: older, newerRoot: newer };
}
