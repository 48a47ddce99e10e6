import type { Draft, Evidence } from '@avow/answering';
import type { Guard } from '@avow/guardrails';
import { answerFromPassages } from './answer-question.ts';
import { beginsWithModel } from './answering/try-tiers.ts';
import { type FoundDraft, unasked } from './found-draft.ts';
import type { CachedAnswer, CacheKeyParts } from './memory/create-answer-cache.ts';
import { addSupport } from './relied-on.ts';
import { type FindingParts, needsModel, type Search } from './search.ts';

export interface CheckedDraft extends FoundDraft {
  /** What is stored now at each place that the draft quotes. */
  readonly stored: ReadonlyArray<string | null>;
}

/**
 * Route, retrieve, answer, and read back what the answer quotes. If a pack was published meanwhile, quotes are no longer
 * what is stored: then it searches once more, unless a part of the answer has been streamed.
 */
export async function findDraft(parts: FindingParts, search: Search): Promise<CheckedDraft> {
  const found = await findOnce(parts, search, { isRetry: search.failedTiers.length > 0 });
  const isOutdated = found.isStale || (found.draft !== null && !isCurrent(found.draft, found.stored));
  return isOutdated && search.streamedDraft() === null
    ? await findOnce(parts, search, { isRetry: true })
    : found;
}

/** Whether every quote of a draft is what is stored now. */
export function isCurrent({ support }: Draft, stored: CheckedDraft['stored']): boolean {
  return support.every(({ quote }, index) => stored[index] === quote);
}

/**
 * Caches a delivered answer for the next caller with the same question. Degraded answers are not cached, nor one that another
 * tier was to give: what is cached does not say so.
 */
export function rememberAnswer(
  { guard, cache }: Pick<FindingParts, 'guard' | 'cache'>,
  search: Search,
  { found, evidence }: { readonly found: CheckedDraft; readonly evidence: Evidence },
): void {
  const { draft, packs, models, tier, routing, isDegraded, filtered } = found;
  if (draft === null || isDegraded || filtered.degraded) return;
  if (routing === 'cache' || routing === 'qna_match' || routing === 'fallback') return;
  // A translation failed, and the next attempt may succeed.
  if (draft.kind === 'written' && draft.translatedFrom === null) return;
  const audience = search.reliedOn.audience();
  cache.keep(cacheKey(guard, search, packs), { draft, evidence, tier, models, packs, audience });
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
  // Curated answers need none: they are read ahead where time counts more than work.
  const listing = beginsWithModel(parts, search) ? steps.listPacks(question) : null;
  listing?.catch(() => {});
  const curated = needsModel(search)
    ? null
    : await telemetry.step('match_curated', () => steps.matchCurated(question));
  if (curated !== null) {
    addSupport(search.reliedOn, curated);
    const packs = curated.support.map((support) => support.pack);
    const filtered = await guard.filterPassages([], signal);
    return { ...unasked, draft: curated, question, packs, filtered, routing: 'qna_match' };
  }
  signal.throwIfAborted();
  const key = cacheKey(guard, search, await (listing ?? steps.listPacks(question)));
  if (isRetry) cache.drop(key);
  const known = cache.recall(key);
  if (known !== null) {
    const { audience, ...answer } = known;
    search.reliedOn.addAudience(audience);
    const filtered = await guard.filterPassages([], signal);
    return { ...unasked, ...answer, question, filtered, routing: 'cache' };
  }
  return await answerFromPassages(parts, search);
}

function cacheKey(guard: Guard, search: Search, packs: CachedAnswer['packs']): CacheKeyParts {
  const { question, start, writing } = search;
  const { format, schema } = writing;
  return { question, packs, policyVersion: guard.policyVersion, start, format, schema };
}
