// JavaScript counts UTF-16 units; everything that leaves the server counts code points. They meet here.
// A lone surrogate counts as one code point, as it does when a string is iterated.

const pair = /[\ud800-\udbff][\udc00-\udfff]/g;

export interface CodePointIndex {
  /** A UTF-16 offset as a code point offset, kept within the text; one inside a pair counts the pair as passed. */
  toCodePoint(utf16Offset: number): number;
  /** The other way round: never inside a pair. */
  toUtf16(codePointOffset: number): number;
}

/** Built once for a text, then each conversion is a binary search over its surrogate pairs; text without any converts for free. */
export function indexCodePoints(text: string): CodePointIndex {
  const pairEnds = Array.from(text.matchAll(pair), (match) => match.index + 2);
  /** The same ends, in code points. */
  const pairEndPoints = pairEnds.map((end, position) => end - position - 1);
  return {
    toCodePoint(utf16Offset) {
      const offset = Math.min(Math.max(0, utf16Offset), text.length);
      // Pairs that end at or before the offset: each made two units of one code point.
      return offset - countUpTo(pairEnds, offset);
    },
    toUtf16(codePointOffset) {
      const offset = Math.min(Math.max(0, codePointOffset), text.length - pairEnds.length);
      return offset + countUpTo(pairEndPoints, offset);
    },
  };
}

/** How many entries of a sorted list are not above the limit. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
