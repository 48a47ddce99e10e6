import { LogError } from '../log-error.ts';
import { equalBytes } from './equal-bytes.ts';
import { type AnySha256, checkHash, hashChildren } from './hash.ts';
import { inclusionPath } from './path.ts';

export interface Inclusion {
  readonly index: number;
  /** Size and root must come from the same checkpoint: the proof alone does not bind the size. */
  readonly size: number;
  readonly root: Uint8Array;
  readonly leafHash: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** The root of the tree of this size in which the proof leads from the leaf at this index. */
export async function inclusionRoot(
  { index, size, leafHash, proof }: Omit<Inclusion, 'root'>,
  sha256: AnySha256,
): Promise<Uint8Array> {
  const siblings = inclusionPath({ index, size });
  if (proof.length !== siblings.length) {
    throw new LogError('proof_length_wrong', `the proof must have ${siblings.length} hashes`);
  }
  checkHash(leafHash);
  let hash = leafHash;
  for (const [step, sibling] of proof.entries()) {
    const isLeft = siblings[step]?.side === 'left';
    const children = isLeft ? { left: sibling, right: hash } : { left: hash, right: sibling };
    hash = await hashChildren(children, sha256);
  }
  return hash;
}

/** Throws a LogError unless the tree with this root has the leaf at this index. */
export async function verifyInclusion({ root, ...place }: Inclusion, sha256: AnySha256): Promise<void> {
  if (!equalBytes(await inclusionRoot(place, sha256), root))
    throw new LogError('root_wrong', 'the proof does not lead to this root');
}
