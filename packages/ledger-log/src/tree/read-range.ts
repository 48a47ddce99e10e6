import { type AnySha256, checkHash, emptyRoot, hashChildren } from './hash.ts';
import { checkSize, nodesOf, type Position, type Range } from './range.ts';

/** Reads the stored hash of a complete node from a table, tiles or memory. */
export type ReadHash = (position: Position) => Uint8Array | Promise<Uint8Array>;

/** The source from which proofs are built. */
export interface HashSource {
  readonly readHash: ReadHash;
  readonly sha256: AnySha256;
}

/** The hash of a range: its complete nodes, combined from the right. */
export async function readRangeHash(range: Range, { readHash, sha256 }: HashSource): Promise<Uint8Array> {
  const hashes = await Promise.all(nodesOf(range).map((node) => readHash(node)));
  let hash = hashes.pop();
  if (hash === undefined) return emptyRoot(sha256);
  checkHash(hash);
  for (const left of hashes.reverse()) hash = await hashChildren({ left, right: hash }, sha256);
  return hash;
}

/** The root of the tree at a size. */
export async function readRoot(size: number, source: HashSource): Promise<Uint8Array> {
  checkSize(size);
  return readRangeHash({ start: 0, end: size }, source);
}
