import type { Encoder } from '@avow/inference';
import { encodeCached } from '../encode-cached.ts';
import { createTextbookRanking } from '../retrieval/textbook-ranking.ts';
import type { CuratedCandidate } from './curated-matcher.ts';
import type { CuratedSet } from './curated-set.ts';

/** The number of candidates that the product takes from each search. */
const candidatesMax = 16;

interface Phrasing {
  readonly pairId: string;
  readonly text: string;
}

/**
 * For each question, the nearest phrasings by keyword and semantic search, compared exhaustively. What an approximate
 * index would miss is measured elsewhere.
 */
export async function findCandidates(
  set: CuratedSet,
  encoding: { readonly encoder: Encoder; readonly askedAs: 'question' | 'passage' } | null,
): Promise<CuratedCandidate[][]> {
  const phrasings = set.bank.flatMap(({ id, phrasings: texts }) =>
    texts.map((text): Phrasing => ({ pairId: id, text })),
  );
  const texts = phrasings.map(({ text }) => text);
  const rankByKeywords = createTextbookRanking(texts);
  const meanings = encoding && {
    bank: await encodeCached(encoding.encoder, { label: `${set.name}, bank`, as: 'passage', texts }),
    asked: await encodeCached(encoding.encoder, {
      label: `${set.name}, asked`,
      as: encoding.askedAs,
      texts: set.asked.map(({ text }) => text),
    }),
  };
  return set.asked.map(({ text }, at) => {
    const words = new Map(rankByKeywords(text, candidatesMax).map((scored) => [scored.at, scored.score]));
    const cosines = meanings?.bank.map((vector) => cosine(vector, meanings.asked[at])) ?? null;
    const near = cosines === null ? [] : largest(cosines, candidatesMax);
    return [...new Set([...near, ...words.keys()])].map((place) => ({
      pairId: phrasings[place]?.pairId ?? '',
      text: texts[place] ?? '',
      wordScore: words.get(place) ?? null,
      vectorScore: cosines?.[place] ?? null,
    }));
  });
}

/** For vectors of length 1. */
function cosine(one: Float32Array, other: Float32Array | undefined): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other?.[at] ?? 0);
  return sum;
}

/** The positions of the largest numbers, largest first. */
function largest(numbers: readonly number[], count: number): number[] {
  return numbers
    .map((value, at) => ({ value, at }))
    .sort((one, other) => other.value - one.value)
    .slice(0, count)
    .map(({ at }) => at);
}
