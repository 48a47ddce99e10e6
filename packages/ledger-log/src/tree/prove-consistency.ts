import { consistencyPath, type Sizes } from './path.ts';
import { checkSize, type Range } from './range.ts';
import { type HashSource, readRangeHash } from './read-range.ts';

/** Builds a consistency proof (RFC 6962, 2.1.2). From an empty tree it is empty. */
export async function proveConsistency(sizes: Sizes, source: HashSource): Promise<readonly Uint8Array[]> {
  if (sizes.older === 0) {
    checkSize(sizes.newer);
    return [];
  }
  const { shared, siblings } = consistencyPath(sizes);
  const ranges: Range[] = siblings.map(({ range }) => range);
  // If the shared subtree begins at the first leaf, it is the older root, which the verifier has.
  if (shared.start > 0) ranges.unshift(shared);
  return Promise.all(ranges.map((range) => readRangeHash(range, source)));
}
