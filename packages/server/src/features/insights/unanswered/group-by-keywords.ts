import type { GiveWay } from '@avow/foundation/concurrency';
import { contentTerms } from '@avow/text/terms';

/**
 * Without an encoder, two questions count as the same if their content words overlap at least this much: the cosine of the
 * two sets of words.
 */
export const keywordSimilarityMin = 0.6;

/** A phrasing, and how often it was asked. */
export interface TextPhrasing {
  readonly text: string;
  readonly count: number;
}

/** The group number of each phrasing, as in `groupByVectors`. Phrasings are compared with the first of a group. */
export async function groupByKeywords(
  phrasings: readonly TextPhrasing[],
  giveWay: GiveWay,
  similarityMin: number = keywordSimilarityMin,
): Promise<number[]> {
  const sizes: number[] = [];
  const groupsWith = new Map<string, number[]>();
  const found: number[] = [];
  for (const { text } of phrasings) {
    await giveWay();
    const terms = new Set(contentTerms(text));
    const common = new Map<number, number>();
    for (const term of terms)
      for (const group of groupsWith.get(term) ?? []) common.set(group, (common.get(group) ?? 0) + 1);
    let best = -1;
    let bestCosine = similarityMin;
    for (const [group, count] of common) {
      const cosine = count / Math.sqrt(terms.size * (sizes[group] as number));
      const isBetter = cosine > bestCosine || (cosine === bestCosine && (best < 0 || group < best));
      if (isBetter) [best, bestCosine] = [group, cosine];
    }
    if (best < 0) {
      best = sizes.push(terms.size) - 1;
      for (const term of terms) groupsWith.set(term, [...(groupsWith.get(term) ?? []), best]);
    }
    found.push(best);
  }
  return found;
}

/** The index of the phrasing with the most words in common with all others, weighted by how often each was asked. */
export function findKeywordRepresentative(phrasings: readonly TextPhrasing[]): number {
  const termSets = phrasings.map(({ text }) => new Set(contentTerms(text)));
  // The sum of all cosines of a phrasing, term by term.
  const weights = new Map<string, number>();
  for (const [index, terms] of termSets.entries())
    for (const term of terms) {
      const share = (phrasings[index]?.count ?? 0) / Math.sqrt(terms.size);
      weights.set(term, (weights.get(term) ?? 0) + share);
    }
  const nearness = termSets.map((terms) => {
    let sum = 0;
    for (const term of terms) sum += weights.get(term) ?? 0;
    return terms.size === 0 ? 0 : sum / Math.sqrt(terms.size);
  });
  return nearness.reduce((best, near, index) => (near > (nearness[best] ?? -1) ? index : best), 0);
}
