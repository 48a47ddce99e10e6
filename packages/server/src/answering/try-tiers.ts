import type { RoutingSource } from '@avow/contract';
import type { Guard } from '@avow/guardrails';
import type { Draft } from '../answers/draft.ts';
import type { AnswerFound, AnsweringSteps, Retrieved, WrittenFound } from './answering-steps.ts';
import { noModels } from './outcome.ts';
import { needsModel, type Search } from './search.ts';

/** The result of trying the model tiers in order. */
export interface TiersOutcome extends AnswerFound {
  /** The tier that answered, or that found that there is no answer. */
  readonly tier: number;
  readonly routing: RoutingSource;
  /** A language model said what the sources do not, and no tier was left to answer in its place. */
  readonly isUngrounded: boolean;
  /** A language model had to answer, and none could. */
  readonly isOutOfModels: boolean;
}

type TierSearch = Omit<Search, 'report'> & {
  readonly retrieved: Retrieved;
  /** What the embedded models have read already; null: nothing. */
  readonly read: AnswerFound | null;
};

/** The part of a query's time that is kept for the embedded models, which are the last tier. */
const embeddedMs = 3_000;
const embeddedShare = 0.25;
/** The part of the language models' time that one may use if another can be asked after it. */
const shareOfOne = 0.6;

type TierModel = AnsweringSteps['tiers'][number];

/** The tiers of language models that may be asked, best first. */
export function tiersFrom(
  { tiers }: Pick<AnsweringSteps, 'tiers'>,
  { start, mayAskModels }: Pick<TierSearch, 'start' | 'mayAskModels'>,
): readonly TierModel[] {
  return mayAskModels && start.tier !== 0 ? tiers.filter(({ tier }) => tier >= start.tier) : [];
}

/** Tries the tiers from the chosen one on, best first; the embedded models come last and need no network. */
export async function tryTiers(
  { steps, guard }: { readonly steps: AnsweringSteps; readonly guard: Guard },
  search: TierSearch,
): Promise<TiersOutcome> {
  const { question, retrieved, start, timeLimit } = search;
  const chosen: RoutingSource = start.by === 'client' ? 'client' : 'retrieval';
  const { reader_confidence_min: sureMin, when_ungrounded: whenUngrounded } = guard.answering;
  const wanted = tiersFrom(steps, { start, mayAskModels: true });
  const models = tiersFrom(steps, search);
  const ended = { isUngrounded: false, isOutOfModels: false };
  let { read } = search;

  if (models.length > 0 && sureMin !== null && start.by !== 'client' && !needsModel(search)) {
    read ??= await steps.read(question, retrieved, timeLimit);
    if (isSure(read.draft, sureMin)) return { ...read, ...ended, tier: 0, routing: chosen };
  }

  let failures = wanted.length > models.length ? 1 : 0;
  let ungrounded: TierModel | null = null;
  for (const [position, model] of models.entries()) {
    const isLast = position === models.length - 1;
    const found = await writeWithin(steps, search, { model, isLast });
    if (found.kind === 'failed') {
      failures += 1;
      continue;
    }
    if (found.kind === 'ungrounded') {
      ungrounded = model;
      break;
    }
    const routing = failures > 0 ? 'fallback' : chosen;
    const isCut = found.kind === 'drafted' && !found.isWhole;
    const answer = writtenAnswer(model.name, found, failures > 0 || isCut);
    return { ...answer, ...ended, tier: model.tier, routing };
  }

  const wasUngrounded = ungrounded !== null;
  const isFallback = wasUngrounded || failures > 0;
  const routing = isFallback ? 'fallback' : chosen;
  if (needsModel(search) || (wasUngrounded && whenUngrounded === 'withhold')) {
    const used = { ...noModels, answering: ungrounded?.name ?? null };
    const nothing = { draft: null, isStale: false, isDegraded: isFallback, models: used, choices: [] };
    const tier = ungrounded?.tier ?? 0;
    return { ...nothing, tier, routing, isUngrounded: wasUngrounded, isOutOfModels: !wasUngrounded };
  }
  read ??= await steps.read(question, retrieved, timeLimit);
  const isDegraded = read.isDegraded || isFallback;
  const isUngrounded = wasUngrounded && read.draft === null;
  return { ...read, ...ended, isDegraded, tier: 0, routing, isUngrounded };
}

function isSure(draft: Draft | null, sureMin: number): boolean {
  return draft !== null && draft.found.kind === 'read' && draft.found.probability >= sureMin;
}

function writtenAnswer(
  name: string,
  found: Extract<WrittenFound, { readonly kind: 'drafted' | 'not_covered' }>,
  isDegraded: boolean,
): AnswerFound {
  const draft = found.kind === 'drafted' ? found.draft : null;
  const models = { answering: name, judging: draft?.judgedBy ?? null };
  return { draft, isStale: false, isDegraded, models, choices: [] };
}

/** A model that used all the time there is would leave none for those after it. */
async function writeWithin(
  steps: AnsweringSteps,
  { question, retrieved, writing: options, streamedDraft, timeLimit, onCost }: TierSearch,
  { model, isLast }: { readonly model: TierModel; readonly isLast: boolean },
): Promise<WrittenFound> {
  const leftMs = timeLimit.leftMs();
  const forModelsMs = leftMs - Math.min(embeddedMs, leftMs * embeddedShare);
  const shareMs = Math.floor(isLast ? forModelsMs : forModelsMs * shareOfOne);
  const endsAtMs = performance.now() + shareMs;
  timeLimit.signal.throwIfAborted();
  const signal = AbortSignal.any([timeLimit.signal, AbortSignal.timeout(shareMs)]);
  const limits = { leftMs: () => Math.max(0, endsAtMs - performance.now()) };
  const writing = steps.write(question, retrieved, {
    tier: model.tier,
    options: { ...options, signal },
    limits,
  });
  onCost(writing.then(({ cost }) => cost));
  const { found } = await writing;
  // If the query's own time is up, the model has not failed.
  timeLimit.signal.throwIfAborted();
  if (found.kind === 'drafted') return found;
  // What was streamed cannot be taken back: if the model failed after that, the answer ends there.
  const draft = streamedDraft();
  return draft === null ? found : { kind: 'drafted', draft, isWhole: false };
}
