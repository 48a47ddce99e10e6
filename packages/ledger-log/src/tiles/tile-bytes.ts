import { checkHash, hashBytes } from '../tree/hash.ts';
import type { ReadHash } from '../tree/read-range.ts';
import { type Tile, tilePositions } from './tile.ts';

/** The content of a tile: its concatenated hashes. */
export async function tileBytes(tile: Tile, readHash: ReadHash): Promise<Uint8Array> {
  const hashes = await Promise.all(tilePositions(tile).map((position) => readHash(position)));
  const bytes = new Uint8Array(hashes.length * hashBytes);
  for (const [at, hash] of hashes.entries()) {
    checkHash(hash);
    bytes.set(hash, at * hashBytes);
  }
  return bytes;
}
