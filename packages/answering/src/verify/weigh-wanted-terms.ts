import type { SourceFacts } from '@avow/facts';
import { isGenericTerm } from '@avow/text/terms';

/** The stems of a sentence, with what each is worth. Which of them a text contains is a number with a bit for each. */
export interface Weighed {
  readonly terms: ReadonlyArray<{ readonly term: string; readonly weight: number }>;
  readonly total: number;
}

/** Bits of a number: more stems than that make no sentence plainer. */
const termsMax = 30;
const genericWeight = 0.4;
const askedWeight = 0.3;

export function weighWantedTerms({
  terms,
  askedTerms,
}: {
  readonly terms: readonly string[];
  readonly askedTerms: readonly string[];
}): Weighed {
  const own = new Set(terms);
  const all = [
    ...terms.map((term) => ({ term, weight: isGenericTerm(term) ? genericWeight : 1 })),
    ...askedTerms.filter((term) => !own.has(term)).map((term) => ({ term, weight: askedWeight })),
  ].slice(0, termsMax);
  return { terms: all, total: all.reduce((sum, { weight }) => sum + weight, 0) };
}

export function bitsOf(sourceFacts: SourceFacts, { terms }: Weighed): number {
  let bits = 0;
  for (const [at, { term }] of terms.entries()) if (sourceFacts.terms.has(term)) bits |= 1 << at;
  return bits;
}

export function shareOf(bits: number, { terms, total }: Weighed): number {
  let sum = 0;
  for (const [at, { weight }] of terms.entries()) if ((bits >> at) & 1) sum += weight;
  return total === 0 ? 0 : sum / total;
}

/** The most stems in a row that are missing. The sentence's own come first, in its order. */
export function longestGap(bits: number, count: number): number {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < Math.min(count, termsMax); at += 1) {
    run = (bits >> at) & 1 ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}
