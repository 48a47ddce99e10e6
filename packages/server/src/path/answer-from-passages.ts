import type { AnswerFound, Draft, Nearest, Question, Retrieved } from '@avow/answering';
import { isBeyondDoubt, listNearest } from '@avow/answering';
import type { FilterOutcome } from '@avow/guardrails';
import { filterRetrieved, mayBeRead } from './filter-retrieved.ts';
import { type FoundDraft, unasked } from './found-draft.ts';
import { lookUp } from './look-up.ts';
import type { FindingParts, Search } from './search.ts';
import { beginsWithModel, tryTiers } from './try-tiers.ts';

/** What was looked up, once its passages are checked. */
interface Checked {
  readonly question: Question;
  readonly retrieved: Retrieved;
  readonly facts: Omit<FoundDraft, 'draft' | 'routing' | 'filtered' | 'nearest'>;
  readonly filtered: FilterOutcome;
  readonly nearest: readonly Nearest[];
}

/** A curated pair that asks the same in other words, and how likely it is right. */
interface SimilarPair {
  readonly draft: Draft;
  readonly probability: number;
}

/**
 * Looks the question up. A similar pair that is beyond doubt answers at once; one that is not competes with what the
 * documents give, and the higher calibrated probability wins.
 */
export async function answerFromPassages(parts: FindingParts, search: Search): Promise<FoundDraft> {
  const { telemetry, guard } = parts;
  const { timeLimit, report } = search;
  const { signal } = timeLimit;
  report.step('search');
  if (beginsWithModel(parts, search)) admitMeanwhile(search);
  const { similar, retrieved: unfiltered, ...lookedUp } = await lookUp(parts, search);
  const { question } = lookedUp;
  const { packs, embeddedShare } = unfiltered;
  const facts = { ...unasked, ...lookedUp, packs, embeddedShare };
  const pair =
    similar === 'stale' || similar === null
      ? null
      : { draft: similar, probability: probabilityOf(parts, similar, question) };
  if (similar === 'stale' || (pair !== null && isBeyondDoubt(pair.probability)))
    return {
      ...facts,
      filtered: await guard.filterPassages([], signal),
      draft: pair?.draft ?? null,
      isStale: pair === null,
      routing: 'qna_match',
    };
  signal.throwIfAborted();
  // No model reads a passage of a document before it was checked.
  const { retrieved, outcome: filtered } = await telemetry.step('guard_retrieval', () =>
    filterRetrieved(guard, unfiltered, signal),
  );
  parts.steps.keepScreened(question.tenantId, mayBeRead(unfiltered));
  report.guardrails(filtered.results);
  const nearest = listNearest(retrieved);
  if (filtered.blocked !== null) return { ...facts, filtered, nearest, draft: null, routing: 'guardrail' };
  signal.throwIfAborted();
  report.step('write');
  const checked = { question, retrieved, facts, filtered, nearest };
  return pair === null
    ? await answerFromDocuments(parts, search, { ...checked, read: null })
    : await compete(parts, search, { ...checked, pair });
}

/** A question is sent only once its admission is on record: that is committed while passages are searched. */
function admitMeanwhile({ writing }: Search): void {
  // Once the search has begun. What fails here fails again before anything is sent.
  setImmediate(() => {
    writing.beforeSending().catch(() => undefined);
  });
}

/** Caps do not count: they lower whatever is answered. */
function probabilityOf({ scoring, scorer }: FindingParts, draft: Draft, question: Question): number {
  return scorer.probabilityOf(scoring.evidenceOf(draft, { question: question.text, tier: 0 }));
}

/** The embedded models read for it, which costs nothing and streams nothing: a language model is asked only if the pair loses. */
async function compete(
  parts: FindingParts,
  search: Search,
  { pair, ...checked }: Checked & { readonly pair: SimilarPair },
): Promise<FoundDraft> {
  const { question, retrieved, facts, filtered, nearest } = checked;
  const { timeLimit } = search;
  const read = await parts.telemetry.step('read_against_pair', () =>
    parts.steps.read(question, retrieved, timeLimit),
  );
  timeLimit.signal.throwIfAborted();
  const { draft: rival, choices } = read;
  if (rival !== null && probabilityOf(parts, rival, question) > pair.probability)
    return await answerFromDocuments(parts, search, { ...checked, read });
  return {
    ...{ ...facts, filtered, nearest, choices, draft: pair.draft, routing: 'qna_match' },
    // Without the reader it was compared with less than it should have been.
    isDegraded: facts.isDegraded || read.isDegraded,
  };
}

async function answerFromDocuments(
  { steps, telemetry, guard }: FindingParts,
  search: Search,
  {
    question,
    retrieved,
    facts,
    filtered,
    nearest,
    read,
  }: Checked & {
    /** What the embedded models have read already; null: nothing. */
    readonly read: AnswerFound | null;
  },
): Promise<FoundDraft> {
  const answered = await telemetry.step('answer', () =>
    tryTiers({ steps, guard }, { ...search, question, retrieved, read }),
  );
  const draft =
    answered.draft === null
      ? null
      : await steps.addDisagreement(question, { retrieved, draft: answered.draft });
  return {
    ...{ ...facts, filtered, nearest, passages: retrieved.documents, ...answered, draft },
    isDegraded: facts.isDegraded || answered.isDegraded,
  };
}
