import type {
  AnswerFound,
  AnsweringSteps,
  Draft,
  FailedTier,
  WritingOptions,
  WrittenFound,
} from '@avow/answering';
import type { RoutingSource, TierFailure } from '@avow/contract';
import type { RetrievedQuery, UnderstoodQuery } from '../query.ts';
import { noModelsUsed } from '../recording/outcome.ts';
import { filterTexts } from '../retrieval/filter-passages.ts';
import { limitSignal } from './limit-signal.ts';

/** The result of trying the model tiers in order. */
export interface TiersOutcome extends AnswerFound {
  /** The tier that answered, or that ended the search without an answer. */
  readonly tier: number;
  readonly routing: RoutingSource;
  /** The tiers that failed, in that order. */
  readonly failedTiers: readonly FailedTier[];
  /** A language model said what the sources do not, and no tier may answer in its place. */
  readonly isUngrounded: boolean;
  /** A language model had to answer, and none could. */
  readonly isOutOfModels: boolean;
}

/** The part of a query's time that is kept for the embedded models, which are the last tier and may be busy with others. */
const embeddedMs = 10_000;
const embeddedShare = 0.25;
/** The part of the language models' time that one may use if another can be asked after it. */
const shareOfOne = 0.6;

type TierModel = AnsweringSteps['tiers'][number];

/** The tiers of language models that may be asked, best first. */
export function tiersFrom(
  { tiers }: Pick<AnsweringSteps, 'tiers'>,
  { start, mayAskModels, failedTiers }: Pick<UnderstoodQuery, 'start' | 'mayAskModels' | 'failedTiers'>,
): readonly TierModel[] {
  if (!mayAskModels || start.tier === 0) return [];
  const hasFailed = (model: TierModel) => failedTiers.some(({ tier }) => tier === model.tier);
  return tiers.filter((model) => model.tier >= start.tier && !hasFailed(model));
}

/** Whether no embedded model reads for the answer before a language model is asked. */
export function beginsWithModel(
  steps: Pick<AnsweringSteps, 'tiers'>,
  query: Pick<UnderstoodQuery, 'start' | 'mayAskModels' | 'failedTiers' | 'admission' | 'guard'>,
): boolean {
  return tiersFrom(steps, query).length > 0 && sureFrom(query) === null;
}

/** How sure an embedded model must be to answer instead of a language model. Null: it is not asked first. */
function sureFrom(query: Pick<UnderstoodQuery, 'start' | 'admission' | 'guard'>): number | null {
  const { start, guard } = query;
  return start.by === 'client' || needsModel(query) ? null : guard.answering.reader_confidence_min;
}

/** Only a language model can fill in a schema that the client has given. */
export function needsModel({ admission }: Pick<UnderstoodQuery, 'admission'>): boolean {
  return admission.request.answer_schema !== undefined;
}

/**
 * Tries the tiers from the chosen one on, best first; the embedded models come last and need no network. `readAlready`: what
 * these have read before; null: nothing.
 */
export async function tryTiers(
  steps: AnsweringSteps,
  query: RetrievedQuery,
  readAlready: AnswerFound | null,
): Promise<TiersOutcome> {
  const { question, retrieved, start, timeLimit } = query;
  const chosen: RoutingSource = start.by === 'client' ? 'client' : 'retrieval';
  const sureMin = sureFrom(query);
  const models = tiersFrom(steps, query);
  const ended = { isUngrounded: false, isOutOfModels: false };
  const failedTiers = [...query.failedTiers, ...unaffordable(steps, query)];
  let read = readAlready;

  if (models.length > 0 && sureMin !== null) {
    read ??= await steps.read(question, retrieved, timeLimit);
    if (isSure(read.draft, sureMin)) return { ...read, ...ended, failedTiers, tier: 0, routing: chosen };
  }

  for (const [position, model] of models.entries()) {
    const isLast = position === models.length - 1;
    const { found, failure } = await writeWithin(steps, query, { model, isLast });
    const routing = failedTiers.length > 0 ? 'fallback' : chosen;
    if (failure !== null) failedTiers.push({ tier: model.tier, model: model.name, cause: failure });
    if (found !== null)
      return {
        ...writtenAnswer(model.name, found, failedTiers.length > 0),
        ...ended,
        failedTiers,
        tier: model.tier,
        routing,
      };
  }
  if (mayNotRead(query, failedTiers)) return withoutReading(failedTiers);
  read ??= await steps.read(question, retrieved, timeLimit);
  const isFallback = hasFallen(failedTiers, read.draft);
  return {
    ...{ ...read, ...ended, failedTiers, isDegraded: read.isDegraded || isFallback, tier: 0 },
    routing: isFallback ? 'fallback' : chosen,
  };
}

