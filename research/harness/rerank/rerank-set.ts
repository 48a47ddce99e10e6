import type { Encoder, Reader } from '@avow/inference';
import { readRows } from '../data-sets.ts';
import { chunkDepth, coverage, openChunkSearch } from '../retrieval/chunk-recall.ts';
import { gainAt, meanOf, recallAt } from '../retrieval/measures.ts';
import type { SetHit } from '../retrieval/open-set-search.ts';
import { placesOf, searchRankedSet } from '../retrieval/rank-set.ts';
import { type RankedSet, type RankedSetName, readRankedSet } from '../retrieval/ranked-set.ts';
import { takeSample } from '../take-sample.ts';
import { type Orders, rankCandidates } from './rank-candidates.ts';

export type Order = keyof Orders<unknown>;
export const orders: readonly Order[] = ['before', 'read', 'mixed'];

export interface RerankPlan {
  readonly dataFolder: string;
  readonly encoder: Encoder | null;
  readonly reader: Reader;
  /** The number of candidates read per question. */
  readonly depth: number;
  readonly share: number;
  /** Null: every question. */
  readonly count: number | null;
  readonly seed: number;
}

/** `first`: nDCG@10; `second`: recall@5, which the order of a dozen candidates can change. */
export interface OrderFigures {
  readonly first: number;
  readonly second: number;
}

export interface RerankFigures {
  readonly questions: number;
  readonly by: Readonly<Record<Order, OrderFigures>>;
}

const gainDepth = 10;
const recallDepth = 5;

function readCodeSet(dataFolder: string): RankedSet {
  const chunks = readRows<{ uuid: string; idx: number; text: string }>(
    dataFolder,
    'anthropic_code_retrieval/chunks',
  );
  const queries = readRows<{ query: string; golden_chunk_uuids: ReadonlyArray<readonly [string, number]> }>(
    dataFolder,
    'anthropic_code_retrieval/queries',
  );
  return {
    name: 'code',
    documents: chunks.map(({ uuid, idx, text }) => ({ id: `${uuid} ${idx}`, title: '', text })),
    queries: queries.map(({ query, golden_chunk_uuids: golds }, at) => ({
      id: String(at),
      text: query,
      worth: new Map(golds.map(([uuid, idx]) => [`${uuid} ${idx}`, 1])),
    })),
  };
}

/** Reranks whole documents found by the search. */
export async function rerankSet(name: RankedSetName | 'code', plan: RerankPlan): Promise<RerankFigures> {
  const { dataFolder, encoder, depth, reader, share } = plan;
  const whole = name === 'code' ? readCodeSet(dataFolder) : readRankedSet(dataFolder, name);
  const set = { ...whole, queries: takeSample(whole.queries, plan) };
  const found = await searchRankedSet(set, encoder, depth);
  const asked = set.queries.map(({ text }, at) => ({
    question: text,
    candidates: found[at]?.[encoder === null ? 'words' : 'both'] ?? [],
  }));
  const ranked = await rankCandidates(reader, asked, { label: name, share, ...ofHit });
  const idsOf = (hits: readonly SetHit[]) =>
    hits.flatMap(placesOf).map((place) => set.documents[place]?.id ?? '');
  return figuresOf(ranked, (hits, at) => {
    const worth = set.queries[at]?.worth ?? new Map<string, number>();
    const ids = idsOf(hits);
    return { first: gainAt(ids, worth, gainDepth), second: recallAt(ids, worth, recallDepth) };
  });
}

/** Reranks passages of long texts: `first` and `second` are precision and recall of answer spans in the first five. */
export async function rerankChunks(plan: RerankPlan): Promise<RerankFigures> {
  const { search, questions: all } = await openChunkSearch(plan.dataFolder, plan.encoder);
  const questions = takeSample(all, plan);
  const asked = [];
  for (const { text, vector } of questions)
    asked.push({ question: text, candidates: await search.find({ text, vector, limit: plan.depth }) });
  await search.close();
  const ranked = await rankCandidates(plan.reader, asked, { label: 'chunks', share: plan.share, ...ofHit });
  return figuresOf(ranked, (hits, at) => {
    const question = questions[at];
    if (question === undefined) throw new Error('an order without a question');
    const { recall, precision } = coverage(hits.slice(0, chunkDepth), question);
    return { first: precision, second: recall };
  });
}

const ofHit = {
  passageOf: ({ headings, text }: SetHit) => ({ context: headings, text }),
  scoreOf: ({ score }: SetHit) => score,
};

export function figuresOf<Candidate>(
  ranked: readonly Orders<Candidate>[],
  measure: (candidates: readonly Candidate[], at: number) => OrderFigures,
): RerankFigures {
  const figures = (order: Order): OrderFigures => {
    const each = ranked.map((one, at) => measure(one[order], at));
    return {
      first: meanOf(each.map(({ first }) => first)),
      second: meanOf(each.map(({ second }) => second)),
    };
  };
  return {
    questions: ranked.length,
    by: { before: figures('before'), read: figures('read'), mixed: figures('mixed') },
  };
}
