import { contentTerms } from '../text/terms.ts';
import type { GiveWay } from './create-turns.ts';

/**
 * Where no model can tell what questions mean, two ask the same from this share of words in common on: the words that
 * carry content, as the cosine of the two sets.
 */
export const wordsLine = 0.6;

/** A phrasing, and how often it was asked. */
export interface WordedPhrasing {
  readonly text: string;
  readonly count: number;
}

/** The number of the group of each phrasing, as `groupByMeaning`. The first of a group stands for it. */
export async function groupByWords(
  phrasings: readonly WordedPhrasing[],
  giveWay: GiveWay,
  line: number = wordsLine,
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
    let bestCosine = line;
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

/** Which of the phrasings has most words in common with all others, each as often as it was asked. */
export function nearestByWords(phrasings: readonly WordedPhrasing[]): number {
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
