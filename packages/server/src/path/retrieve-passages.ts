import type { Draft, Question, Searched } from '@avow/answering';
import { isBeyondDoubt, listNearest } from '@avow/answering/retrieve';
import { passagesReadMax } from '@avow/answering/write';
import { beginsWithModel, needsModel } from './answering/model-tiers.ts';
import type { PathDependencies } from './path-dependencies.ts';
import { type AnsweredQuery, nothingRead, type RetrievedQuery, type UnderstoodQuery } from './query.ts';
import { filterRetrieved, mayBeRead } from './retrieval/filter-passages.ts';
import { translateQuestion } from './retrieval/translate-question.ts';
import { isRanked, rankedMax } from './retrieval/widen-search.ts';
import { addSupport } from './route-question.ts';
import { estimateProbability } from './score-outcome.ts';

/**
 * Looks the question up, and checks the passages that were found. A similar curated pair that is beyond doubt answers at once;
 * one that is not competes with what the documents give.
 */
export async function retrievePassages(
  path: PathDependencies,
  understood: UnderstoodQuery,
): Promise<RetrievedQuery | AnsweredQuery> {
  const { guard, report } = understood;
  const { signal } = understood.timeLimit;
  report.step('search');
  if (beginsWithModel(path.steps, understood)) commitMeanwhile(understood);
  const { similar, retrieved: unfiltered, isDegraded, ...lookedUp } = await lookUp(path, understood);
  const query = { ...understood, ...lookedUp };
  const readMax = isRanked(path.steps, understood) ? rankedMax : passagesReadMax;
  const { packs, embeddedShare } = unfiltered;
  const searched = { packs, embeddedShare, isDegraded };
  const unread = { ...query, ...nothingRead, ...searched };
  const pair =
    similar === 'stale' || similar === null
      ? null
      : { draft: similar, probability: estimateProbability(path, query, { draft: similar, tier: 0 }) };
  if (similar === 'stale' || (pair !== null && isBeyondDoubt(pair.probability)))
    return {
      ...unread,
      filtered: await guard.filterPassages([], signal),
      draft: pair?.draft ?? null,
      isStale: pair === null,
      routing: 'qna_match',
    };
  signal.throwIfAborted();
  // No model reads a passage of a document before it was checked.
  const { retrieved, outcome: filtered } = await path.telemetry.step('guard_retrieval', () =>
    filterRetrieved(guard, unfiltered, { readMax, deadline: signal }),
  );
  path.steps.keepScreened(query.question.tenantId, mayBeRead(unfiltered, readMax));
  report.guardrails(filtered.results);
  const nearest = listNearest(retrieved);
  if (filtered.blocked !== null) return { ...unread, filtered, nearest, draft: null, routing: 'guardrail' };
  signal.throwIfAborted();
  return { ...query, ...searched, kind: 'retrieved', retrieved, widened: retrieved, filtered, nearest, pair };
}

/** A question is sent only once its admission is on record: that is committed while passages are searched. */
function commitMeanwhile({ admissionRecord }: UnderstoodQuery): void {
  // Once the search has begun. What fails here fails again before anything is sent.
  setImmediate(() => {
    admissionRecord.commit().catch(() => undefined);
  });
}

/** What was retrieved, and for which question. */
interface LookedUp extends Pick<UnderstoodQuery, 'question' | 'translator'> {
  readonly retrieved: Searched;
  /** A curated pair that asks the same. */
  readonly similar: Draft | 'stale' | null;
  readonly isDegraded: boolean;
}

/**
 * Looks a question up. If the content found is in another language and a language model may be asked, the question is
 * translated and looked up once more: neither shared words nor the encoder are reliable across languages.
 */
async function lookUp(path: PathDependencies, query: UnderstoodQuery): Promise<LookedUp> {
  const { question, translator } = query;
  const first = await searchFor(path, query, question);
  const untranslated = { ...first, question, translator, isDegraded: first.retrieved.isDegraded };
  if (first.similar !== null) return untranslated;
  const translated = await translateQuestion(path, query, first.retrieved);
  if (translated === null) return untranslated;
  if (translated.text === null) return { ...untranslated, isDegraded: true };
  const inTheirLanguage = { ...question, text: translated.text };
  const second = await searchFor(path, query, inTheirLanguage);
  return {
    ...second,
    question: inTheirLanguage,
    translator: translated.model,
    isDegraded: second.retrieved.isDegraded,
  };
}

/**
 * Everything that is found counts for who may see the record, whether or not it is cited: what is near competes with it, is
 * shown to models, and is offered where there is no answer.
 */
async function searchFor(
  { steps, telemetry }: PathDependencies,
  query: UnderstoodQuery,
  question: Question,
): Promise<Pick<LookedUp, 'retrieved' | 'similar'>> {
  const { timeLimit, tally } = query;
  const retrieved = await telemetry.step('retrieve', () => steps.retrieve(question, timeLimit));
  const { curated, documents, further } = retrieved;
  for (const { groups } of [...curated, ...documents, ...further.flatMap((part) => part.documents)])
    tally.audience.addSource(groups);
  timeLimit.signal.throwIfAborted();
  const similar = needsModel(query)
    ? null
    : await telemetry.step('match_similar', () => steps.matchSimilar(question, retrieved, timeLimit));
  timeLimit.signal.throwIfAborted();
  // Without the reader a pair may have been missed: the answer says so, and is not cached.
  if (similar === 'unread') return { retrieved: { ...retrieved, isDegraded: true }, similar: null };
  if (similar !== null && similar !== 'stale') addSupport(query, similar);
  return { retrieved, similar };
}
