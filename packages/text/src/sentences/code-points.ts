// JavaScript counts UTF-16 units, and everything that leaves the server counts code points. This file converts.
// A lone surrogate counts as one code point, as it does when a string is iterated.

const pair = /[\ud800-\udbff][\udc00-\udfff]/g;

export interface CodePointIndex {
  /** Converts a UTF-16 offset, clamped to the text, to a code point offset. One inside a pair counts as after the pair. */
  toCodePoint(utf16Offset: number): number;
  /** The inverse. Its result is never inside a pair. */
  toUtf16(codePointOffset: number): number;
}

/** Indexes a text once; each conversion is then a binary search over its surrogate pairs, and free if there are none. */
export function indexCodePoints(text: string): CodePointIndex {
  const pairEnds = Array.from(text.matchAll(pair), (match) => match.index + 2);
  /** The same ends, in code points. */
  const pairEndPoints = pairEnds.map((end, position) => end - position - 1);
  return {
    toCodePoint(utf16Offset) {
      const offset = Math.min(Math.max(0, utf16Offset), text.length);
      // Each pair that ends at or before the offset takes two units for one code point.
      return offset - countUpTo(pairEnds, offset);
    },
    toUtf16(codePointOffset) {
      const offset = Math.min(Math.max(0, codePointOffset), text.length - pairEnds.length);
      return offset + countUpTo(pairEndPoints, offset);
    },
  };
}

/** Counts the entries of a sorted list that are at most the limit. */
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
