import { normalise } from '@avow/text/terms';

const partUnits = 16_000;
const foldedUnitsMax = 2 * partUnits;

// Soft hyphens, joiners, marks of direction, variation selectors and tags: nobody sees them.
const withoutWidth =
  /[\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{e0000}-\u{e007f}]|\u{34f}|[\u{fe00}-\u{fe0f}]/gu;

/**
 * A text as the n-grams are taken of it: without characters that have no width, in NFKC, in small letters. Of a long
 * text the beginning and the end, each by itself.
 */
export function foldEnds(text: string): readonly string[] {
  const parts =
    text.length <= 2 * partUnits ? [text] : [text.slice(0, partUnits), text.slice(text.length - partUnits)];
  // One character may fold to eighteen, so that the limit must hold once more.
  return parts.map((part) =>
    normalise(part.replace(withoutWidth, ''), 'NFKC').toLowerCase().slice(0, foldedUnitsMax),
  );
}
