import { indexedTerms } from './count-terms.ts';

const termsMax = 64;
/** No prompt is longer; what comes after is not looked at. */
const textUnitsMax = 64_000;

export interface QueryTerm {
  readonly term: string;
  /** How often the query has it: what is said again matters more. */
  readonly times: number;
}

/**
 * The terms of a text that are worth looking up, each once, as passages are filed under. Of a long text the beginning and
 * the end count: that is where people put their question. Empty where there is nothing to look up.
 */
export function queryTerms(text: string): QueryTerm[] {
  const counts = new Map<string, number>();
  for (const term of indexedTerms(text.slice(0, textUnitsMax))) counts.set(term, (counts.get(term) ?? 0) + 1);
  const terms = [...counts].map(([term, times]) => ({ term, times }));
  if (terms.length <= termsMax) return terms;
  return [...terms.slice(0, termsMax / 2), ...terms.slice(-termsMax / 2)];
}
