import { indexedTerms } from './count-terms.ts';

const termsMax = 64;
/** No prompt is longer; what comes after is not looked at. */
const textUnitsMax = 64_000;

/**
 * The terms of a text that are worth looking up, each once, as passages are filed under. Of a long text the beginning and
 * the end count: that is where people put their question. Empty where there is nothing to look up.
 */
export function queryTerms(text: string): string[] {
  const terms = [...new Set(indexedTerms(text.slice(0, textUnitsMax)))];
  if (terms.length <= termsMax) return terms;
  return [...terms.slice(0, termsMax / 2), ...terms.slice(-termsMax / 2)];
}
