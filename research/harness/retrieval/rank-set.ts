import type { Encoder } from '@avow/inference';
import { encodeCached } from '../encode-cached.ts';
import { gainAt, meanOf, recallAt } from './measures.ts';
import { openSetSearch, type SetHit } from './open-set-search.ts';
import { encodedText, type JudgedQuery, type RankedSet } from './ranked-set.ts';
import { createTextbookRanking } from './textbook-ranking.ts';

export type Mode = 'textbook' | 'words' | 'meaning' | 'both';

export interface RankFigures {
  readonly gainAt10: number;
  readonly recallAt50: number;
}

/** The results of each search mode. */
export type FoundBy = Readonly<Record<'words' | 'meaning' | 'both', readonly SetHit[]>>;

const depth = 50;

/** The product's search results for every query of the set, with one passage per document. */
export async function searchRankedSet(
  set: RankedSet,
  encoder: Encoder | null,
  limit: number,
): Promise<readonly FoundBy[]> {
  const vectors = encoder && {
    documents: await encodeCached(encoder, {
      label: set.name,
      as: 'passage',
      texts: set.documents.map(encodedText),
    }),
    queries: await encodeCached(encoder, {
      label: `${set.name}, queries`,
      as: 'question',
      texts: set.queries.map(({ text }) => text),
    }),
  };
  const all = set.documents.map(({ title, text }, document) => ({
    document,
    ordinal: 0,
    headings: title,
    text,
    start: 0,
    end: [...text].length,
  }));
  // A few documents are empty: they are never found and have no vector.
  const passages = all.filter(({ headings, text }) => `${headings}${text}`.trim() !== '');
  const documentVectors = vectors && passages.map(({ document }) => vectors.documents[document]);
  const search = await openSetSearch(passages, documentVectors);
  const found = [];
  for (const [at, { text }] of set.queries.entries()) {
    const vector = vectors?.queries[at] ?? null;
    found.push({
      words: await search.find({ text, vector: null, limit }),
      meaning: vector === null ? [] : await search.find({ text: '', vector, limit }),
      both: vector === null ? [] : await search.find({ text, vector, limit }),
    });
  }
  await search.close();
  return found;
}

/** The figures of a set for each search mode. */
export async function rankSet(
  set: RankedSet,
  encoder: Encoder | null,
): Promise<ReadonlyMap<Mode, RankFigures>> {
  const textbook = createTextbookRanking(set.documents.map(encodedText));
  const idOf = (place: number) => set.documents[place]?.id ?? '';
  const found = await searchRankedSet(set, encoder, depth);
  const figures = new Map<Mode, RankFigures>([
    [
      'textbook',
      judge(
        set.queries,
        set.queries.map(({ text }) => textbook(text, depth).map(({ at }) => idOf(at))),
      ),
    ],
  ]);
  for (const mode of encoder === null ? (['words'] as const) : (['words', 'meaning', 'both'] as const)) {
    const ranked = found.map((hits) => hits[mode].flatMap((hit) => placesOf(hit).map(idOf)));
    figures.set(mode, judge(set.queries, ranked));
  }
  return figures;
}

/** A hit represents every document with the same text. */
export function placesOf(hit: SetHit): number[] {
  return [hit.document, ...hit.alsoAt.map(({ documentId }) => Number(documentId.slice('doc_'.length)))];
}

export function judge(
  queries: readonly JudgedQuery[],
  ranked: ReadonlyArray<readonly string[]>,
): RankFigures {
  const each = queries.map(({ worth }, at) => ({
    gain: gainAt(ranked[at] ?? [], worth, 10),
    recall: recallAt(ranked[at] ?? [], worth, depth),
  }));
  return {
    gainAt10: meanOf(each.map(({ gain }) => gain)),
    recallAt50: meanOf(each.map(({ recall }) => recall)),
  };
}
