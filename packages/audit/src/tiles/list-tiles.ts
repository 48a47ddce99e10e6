import { LogError } from '../log-error.ts';
import type { Sizes } from '../tree/path.ts';
import { checkSize } from '../tree/range.ts';
import { type Tile, tileWidth } from './tile.ts';

/**
 * The tiles that a tree has, level by level; given the size that it had before, only those that are new since, or wider.
 * They come one by one, as a large log has many.
 */
export function* listTiles({ older, newer }: Sizes): Generator<Tile, void, undefined> {
  checkSize(older);
  checkSize(newer);
  if (older > newer) throw new LogError('size_invalid', 'a log only grows');
  let hashesBefore = older;
  let hashes = newer;
  for (let level = 0; hashes > 0; level++) {
    // A tile that was partial is written anew; one that was full stays as it is.
    let index = Math.floor(hashesBefore / tileWidth);
    if (hashes > hashesBefore) {
      for (; (index + 1) * tileWidth <= hashes; index++) yield { level, index, width: tileWidth };
      if (hashes % tileWidth > 0) yield { level, index, width: hashes % tileWidth };
    }
    hashesBefore = Math.floor(hashesBefore / tileWidth);
    hashes = Math.floor(hashes / tileWidth);
  }
}
