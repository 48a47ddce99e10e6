// JavaScript counts UTF-16 units; everything that leaves the server counts code points. They meet here.
// A lone surrogate counts as one code point, as it does when a string is iterated.

const pair = /[\ud800-\udbff][\udc00-\udfff]/g;
const anySurrogate = /[\ud800-\udfff]/;

/** The code points from `start` up to, not including, `end`. */
export function sliceCodePoints(
  text: string,
  range: { readonly start: number; readonly end: number },
): string {
  if (!anySurrogate.test(text)) return text.slice(Math.max(0, range.start), Math.max(0, range.end));
  const offsets = indexCodePoints(text);
  return text.slice(offsets.toUtf16(range.start), offsets.toUtf16(range.end));
}

export interface CodePointIndex {
  /** A UTF-16 offset as a code point offset; one inside a pair counts the pair as passed. */
  toCodePoint(utf16Offset: number): number;
  /** A code point offset as a UTF-16 offset, kept within the text. */
  toUtf16(codePointOffset: number): number;
}

/** Built once for a text, then each conversion is a binary search over its surrogate pairs; text without any converts for free. */
export function indexCodePoints(text: string): CodePointIndex {
  const pairStarts = findPairStarts(text);
  const clamp = (offset: number) => Math.min(Math.max(0, offset), text.length);
  if (pairStarts.length === 0) return { toCodePoint: clamp, toUtf16: clamp };
  return {
    toCodePoint(utf16Offset) {
      const offset = clamp(utf16Offset);
      // Pairs that end at or before the offset: each made two units of one code point.
      return offset - countWhile(pairStarts, (start) => start + 2 <= offset);
    },
    toUtf16(codePointOffset) {
      const offset = Math.max(0, codePointOffset);
      // The k-th pair is code point `start - k`: all pairs before the wanted one add a unit.
      const pairsBefore = countWhile(pairStarts, (start, position) => start - position < offset);
      return clamp(offset + pairsBefore);
    },
  };
}

function findPairStarts(text: string): readonly number[] {
  if (!anySurrogate.test(text)) return [];
  return Array.from(text.matchAll(pair), (match) => match.index);
}

/** How many leading entries satisfy a condition that, once false, stays false. */
function countWhile(sorted: readonly number[], holds: (value: number, position: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle];
    if (value !== undefined && holds(value, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
