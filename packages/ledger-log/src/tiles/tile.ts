import { LogError } from '../log-error.ts';
import type { Position } from '../tree/range.ts';

/** Levels of the tree per level of tiles. */
export const tileHeight = 8;

/** Hashes in a full tile. */
export const tileWidth = 2 ** tileHeight;

/** Consecutive hashes of one level of the tree: those of level 8 · `level`, starting at index 256 · `index`. */
export interface Tile {
  readonly level: number;
  readonly index: number;
  /** From 1 to 255 for a partial tile, 256 for a full one. */
  readonly width: number;
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** Requires that a tree of up to 2^53 - 1 leaves can have the tile: this limits the levels to 6, although the format has 64. */
export function checkTile({ level, index, width }: Tile): void {
  const leavesBelow = (index * tileWidth + width) * tileWidth ** level;
  const isWhole = isCount(level) && isCount(index) && isCount(width) && isCount(leavesBelow);
  if (!isWhole || width < 1 || width > tileWidth) {
    throw new LogError('tile_invalid', 'no tree has a tile of this level, index and width');
  }
}

/** The positions in the tree of a tile's hashes, in order. */
export function tilePositions(tile: Tile): readonly Position[] {
  checkTile(tile);
  return Array.from({ length: tile.width }, (_, offset) => ({
    level: tile.level * tileHeight,
    index: tile.index * tileWidth + offset,
  }));
}
