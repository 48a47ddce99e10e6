import { type InclusionPath, inclusionPath } from './path.ts';
import { type HashSource, readRangeHash } from './read-range.ts';

/** Builds an inclusion proof of a leaf in the tree of this size (RFC 6962, 2.1.1). */
export async function proveInclusion(
  leaf: InclusionPath,
  source: HashSource,
): Promise<readonly Uint8Array[]> {
  return Promise.all(inclusionPath(leaf).map(({ range }) => readRangeHash(range, source)));
}
