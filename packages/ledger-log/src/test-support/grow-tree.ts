import { appendLeaf, emptyFrontier, type Frontier } from '../tree/frontier.ts';
import type { Position } from '../tree/range.ts';
import type { ReadHash } from '../tree/read-range.ts';
import { sha256 } from './naive-tree.ts';

export interface GrownTree {
  readonly frontiers: readonly Frontier[];
  readonly readHash: ReadHash;
}

/** A log as a writer would build it: each leaf appended, each completed hash stored once. */
export function growTree(leafHashes: readonly Uint8Array[]): GrownTree {
  const stored = new Map<string, Uint8Array>();
  const keyOf = ({ level, index }: Position) => `${level}/${index}`;
  const frontiers: Frontier[] = [emptyFrontier];
  let frontier = emptyFrontier;
  for (const leafHash of leafHashes) {
    const growth = appendLeaf({ frontier, leafHash }, sha256);
    for (const node of growth.completed) {
      if (stored.has(keyOf(node))) throw new Error('a node was completed twice');
      stored.set(keyOf(node), node.hash);
    }
    frontier = growth.frontier;
    frontiers.push(frontier);
  }
  return {
    frontiers,
    readHash: (position) => {
      const hash = stored.get(keyOf(position));
      if (hash === undefined) throw new Error(`no hash is stored at ${keyOf(position)}`);
      return hash;
    },
  };
}