/**
 * Whether a tier that should have answered did not. If one finds no answer and there is none, it has done its part; if
 * another finds one, it has not.
 */
function hasFallen(failedTiers: readonly FailedTier[], draft: Draft | null): boolean {
  return failedTiers.some(({ cause }) => cause !== 'not_covered' || draft !== null);
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

function withoutReading(failedTiers: readonly FailedTier[]): TiersOutcome {
  const ending = findEnding(failedTiers);
  const isFallback = hasFallen(failedTiers, null);
  return {
    ...{ draft: null, isStale: false, isDegraded: isFallback, choices: [] },
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

type Drafted = Extract<WrittenFound, { readonly kind: 'drafted' }>;

function writtenAnswer(name: string, { draft }: Drafted, isDegraded: boolean): AnswerFound {
  const models = { answering: name, judging: draft.judgedBy, verifying: draft.secondJudge ?? null };
  return { draft, isStale: false, isDegraded, models, choices: [] };
}

/** What a tier wrote. Null: nothing that can be used. `failure` says why that is, or why it ends early; null: neither. */
interface TierWritten {
  readonly found: Drafted | null;
  readonly failure: TierFailure | null;
}

/** A model that used all the time there is would leave none for those after it. */
async function writeWithin(
  steps: AnsweringSteps,
  query: RetrievedQuery,
  { model, isLast }: { readonly model: TierModel; readonly isLast: boolean },
): Promise<TierWritten> {
  const { question, retrieved, timeLimit } = query;
  const leftMs = timeLimit.leftMs();
  const forModelsMs = leftMs - Math.min(embeddedMs, leftMs * embeddedShare);
  const shareMs = Math.floor(isLast ? forModelsMs : forModelsMs * shareOfOne);
  const endsAtMs = performance.now() + shareMs;
  timeLimit.signal.throwIfAborted();
  const { signal, release } = limitSignal(timeLimit.signal, shareMs);
  const limits = { leftMs: () => Math.max(0, endsAtMs - performance.now()) };
  const writing = steps.write(question, retrieved, {
    tier: model.tier,
    options: { ...writingOptions(query), signal },
    limits,
  });
  query.tally.addCost(writing.then(({ cost }) => cost));
  const { found } = await writing.finally(release);
  // If the query's own time is up, the model has not failed.
  timeLimit.signal.throwIfAborted();
  if (found.kind === 'drafted') return { found, failure: found.isWhole ? null : 'interrupted' };
  // What was streamed cannot be taken back: if the model failed after that, the answer ends there.
  const draft = query.stream.streamedDraft();
  if (draft !== null) return { found: { kind: 'drafted', draft, isWhole: false }, failure: toFailure(found) };
  return { found: null, failure: toFailure(found) };
}

function writingOptions({
  admission: { request },
  admissionRecord,
  ...query
}: RetrievedQuery): Omit<WritingOptions, 'signal'> {
  const { guard, question, input, stream, timeLimit } = query;
  return {
    format: request.answer_format,
    schema: request.answer_schema ?? null,
    allowUnverified: guard.allowsUnverified,
    supportedMin: guard.generatedSupportedMin,
    beforeSending: admissionRecord.commit,
    filterTexts: (texts) => filterTexts(guard, texts, timeLimit.signal),
    onDraft: stream.onDraft(question, { prompt: input.text }),
  };
}

function toFailure(found: Exclude<WrittenFound, Drafted>): TierFailure {
  if (found.kind !== 'failed') return found.kind;
  switch (found.code) {
    case 'timeout':
    case 'echoed_prompt':
    case 'leaked_instructions':
      return found.code;
    case 'spent':
      return 'budget_spent';
    case 'cut':
      return 'interrupted';
    case 'too_long':
    case 'not_understood':
      return 'malformed';
    default:
      return 'unavailable';
  }
}
