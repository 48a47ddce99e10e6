import { LogError } from '../log-error.ts';
import { type AnySha256, hashBytes, hashChildren } from '../tree/hash.ts';
import { checkPosition, checkSize } from '../tree/range.ts';
import type { ReadHash } from '../tree/read-range.ts';
import { type Tile, tileHeight, tileWidth } from './tile.ts';

export interface TileSource {
  /** The size of the tree: it says how wide the last tile of each level is. */
  readonly size: number;
  /** The bytes of a tile, from a disk or over the network. One tile is asked for again and again: keep what came. */
  readonly readTile: (tile: Tile) => Uint8Array | Promise<Uint8Array>;
  readonly sha256: AnySha256;
}

/**
 * A reader of the hashes of a tree that is stored as tiles. Whoever does not trust the tiles checks what is made of them
 * against a checkpoint: the root, or a proof.
 */
export function readHashFromTiles({ size, readTile, sha256 }: TileSource): ReadHash {
  checkSize(size);
  return async (position) => {
    checkPosition(position, size);
    const level = Math.floor(position.level / tileHeight);
    // Between two levels of tiles, a node is the root over 2, 4 … 128 neighbours, which never cross a tile's edge.
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

/** The root over a power of two of hashes that stand one after the other. */
async function joinHashes(bytes: Uint8Array, sha256: AnySha256): Promise<Uint8Array> {
  if (bytes.length === hashBytes) return bytes.slice();
  const middle = bytes.length / 2;
  const left = await joinHashes(bytes.subarray(0, middle), sha256);
  const right = await joinHashes(bytes.subarray(middle), sha256);
  return hashChildren({ left, right }, sha256);
}
