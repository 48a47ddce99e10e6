import type { FoundRange } from '../../interfaces/guardrail.ts';

/** Where a view reads otherwise than the plain one: all between what both begin with and what both end with. */
export function findNews({ plain, view }: { readonly plain: string; readonly view: string }): FoundRange {
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
