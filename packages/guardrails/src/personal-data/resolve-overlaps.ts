import type { TypedRange } from './data-types.ts';

/**
 * Of overlapping findings, keeps the most certain, then the longest, then the leftmost. The result is ordered. Takes the
 * time of sorting plus the total length of the findings.
 */
export function resolveOverlaps<Type extends string>(
  found: readonly TypedRange<Type>[],
  textLength: number,
): readonly TypedRange<Type>[] {
  if (found.length < 2) return found;
  const taken = new Uint8Array(textLength);
  const lengthOf = ({ start, end }: TypedRange<Type>) => end - start;
  return found
    .toSorted((a, b) => b.score - a.score || lengthOf(b) - lengthOf(a) || a.start - b.start)
    .filter(({ start, end }) => {
      if (taken.subarray(start, end).includes(1)) return false;
      taken.fill(1, start, end);
      return true;
    })
    .toSorted((a, b) => a.start - b.start);
}
