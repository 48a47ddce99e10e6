import { LogError } from '../log-error.ts';
import { checkSize, type Range, splitOf } from './range.ts';

/** A sibling on the path from a node to the root, and its side. */
export interface Sibling {
  readonly side: 'left' | 'right';
  readonly range: Range;
}

export interface InclusionPath {
  readonly index: number;
  readonly size: number;
}

/**
 * The siblings between a leaf and the root, lowest first. Proofs are built and verified along this path: a proof has the
 * hash of each sibling's range, in this order.
 */
export function inclusionPath({ index, size }: InclusionPath): readonly Sibling[] {
  checkSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new LogError('outside_tree', 'the tree has no leaf with this index');
  }
  const siblings: Sibling[] = [];
  let range: Range = { start: 0, end: size };
  while (range.end - range.start > 1) {
    const middle = splitOf(range);
    const left = { start: range.start, end: middle };
    const right = { start: middle, end: range.end };
    siblings.push(index < middle ? { side: 'right', range: right } : { side: 'left', range: left });
    range = index < middle ? left : right;
  }
  return siblings.reverse();
}

export interface Sizes {
  readonly older: number;
  readonly newer: number;
}

export interface ConsistencyPath {
  /** The last subtree of the older tree that the newer one contains unchanged: both roots are computed from it. */
  readonly shared: Range;
  /** Left siblings belong to both trees, right ones only to the newer. */
  readonly siblings: readonly Sibling[];
}

/** The path from the shared subtree up to both roots. The older tree must not be empty. */
export function consistencyPath({ older, newer }: Sizes): ConsistencyPath {
  checkSize(older);
  checkSize(newer);
  if (older < 1 || older > newer) {
    throw new LogError('size_invalid', 'the older size must be from 1 to the newer size');
  }
  const siblings: Sibling[] = [];
  let range: Range = { start: 0, end: newer };
  while (range.end !== older) {
    const middle = splitOf(range);
    const left = { start: range.start, end: middle };
    const right = { start: middle, end: range.end };
    siblings.push(older <= middle ? { side: 'right', range: right } : { side: 'left', range: left });
    range = older <= middle ? left : right;
  }
  return { shared: range, siblings: siblings.reverse() };
}
