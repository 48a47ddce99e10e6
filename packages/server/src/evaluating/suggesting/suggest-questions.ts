import { goldenLimits } from '@avow/contract';
import type { Clock } from '../../clock/clock.ts';
import { newId } from '../../ids/typeid.ts';
import type { GoldenQuestion } from '../../interfaces/golden-store.ts';
import type { PackId, TenantId } from '../../interfaces/identity.ts';
import type { CuratedPair, KnowledgeStore } from '../../interfaces/knowledge-store.ts';
import { contentTerms } from '../../text/terms.ts';
import { askedKey } from '../place-given.ts';
import { readPack } from './read-pack.ts';
import { suggestFromDocument } from './suggest-from-document.ts';
import { suggestFromPair } from './suggest-from-pair.ts';
import { suggestNotCovered } from './suggest-not-covered.ts';
import type { Suggestion } from './suggestion.ts';

interface SuggestParts {
  readonly knowledge: KnowledgeStore;
  readonly clock: Clock;
}

/** One in so many is a question that the pack does not answer: refusing has to be right, too. */
const notCoveredOneIn = 5;
/** Of the rest, curated pairs have at most this share: most questions are answered from documents. */
const pairsShareMax = 0.4;

/**
 * Questions that the draft of a pack gives rise to, for a person to accept: the same for the same draft, spread over its
 * documents, and none that is known already.
 */
export async function suggestQuestions(
  { knowledge, clock }: SuggestParts,
  { tenantId, packId }: { readonly tenantId: TenantId; readonly packId: PackId },
  { count, known }: { readonly count: number; readonly known: readonly GoldenQuestion[] },
): Promise<GoldenQuestion[]> {
  if (count === 0) return [];
  const pack = await readPack(knowledge, tenantId, packId);
  const isNew = createIsNew(known);
  const isCurated = createIsCurated(pack.pairs);
  const byDocument = pack.documents.map((document) =>
    suggestFromDocument(document).filter(({ question }) => !isCurated(question)),
  );
  const ofDocuments = spread(withAllSources(byDocument).map((list) => list.filter(isNew)));
  const ofPairs = pack.pairs.map(suggestFromPair).filter(isNew);
  const uncovered = suggestNotCovered(pack.vocabulary, pack.elsewhere).filter(isNew);
  const chosen = choose({ count, ofDocuments, ofPairs, uncovered });
  const nowMs = clock.nowMs();
  return chosen.map(({ question, expects, note, groups }, position) => ({
    ...{ question, expects, note, groups, updatedAtMs: nowMs },
    goldenId: newId('gld', nowMs + position),
    ...{ state: 'suggested', origin: 'generated', messageId: null },
  }));
}

/** What a curated pair answers is answered from that, and not from a document. */
function createIsCurated(pairs: readonly CuratedPair[]): (question: string) => boolean {
  const asked = new Set(
    pairs.flatMap(({ question, alternatives }) => [question, ...alternatives].map(termsKey)),
  );
  return (question) => asked.has(termsKey(question));
}

function termsKey(question: string): string {
  return [...new Set(contentTerms(question))].sort().join(' ');
}

/** Where several documents give rise to a question without saying what its answer is, each of them may be cited. */
function withAllSources(lists: ReadonlyArray<readonly Suggestion[]>): Suggestion[][] {
  const sources = new Map<string, string[]>();
  for (const suggestion of lists.flat()) {
    const { expects } = suggestion;
    if (expects.kind !== 'answer') continue;
    const key = askedKey(suggestion);
    sources.set(key, [...new Set([...(sources.get(key) ?? []), ...expects.sources])]);
  }
  return lists.map((list) =>
    list.map((suggestion) => {
      const { expects } = suggestion;
      if (expects.kind !== 'answer' || expects.facts.length > 0) return suggestion;
      const all = sources.get(askedKey(suggestion)) ?? expects.sources;
      return { ...suggestion, expects: { ...expects, sources: all.slice(0, goldenLimits.sourcesMax) } };
    }),
  );
}

/** Each question once, and none that the set has. */
function createIsNew(known: readonly GoldenQuestion[]): (suggestion: Suggestion) => boolean {
  const seen = new Set(known.map(askedKey));
  return (suggestion) => {
    const key = askedKey(suggestion);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

/** Of each list the first, then of each the second: no document is asked about twice before all were once. */
function spread(lists: ReadonlyArray<readonly Suggestion[]>): Suggestion[] {
  const rounds = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list[round] ?? [])).flat();
}

function choose({
  count,
  ofDocuments,
  ofPairs,
  uncovered,
}: {
  readonly count: number;
  readonly ofDocuments: readonly Suggestion[];
  readonly ofPairs: readonly Suggestion[];
  readonly uncovered: readonly Suggestion[];
}): Suggestion[] {
  const refusals = uncovered.slice(0, Math.floor(count / notCoveredOneIn));
  const room = count - refusals.length;
  const pairCount = Math.max(Math.floor(room * pairsShareMax), room - ofDocuments.length);
  const pairs = everySo(ofPairs, pairCount);
  return [...ofDocuments.slice(0, room - pairs.length), ...pairs, ...refusals];
}

/** So many of them, evenly from first to last. */
function everySo<Entry>(entries: readonly Entry[], count: number): Entry[] {
  if (entries.length <= count) return [...entries];
  return Array.from(
    { length: count },
    (_, position) => entries[Math.floor((position * entries.length) / count)] as Entry,
  );
}
