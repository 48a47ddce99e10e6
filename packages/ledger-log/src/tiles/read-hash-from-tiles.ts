import { LogError } from '../log-error.ts';
import { type AnySha256, hashBytes, hashChildren } from '../tree/hash.ts';
import { checkPosition, checkSize } from '../tree/range.ts';
import type { ReadHash } from '../tree/read-range.ts';
import { type Tile, tileHeight, tileWidth } from './tile.ts';

export interface TileSource {
  /** The size of the tree, which determines the width of the last tile of each level. */
  readonly size: number;
  /** Reads a tile from disk or over the network. The same tile is requested repeatedly, so cache it. */
  readonly readTile: (tile: Tile) => Uint8Array | Promise<Uint8Array>;
  readonly sha256: AnySha256;
}

/**
 * Reads hashes of a tree that is stored as tiles. If the tiles are not trusted, verify the resulting root or proof
 * against a checkpoint.
 */
export function readHashFromTiles({ size, readTile, sha256 }: TileSource): ReadHash {
  checkSize(size);
  return async (position) => {
    checkPosition(position, size);
    const level = Math.floor(position.level / tileHeight);
    // Between two levels of tiles, a node is the root over 2, 4 … 128 neighbours, which are always in one tile.
    const count = 2 ** (position.level % tileHeight);
    const first = position.index * count;
    const index = Math.floor(first / tileWidth);
    const stored = Math.floor(size / tileWidth ** level);
    const width = Math.min(tileWidth, stored - index * tileWidth);
    const bytes = await readTile({ level, index, width });
    if (bytes.length !== width * hashBytes) {
      throw new LogError('tile_invalid', `a tile of width ${width} has ${width * hashBytes} bytes`);
    }
    const from = (first % tileWidth) * hashBytes;
    return joinHashes(bytes.subarray(from, from + count * hashBytes), sha256);
  };
}

/** The root over consecutive hashes, whose number is a power of two. */
async function joinHashes(bytes: Uint8Array, sha256: AnySha256): Promise<Uint8Array> {
  if (bytes.length === hashBytes) return bytes.slice();
  const middle = bytes.length / 2;
  const left = await joinHashes(bytes.subarray(0, middle), sha256);
  const right = await joinHashes(bytes.subarray(middle), sha256);
  return hashChildren({ left, right }, sha256);
}
