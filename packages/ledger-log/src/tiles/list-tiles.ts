import { LogError } from '../log-error.ts';
import type { Sizes } from '../tree/path.ts';
import { checkSize } from '../tree/range.ts';
import { type Tile, tileWidth } from './tile.ts';

/**
 * The tiles of a tree, level by level; given a previous size, only those that are new or wider since then. They are
 * generated one by one, because a large log has many.
 */
export function* listTiles({ older, newer }: Sizes): Generator<Tile, void, undefined> {
  checkSize(older);
  checkSize(newer);
  if (older > newer) throw new LogError('size_invalid', 'the newer size must not be smaller than the older');
  let hashesBefore = older;
  let hashes = newer;
  for (let level = 0; hashes > 0; level++) {
    // A partial tile that grew is written again; a full one never changes.
    let index = Math.floor(hashesBefore / tileWidth);
    if (hashes > hashesBefore) {
      for (; (index + 1) * tileWidth <= hashes; index++) yield { level, index, width: tileWidth };
      if (hashes % tileWidth > 0) yield { level, index, width: hashes % tileWidth };
    }
    hashesBefore = Math.floor(hashesBefore / tileWidth);
    hashes = Math.floor(hashes / tileWidth);
  }
}
