import type { AnswerFound, AnsweringSteps, Draft, FailedTier, WrittenDraft } from '@avow/answering';
import type { RoutingSource, TierFailure } from '@avow/contract/values';
import type { PathDependencies } from '../path-dependencies.ts';
import type { RetrievedQuery } from '../query.ts';
import { noModelsUsed } from '../recording/outcome.ts';
import { widenSearch } from '../retrieval/widen-search.ts';
import { giveSurer, isCompared, openReading } from './compare-answers.ts';
import { needsModel, sureFrom, type TiersOutcome, tiersFrom } from './model-tiers.ts';
import { type Drafted, writeByTier } from './write-by-tier.ts';

/**
 * Tries the tiers from the chosen one on, best first; the embedded models come last and need no network. `readAlready`: what
 * these have read before; null: nothing.
 */
export async function tryTiers(
  path: PathDependencies,
  query: RetrievedQuery,
  readAlready: AnswerFound | null,
): Promise<TiersOutcome> {
  const { steps } = path;
  const { start } = query;
  const chosen: RoutingSource = start.by === 'client' ? 'client' : 'retrieval';
  const sureMin = sureFrom(query);
  const models = tiersFrom(steps, query);
  const failedTiers = [...query.failedTiers, ...unaffordable(steps, query)];
  const reading = openReading(steps, query, readAlready);

  if (models.length > 0 && sureMin !== null) {
    const read = await reading.read();
    if (isSure(read.draft, sureMin))
      return { ...read, ...usual, ...unsearched(query), failedTiers, tier: 0, routing: chosen };
  }
  const { widened, ...searched } =
    models.length === 0 ? { widened: query.widened, ...unsearched(query) } : await widenSearch(path, query);
  const ended = { ...usual, ...searched };

  for (const [position, model] of models.entries()) {
    const isLast = position === models.length - 1;
    const { found, failure, changes } = await writeByTier(
      path,
      { ...query, widened },
      { model, isLast, reading },
    );
    const routing: RoutingSource = failedTiers.length > 0 ? 'fallback' : chosen;
    if (failure !== null)
      failedTiers.push({ tier: model.tier, model: model.name, cause: failure, ...changes });
    if (found === null) continue;
    const written = {
      ...writtenAnswer(model.name, found, failedTiers.length > 0),
      ...{ ...ended, failedTiers, tier: model.tier, routing },
    };
    return isCompared(query)
      ? await giveSurer(path, query, { written, reading, givesWay: model.givesWay })
      : written;
  }
  if (mayNotRead(query, failedTiers)) return { ...ended, ...withoutReading(failedTiers) };
  const read = await reading.read();
  const isFallback = hasFallen(failedTiers, read.draft);
  return {
    ...{ ...read, ...ended, failedTiers, isDegraded: read.isDegraded || isFallback, tier: 0 },
    routing: isFallback ? 'fallback' : chosen,
  };
}

const usual = { isUngrounded: false, isOutOfModels: false, other: null } as const;

function unsearched({ filtered }: RetrievedQuery): Pick<TiersOutcome, 'searches' | 'filtered'> {
  return { searches: [], filtered };
}

/**
 * Whether a tier that should have answered did not. If one finds no answer and there is none, or its answer was compared with
 * a surer one, it has done its part; if another finds one, it has not.
 */
function hasFallen(failedTiers: readonly FailedTier[], draft: Draft | null): boolean {
  return failedTiers.some(
    ({ cause }) => cause !== 'less_sure' && (cause !== 'not_covered' || draft !== null),
  );
}

/** The tiers that would be asked if the budget for language models were not spent. */
function unaffordable(steps: AnsweringSteps, query: RetrievedQuery): FailedTier[] {
  if (query.mayAskModels) return [];
  const wanted = tiersFrom(steps, { ...query, mayAskModels: true });
  return wanted.map(({ tier, name }) => ({ tier, model: name, cause: 'budget_spent' }));
}

/**
 * The embedded models cannot fill in a schema, and a policy may rule out that they answer in place of a model that is
 * ungrounded or finds no answer.
 */
function mayNotRead(query: RetrievedQuery, failedTiers: readonly FailedTier[]): boolean {
  const isWithheld = query.guard.answering.when_ungrounded === 'withhold';
  return needsModel(query) || (isWithheld && findEnding(failedTiers) !== null);
}

/** The tier that ends the search if the embedded models may not answer: the first ungrounded one, else one that answered something else, or nothing. */
function findEnding(failedTiers: readonly FailedTier[]): FailedTier | null {
  const firstOf = (wanted: TierFailure) => failedTiers.find(({ cause }) => cause === wanted);
  return firstOf('ungrounded') ?? firstOf('irrelevant') ?? firstOf('not_covered') ?? null;
}

function withoutReading(failedTiers: readonly FailedTier[]): Omit<TiersOutcome, 'searches' | 'filtered'> {
  const ending = findEnding(failedTiers);
  const isFallback = hasFallen(failedTiers, null);
  return {
    ...{ draft: null, isStale: false, isDegraded: isFallback, choices: [], other: null },
    models: { ...noModelsUsed, answering: ending?.model ?? null },
    tier: ending?.tier ?? 0,
    routing: isFallback ? 'fallback' : 'retrieval',
    failedTiers,
    isUngrounded: ending?.cause === 'ungrounded',
    isOutOfModels: ending === null,
  };
}

function isSure(draft: Draft | null, sureMin: number): boolean {
  return draft !== null && draft.found.kind === 'read' && draft.found.probability >= sureMin;
}

function writtenAnswer(
  name: string,
  { draft }: Drafted,
  isDegraded: boolean,
): AnswerFound & { readonly draft: WrittenDraft } {
  const models = { answering: name, judging: draft.judgedBy, verifying: draft.secondJudge ?? null };
  return { draft, isStale: false, isDegraded, models, choices: [] };
}
