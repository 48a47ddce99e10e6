import type { RoutingSource } from '@avow/contract';
import type { PackVersion } from '@avow/foundation';
import type { FilterOutcome, Guard } from '@avow/guardrails';
import type { PassageHit } from '@avow/search';
import type { Evidence } from '../answers/confidence.ts';
import type { Draft } from '../answers/draft.ts';
import type { Nearest } from '../answers/nearest.ts';
import type { ModelsUsed } from './answering-steps.ts';
import type { CachedAnswer, CacheKeyParts } from './create-answer-cache.ts';
import { filterRetrieved } from './filter-retrieved.ts';
import { lookUp } from './look-up.ts';
import { nearestOf } from './nearest-of.ts';
import { noModels } from './outcome.ts';
import type { Question } from './question.ts';
import { type FindingParts, needsModel, type Search } from './search.ts';
import { tryTiers } from './try-tiers.ts';

interface FoundDraft {
  readonly draft: Draft | null;
  /** As it was looked up: translated, if the content is in another language. */
  readonly question: Question;
  /** The language model that translated the question; null: it was not translated. */
  readonly translator: string | null;
  readonly packs: readonly PackVersion[];
  readonly isDegraded: boolean;
  /** What was found has been replaced since. */
  readonly isStale: boolean;
  readonly models: ModelsUsed;
  /** The guardrails' outcome on the retrieved passages. */
  readonly filtered: FilterOutcome;
  readonly tier: number;
  readonly routing: RoutingSource;
  /** A language model said what the sources do not, and nothing answers in its place. */
  readonly isUngrounded: boolean;
  readonly isOutOfModels: boolean;
  /** What the question may be about, if nothing certain was found; fewer than two: nothing to choose from. */
  readonly choices: readonly string[];
  /** The share of the passages searched that are embedded; null: not searched, or not by semantic search. */
  readonly embeddedShare: number | null;
  readonly nearest: readonly Nearest[];
  /** The passages of documents that were found and that no guardrail left out, best first. */
  readonly passages: readonly PassageHit[];
  /** The evidence for a cached answer from when it was found; null: this one was found just now. */
  readonly evidence: Evidence | null;
}

export interface CheckedDraft extends FoundDraft {
  /** What is stored now at each place that the draft quotes. */
  readonly stored: ReadonlyArray<string | null>;
}

const unasked = {
  translator: null,
  isDegraded: false,
  isStale: false,
  models: noModels,
  tier: 0,
  isUngrounded: false,
  isOutOfModels: false,
  choices: [],
  embeddedShare: null,
  nearest: [],
  passages: [],
  evidence: null,
} as const;

/**
 * Route, retrieve, answer, and read back what the answer quotes. If a pack was published meanwhile, quotes are no longer
 * what is stored: then it searches once more, unless a part of the answer has been streamed.
 */
export async function findDraft(parts: FindingParts, search: Search): Promise<CheckedDraft> {
  const found = await findOnce(parts, search, { isRetry: false });
  const isOutdated = found.isStale || (found.draft !== null && !isCurrent(found.draft, found.stored));
  return isOutdated && search.streamedDraft() === null
    ? await findOnce(parts, search, { isRetry: true })
    : found;
}

/** Whether every quote of a draft is what is stored now. */
export function isCurrent({ support }: Draft, stored: CheckedDraft['stored']): boolean {
  return support.every(({ quote }, index) => stored[index] === quote);
}

/** Caches a delivered answer for the next caller with the same question. Degraded answers are not cached. */
export function rememberAnswer(
  { guard, cache }: Pick<FindingParts, 'guard' | 'cache'>,
  search: Search,
  { found, evidence }: { readonly found: CheckedDraft; readonly evidence: Evidence },
): void {
  const { draft, packs, models, tier, routing, isDegraded, filtered } = found;
  if (draft === null || isDegraded || filtered.degraded) return;
  if (routing === 'cache' || routing === 'qna_match') return;
  // A translation failed, and the next attempt may succeed.
  if (draft.kind === 'written' && draft.translatedFrom === null) return;
  cache.keep(cacheKey(guard, search, packs), { draft, evidence, tier, models, packs });
}

