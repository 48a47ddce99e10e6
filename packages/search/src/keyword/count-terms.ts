import { contentTerms, nameDays } from '@avow/text/terms';
import type { Passage } from '../passage-search.ts';

/** A word in a heading counts this many times. On the same collections two and three were no better than one. */
const headingWeight = 1;
const termUnitsMax = 64;

/** How often each term stands in a passage, or is meant by the days of the week in it, and how many terms there are in all. */
export function countTerms({ headings, text }: Pick<Passage, 'headings' | 'text'>): {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
} {
  const counts = new Map<string, number>();
  let length = 0;
  const count = (words: string, weight: number) => {
    for (const term of indexedTerms(words)) {
      counts.set(term, (counts.get(term) ?? 0) + weight);
      length += 1;
    }
  };
  count(headings, headingWeight);
  count(text, 1);
  // "Mon–Fri" is found by who asks for Wednesday.
  for (const { names } of nameDays(text)) count(names, 1);
  return { counts, length };
}

/** The terms of a text as they are filed. Longer ones are not words; truncated, they would match others. */
export function indexedTerms(text: string): string[] {
  return contentTerms(text).filter((term) => term.length <= termUnitsMax);
}
