import type { CuratedPair, Draft } from '@avow/answering';
import { answerFromSimilar, curatedDraft, curatedPassages } from '@avow/answering/retrieve';
import type { Scoring } from '@avow/answering/score';
import type { CuratedId, PackId, PackVersion, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { curatedKey } from '@avow/text';
import type { ContentStore } from '../../content/content-store.ts';
import type { PairContent } from '../../curated/curated.ts';
import type { SelfRepairingSearch } from '../../publication/publication.ts';

export interface PairTrialDependencies {
  readonly knowledge: Pick<ContentStore, 'getCurated' | 'listServed'>;
  readonly search: Pick<SelfRepairingSearch, 'find'>;
  readonly encoder: Encoder | null;
  readonly scoring: Pick<Scoring, 'evidenceOf' | 'inForce'>;
  readonly nowMs: () => number;
}

/** What the pair would be worth as the answer to a question. */
export interface PairMatch {
  /** The calibrated probability that it is right. */
  readonly probability: number;
  /** The question is filed under these very words, so nothing competes with it. */
  readonly isExact: boolean;
}

interface AskedQuestion {
  readonly text: string;
  /** Null: keywords are compared. */
  readonly vector: Float32Array | null;
}

/** Null: the pair would not be taken for the question, or another pair would. */
export type TryPair = (question: AskedQuestion) => Promise<PairMatch | null>;

/** Less similar questions never reach the line of a match, so the served pairs need not be searched for them. */
const nearMin = 0.5;
const rivalsMax = 32;
const searchTimeoutMs = 5_000;

/** Matches questions with a pair as the path of a query would, beside the pairs that are served. */
export async function createTryPair(
  { knowledge, search, encoder, scoring, nowMs }: PairTrialDependencies,
  tenantId: TenantId,
  given: { readonly packId: PackId; readonly pair: PairContent; readonly replaces: CuratedId | null },
): Promise<TryPair> {
  const atMs = nowMs();
  const pair = asStored(given, atMs);
  const { curatedId, groups } = pair;
  const pack = { packId: given.packId, version: 0 };
  const keys = new Set([pair.question, ...pair.alternatives].map(curatedKey));
  const phrasings = await encodePhrasings(pair, encoder, tenantId);
  const [scorer, packs] = await Promise.all([scoring.inForce(tenantId), knowledge.listServed(tenantId)]);
  const withPair: Pick<ContentStore, 'getCurated'> = {
    getCurated: async (tenant, id, viewer) =>
      id === curatedId ? { pair, pack } : await knowledge.getCurated(tenant, id, viewer),
  };
  const probabilityOf = (draft: Draft, text: string) =>
    scorer.probabilityOf(scoring.evidenceOf(draft, { question: text, tier: 0 }));

  async function findRivals({ text, vector }: AskedQuestion): Promise<PassageHit[]> {
    if (packs.length === 0) return [];
    const query = { kind: 'curated', text, vector, packs, groups, nowMs: atMs } as const;
    const limits = { limit: rivalsMax, timeoutMs: searchTimeoutMs };
    const found = await search.find(tenantId, [{ ...query, ...limits }], () =>
      knowledge.listServed(tenantId),
    );
    const hits = (found.hits[0] ?? []).filter(({ documentId }) => documentId !== curatedId);
    // What is not among the nearest by meaning cannot be nearer than the pair.
    return vector === null ? hits : hits.filter(({ vectorScore }) => vectorScore !== null);
  }

  return async (asked) => {
    const { text, vector } = asked;
    if (keys.has(curatedKey(text))) {
      const draft = curatedDraft({ pair, pack }, { kind: 'curated_exact' }, 1);
      return { probability: probabilityOf(draft, text), isExact: true };
    }
    const own = phrasings.map((phrasing) => hitOf(phrasing, { pack, vector }));
    if (vector !== null && own.every(({ vectorScore }) => (vectorScore ?? 0) < nearMin)) return null;
    const curated = [...own, ...(await findRivals(asked))];
    const question = { tenantId, text, packIds: null, groups, nowMs: atMs, language: null };
    const retrieved = { packs, curated, documents: [], further: [], isDegraded: false };
    const draft = await answerFromSimilar(withPair, question, { retrieved, reader: null });
    if (draft === null || typeof draft === 'string') return null;
    if (draft.support[0]?.documentId !== curatedId) return null;
    return { probability: probabilityOf(draft, text), isExact: false };
  };
}

function asStored(
  { pair, replaces }: { readonly pair: PairContent; readonly replaces: CuratedId | null },
  nowMs: number,
): CuratedPair {
  return { ...pair, curatedId: replaces ?? newId('qna', nowMs), revision: 0, updatedAtMs: nowMs };
}

interface EncodedPhrasing {
  readonly passage: ReturnType<typeof curatedPassages>[number];
  readonly vector: Float32Array | null;
}

async function encodePhrasings(
  pair: CuratedPair,
  encoder: Encoder | null,
  owner: string,
): Promise<EncodedPhrasing[]> {
  const passages = curatedPassages(pair);
  const vectors =
    (await encoder?.encodePassages(
      passages.map(({ text }) => text),
      { owner },
    )) ?? [];
  return passages.map((passage, at) => ({ passage, vector: vectors[at] ?? null }));
}

function hitOf(
  { passage, vector: own }: EncodedPhrasing,
  { pack, vector }: { readonly pack: PackVersion; readonly vector: Float32Array | null },
): PassageHit {
  const vectorScore = own === null || vector === null ? null : cosineOf(own, vector);
  return { ...passage, pack, score: vectorScore ?? 0, wordScore: null, vectorScore, alsoAt: [] };
}

/** Of vectors of length 1. */
function cosineOf(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
