import type { FoundRange } from '../guardrail.ts';

/** The range of a view that differs from the plain one: everything between the common prefix and the common suffix. */
export function findDifference({
  plain,
  view,
}: {
  readonly plain: string;
  readonly view: string;
}): FoundRange {
  const shorter = Math.min(plain.length, view.length);
  let start = 0;
  while (start < shorter && plain.charCodeAt(start) === view.charCodeAt(start)) start++;
  let same = 0;
  const sameMax = shorter - start;
  while (
    same < sameMax &&
    plain.charCodeAt(plain.length - 1 - same) === view.charCodeAt(view.length - 1 - same)
  )
    same++;
  return { start, end: view.length - same };
}