/** The next caller with the same question gets a new answer. */
export function forgetAnswer(
  { guard, cache }: Pick<FindingParts, 'guard' | 'cache'>,
  search: Search,
  { packs }: Pick<CheckedDraft, 'packs'>,
): void {
  cache.drop(cacheKey(guard, search, packs));
}

async function findOnce(
  parts: FindingParts,
  search: Search,
  { isRetry }: { readonly isRetry: boolean },
): Promise<CheckedDraft> {
  const found = await route(parts, search, { isRetry });
  const { draft } = found;
  if (draft === null) return { ...found, stored: [] };
  search.timeLimit.signal.throwIfAborted();
  const stored = await parts.telemetry.step('ground', () => parts.steps.readSupport(search.question, draft));
  return { ...found, stored };
}

/** Route: a curated pair filed under exactly this question, else a cached answer, else what the passages support. */
async function route(
  parts: FindingParts,
  search: Search,
  { isRetry }: { readonly isRetry: boolean },
): Promise<FoundDraft> {
  const { steps, telemetry, guard, cache } = parts;
  const { question, timeLimit } = search;
  const { signal } = timeLimit;
  const curated = needsModel(search)
    ? null
    : await telemetry.step('match_curated', () => steps.matchCurated(question));
  if (curated !== null) {
    const packs = curated.support.map((support) => support.pack);
    const filtered = await guard.filterPassages([], signal);
    return { ...unasked, draft: curated, question, packs, filtered, routing: 'qna_match' };
  }
  signal.throwIfAborted();
  const key = cacheKey(guard, search, await steps.listPacks(question));
  if (isRetry) cache.drop(key);
  const known = cache.recall(key);
  if (known !== null)
    return {
      ...unasked,
      ...known,
      question,
      filtered: await guard.filterPassages([], signal),
      routing: 'cache',
    };
  return await answerFromPassages(parts, search);
}

async function answerFromPassages(parts: FindingParts, search: Search): Promise<FoundDraft> {
  const { steps, telemetry, guard } = parts;
  const { timeLimit, report } = search;
  const { signal } = timeLimit;
  report.step('search');
  const { similar, retrieved: unfiltered, ...lookedUp } = await lookUp(parts, search);
  const { question, isDegraded } = lookedUp;
  const { packs, embeddedShare } = unfiltered;
  const facts = { ...unasked, ...lookedUp, packs, embeddedShare };
  if (similar !== null) {
    const isStale = similar === 'stale';
    const draft = isStale ? null : similar;
    return {
      ...facts,
      filtered: await guard.filterPassages([], signal),
      draft,
      isStale,
      routing: 'qna_match',
    };
  }
  signal.throwIfAborted();
  // No model reads a passage of a document before it was checked.
  const { retrieved, outcome: filtered } = await telemetry.step('guard_retrieval', () =>
    filterRetrieved(guard, unfiltered, signal),
  );
  report.guardrails(filtered.results);
  const found = { ...facts, filtered, nearest: nearestOf(retrieved) };
  if (filtered.blocked !== null) return { ...found, draft: null, routing: 'guardrail' };
  signal.throwIfAborted();
  report.step('write');
  const answered = await telemetry.step('answer', () =>
    tryTiers({ steps, guard }, { ...search, question, retrieved }),
  );
  const draft =
    answered.draft === null
      ? null
      : await steps.addDisagreement(question, { retrieved, draft: answered.draft });
  return {
    ...{ ...found, passages: retrieved.documents, ...answered, draft },
    isDegraded: isDegraded || answered.isDegraded,
  };
}

function cacheKey(guard: Guard, search: Search, packs: CachedAnswer['packs']): CacheKeyParts {
  const { question, start, writing } = search;
  const { format, schema } = writing;
  return { question, packs, policyVersion: guard.policyVersion, start, format, schema };
}
