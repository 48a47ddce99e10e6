import { setImmediate } from 'node:timers/promises';
import type { CuratedPair } from '@avow/answering';
import { goldenLimits } from '@avow/contract';
import type { GoldenQuestion, Suggestion } from '@avow/evaluation';
import { questionKey, suggestFromDocument, suggestFromPair, suggestNotCovered } from '@avow/evaluation';
import type { Clock, PackId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { contentTerms } from '@avow/text';
import type { ContentStore } from '../../content/content-store.ts';
import { readPack } from './read-pack.ts';

/** One in this many is a question that the pack does not answer, to evaluate refusals too. */
const notCoveredOneIn = 5;
/** The maximum share of curated pairs among the rest, because most questions are answered from documents. */
const pairsShareMax = 0.4;

/**
 * Suggests questions about the draft of a pack for a person to accept: deterministic, spread over its documents, and without
 * known questions.
 */
export async function suggestQuestions(
  {
    content,
    clock,
  }: {
    readonly content: ContentStore;
    readonly clock: Clock;
  },
  { tenantId, packId }: { readonly tenantId: TenantId; readonly packId: PackId },
  { count, known }: { readonly count: number; readonly known: readonly GoldenQuestion[] },
): Promise<GoldenQuestion[]> {
  if (count === 0) return [];
  const pack = await readPack(content, tenantId, packId);
  const isNew = createIsNew(known);
  const isCurated = createIsCurated(pack.pairs);
  const byDocument: Suggestion[][] = [];
  for (const document of pack.documents) {
    // Yields to the event loop between documents.
    await setImmediate();
    byDocument.push(suggestFromDocument(document).filter(({ question }) => !isCurated(question)));
  }
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

/** A question that a curated pair answers is not answered from a document. */
function createIsCurated(pairs: readonly CuratedPair[]): (question: string) => boolean {
  const asked = new Set(
    pairs.flatMap(({ question, alternatives }) => [question, ...alternatives].map(termsKey)),
  );
  return (question) => asked.has(termsKey(question));
}

function termsKey(question: string): string {
  return [...new Set(contentTerms(question))].sort().join(' ');
}

/** If several documents suggest the same question without a fact, each of them may be cited. */
function withAllSources(lists: ReadonlyArray<readonly Suggestion[]>): Suggestion[][] {
  const sources = new Map<string, string[]>();
  for (const suggestion of lists.flat()) {
    const { expects } = suggestion;
    if (expects.kind !== 'answer') continue;
    const key = questionKey(suggestion);
    sources.set(key, [...new Set([...(sources.get(key) ?? []), ...expects.sources])]);
  }
  return lists.map((list) =>
    list.map((suggestion) => {
      const { expects } = suggestion;
      if (expects.kind !== 'answer' || expects.facts.length > 0) return suggestion;
      const all = sources.get(questionKey(suggestion)) ?? expects.sources;
      return { ...suggestion, expects: { ...expects, sources: all.slice(0, goldenLimits.sourcesMax) } };
    }),
  );
}

/** Accepts each question once, and none that the set has. */
function createIsNew(known: readonly GoldenQuestion[]): (suggestion: Suggestion) => boolean {
  const seen = new Set(known.map(questionKey));
  return (suggestion) => {
    const key = questionKey(suggestion);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

/** Interleaves the lists, so that every document is used once before any is used twice. */
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
  const pairs = takeEvenly(ofPairs, pairCount);
  return [...ofDocuments.slice(0, room - pairs.length), ...pairs, ...refusals];
}

/** An evenly spaced sample of this size. */
function takeEvenly<Entry>(entries: readonly Entry[], count: number): Entry[] {
  if (entries.length <= count) return [...entries];
  return Array.from(
    { length: count },
    (_, position) => entries[Math.floor((position * entries.length) / count)] as Entry,
  );
}
