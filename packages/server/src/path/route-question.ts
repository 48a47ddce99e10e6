import type { Draft } from '@avow/answering';
import { beginsWithModel, needsModel } from './answering/model-tiers.ts';
import type { AnswerCache, CachedAnswer, CacheKey } from './memory/create-answer-cache.ts';
import type { PathDependencies } from './path-dependencies.ts';
import { type AnsweredQuery, nothingRead, type UnderstoodQuery, type VerifiedQuery } from './query.ts';
import type { EndedOutcome, InReview } from './recording/outcome.ts';

/** A curated pair filed under exactly this question, else a cached answer. Null: what the passages support is to answer. */
export async function routeQuestion(
  path: PathDependencies,
  query: UnderstoodQuery,
): Promise<AnsweredQuery | null> {
  const { steps, telemetry, cache } = path;
  const { guard, question, tally } = query;
  const { signal } = query.timeLimit;
  // Curated answers need none: they are read ahead where time counts more than work.
  const listing = beginsWithModel(steps, query) ? steps.listPacks(question) : null;
  listing?.catch(() => {});
  const curated = needsModel(query)
    ? null
    : await telemetry.step('match_curated', () => steps.matchCurated(question));
  if (curated !== null) {
    addSupport(query, curated);
    const packs = curated.support.map((support) => support.pack);
    const filtered = await guard.filterPassages([], signal);
    return { ...query, ...nothingRead, draft: curated, packs, filtered, routing: 'qna_match' };
  }
  signal.throwIfAborted();
  const key = cacheKey(query, await (listing ?? steps.listPacks(question)));
  if (query.isRepeated) cache.drop(key);
  const known = cache.recall(key);
  if (known === null) return null;
  const { audience, ...answer } = known;
  tally.audience.addAudience(audience);
  const filtered = await guard.filterPassages([], signal);
  return { ...query, ...nothingRead, ...answer, filtered, routing: 'cache' };
}

/** A curated pair need not have been found as a passage, so who may see it counts by itself. */
export function addSupport({ tally }: UnderstoodQuery, { support }: Draft): void {
  for (const { groups = [] } of support) tally.audience.addSource(groups);
}

/**
 * Caches a delivered answer for the next caller with the same question, as it was before it was translated. Degraded answers
 * are not cached, nor one that another tier was to give: what is cached does not say so. An answer pending review is given to
 * nobody else, no matter how it would score the next time.
 */
export function keepAnswer(
  { cache }: { readonly cache: AnswerCache },
  query: UnderstoodQuery,
  { verified, outcome }: { readonly verified: VerifiedQuery; readonly outcome: EndedOutcome | InReview },
): void {
  const { draft, packs, models, tier, routing, isDegraded, filtered } = verified;
  const key = cacheKey(query, packs);
  if (outcome.kind === 'in_review') cache.drop(key);
  if (outcome.kind !== 'answered' || draft === null || isDegraded || filtered.degraded) return;
  if (routing === 'cache' || routing === 'qna_match' || routing === 'fallback') return;
  // A translation or the second judge failed, and the next attempt may succeed.
  if (draft.kind === 'written' && (draft.translatedFrom === null || draft.secondJudge === null)) return;
  const { evidence } = outcome.scored.explanation;
  const audience = query.tally.audience.current();
  cache.keep(key, { draft, evidence, tier, models, packs, audience });
}

function cacheKey(
  { question, start, guard, admission }: UnderstoodQuery,
  packs: CachedAnswer['packs'],
): CacheKey {
  const { answer_format: format, answer_schema: schema = null } = admission.request;
  return { question, packs, policyVersion: guard.policyVersion, start, format, schema };
}
