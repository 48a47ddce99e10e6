import { porterStem } from './porter-stem.ts';

const stopWords: ReadonlySet<string> = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

export interface Scored {
  readonly at: number;
  readonly score: number;
}

/** Textbook BM25, the baseline for our search. Documents are identified by their position. */
export function createTextbookRanking(
  texts: readonly string[],
  { saturation, lengthWeight }: { readonly saturation: number; readonly lengthWeight: number } = {
    saturation: 1.2,
    lengthWeight: 0.75,
  },
): (query: string, limit: number) => Scored[] {
  const postings = new Map<string, Map<number, number>>();
  const lengths = texts.map((text, at) => {
    const terms = termsOf(text);
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map<number, number>();
      counts.set(at, (counts.get(at) ?? 0) + 1);
      postings.set(term, counts);
    }
    return terms.length;
  });
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  return (query, limit) => {
    const scores = new Map<number, number>();
    for (const term of termsOf(query)) {
      const counts = postings.get(term);
      if (counts === undefined) continue;
      const rarity = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [at, count] of counts) {
        const norm = saturation * (1 - lengthWeight + (lengthWeight * (lengths[at] ?? 0)) / meanLength);
        const part = (rarity * count * (saturation + 1)) / (count + norm);
        scores.set(at, (scores.get(at) ?? 0) + part);
      }
    }
    return [...scores]
      .map(([at, score]) => ({ at, score }))
      .sort((one, other) => other.score - one.score || one.at - other.at)
      .slice(0, limit);
  };
}

function termsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !stopWords.has(word))
    .map(porterStem);
}
