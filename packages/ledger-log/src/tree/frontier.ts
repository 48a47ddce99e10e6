import { LogError } from '../log-error.ts';
import { checkHash, nodeHash, type Sha256 } from './hash.ts';
import { checkSize, nodesOf, type Position } from './range.ts';

/**
 * All that a writer needs to append to a tree: the hashes of its largest complete nodes, from left to right. It is
 * immutable, so a rolled-back transaction leaves the previous one intact.
 */
export interface Frontier {
  readonly size: number;
  readonly hashes: readonly Uint8Array[];
}

interface CompletedNode extends Position {
  readonly hash: Uint8Array;
}

export interface Growth {
  readonly frontier: Frontier;
  /** The leaf and each node that it completed, to be stored so that proofs can be built later. */
  readonly completed: readonly CompletedNode[];
}

export const emptyFrontier: Frontier = { size: 0, hashes: [] };

/** The positions of the hashes in a tree's frontier, in order, so that it can be read from a store. */
export function frontierPositions(size: number): readonly Position[] {
  checkSize(size);
  return nodesOf({ start: 0, end: size });
}

function checkFrontier({ size, hashes }: Frontier): void {
  if (hashes.length !== frontierPositions(size).length) {
    throw new LogError(
      'frontier_invalid',
      'a frontier must have one hash for each complete subtree of its size',
    );
  }
}

/** The tree with one more leaf. It is synchronous, because it runs in the transaction that stores the leaf. */
export function appendLeaf(
  { frontier, leafHash }: { readonly frontier: Frontier; readonly leafHash: Uint8Array },
  sha256: Sha256<Uint8Array>,
): Growth {
  checkFrontier(frontier);
  checkHash(leafHash);
  checkSize(frontier.size + 1);
  const hashes = [...frontier.hashes];
  let node: CompletedNode = { level: 0, index: frontier.size, hash: leafHash };
  const completed = [node];
  // A node of odd index is a right child: it completes its parent, and its left sibling is the last of the frontier.
  while (node.index % 2 === 1) {
    const left = hashes.pop();
    if (left === undefined) throw new LogError('frontier_invalid', 'a frontier lacks a hash');
    const hash = nodeHash({ left, right: node.hash }, sha256);
    node = { level: node.level + 1, index: (node.index - 1) / 2, hash };
    completed.push(node);
  }
  return { frontier: { size: frontier.size + 1, hashes: [...hashes, node.hash] }, completed };
}

/** The root of the tree with this frontier. */
export function frontierRoot(frontier: Frontier, sha256: Sha256<Uint8Array>): Uint8Array {
  checkFrontier(frontier);
  const [last, ...lefts] = [...frontier.hashes].reverse();
  if (last === undefined) return sha256(new Uint8Array());
  checkHash(last);
  return lefts.reduce((right, left) => nodeHash({ left, right }, sha256), last);
}
