import type {
  AnswerFound,
  AnsweringSteps,
  Draft,
  FailedTier,
  WritingOptions,
  WrittenDraft,
  WrittenFound,
} from '@avow/answering';
import type { RoutingSource, TierFailure } from '@avow/contract';
import type { ModelTier } from '@avow/inference';
import type { PathDependencies } from '../path-dependencies.ts';
import type { RetrievedQuery, UnderstoodQuery } from '../query.ts';
import { noModelsUsed } from '../recording/outcome.ts';
import { filterTexts } from '../retrieval/filter-passages.ts';
import { estimateProbability } from '../score-outcome.ts';
import { compareWritten, isCompared, type OtherDraft } from './compare-answers.ts';
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
  /** What was compared with the answer, and rests on other words; null: nothing. */
  readonly other: OtherDraft | null;
}

/** The part of a query's time that is kept for the embedded models, which are the last tier and may be busy with others. */
const embeddedMs = 10_000;
const embeddedShare = 0.25;
/** The part of the language models' time that one may use if another can be asked after it. */
const shareOfOne = 0.6;

type TierModel = AnsweringSteps['tiers'][number];
type TierDependencies = Pick<PathDependencies, 'steps' | 'scoring'>;

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
  path: TierDependencies,
  query: RetrievedQuery,
  readAlready: AnswerFound | null,
): Promise<TiersOutcome> {
  const { steps } = path;
  const { start } = query;
  const chosen: RoutingSource = start.by === 'client' ? 'client' : 'retrieval';
  const sureMin = sureFrom(query);
  const models = tiersFrom(steps, query);
  const ended = { isUngrounded: false, isOutOfModels: false, other: null };
  const failedTiers = [...query.failedTiers, ...unaffordable(steps, query)];
  const reading = openReading(steps, query, readAlready);

  if (models.length > 0 && sureMin !== null) {
    const read = await reading.read();
    if (isSure(read.draft, sureMin)) return { ...read, ...ended, failedTiers, tier: 0, routing: chosen };
  }

  for (const [position, model] of models.entries()) {
    const isLast = position === models.length - 1;
    const { found, failure, changes } = await writeWithin(path, query, { model, isLast, reading });
    const routing: RoutingSource = failedTiers.length > 0 ? 'fallback' : chosen;
    if (failure !== null)
      failedTiers.push({ tier: model.tier, model: model.name, cause: failure, ...changes });
    if (found === null) continue;
    const written = {
      ...writtenAnswer(model.name, found, failedTiers.length > 0),
      ...{ ...ended, failedTiers, tier: model.tier, routing },
    };
    return isCompared(query) ? await giveSurer(path, query, { written, reading }) : written;
  }
  if (mayNotRead(query, failedTiers)) return withoutReading(failedTiers);
  const read = await reading.read();
  const isFallback = hasFallen(failedTiers, read.draft);
  return {
    ...{ ...read, ...ended, failedTiers, isDegraded: read.isDegraded || isFallback, tier: 0 },
    routing: isFallback ? 'fallback' : chosen,
  };
}

/** What the embedded models find, read once and only if somebody wants to know. */
interface Reading {
  /** Begins, and leaves it to others to wait. */
  begin(): void;
  read(): Promise<AnswerFound>;
}

function openReading(
  steps: Pick<AnsweringSteps, 'read'>,
  { question, retrieved, timeLimit }: RetrievedQuery,
  readAlready: AnswerFound | null,
): Reading {
  let reading: Promise<AnswerFound> | null = readAlready === null ? null : Promise.resolve(readAlready);
  const read = () => {
    reading ??= steps.read(question, retrieved, timeLimit);
    return reading;
  };
  return { read, begin: () => void read().catch(() => {}) };
}

/**
 * The written answer, or that of the embedded models if the two rest on different words and theirs is surer. Nothing that was
 * streamed is taken back.
 */
async function giveSurer(
  path: TierDependencies,
  query: RetrievedQuery,
  {
    written,
    reading,
  }: { readonly written: TiersOutcome & { readonly draft: WrittenDraft }; readonly reading: Reading },
): Promise<TiersOutcome> {
  const read = await reading.read().catch(() => null);
  query.timeLimit.signal.throwIfAborted();
  const compared = read === null ? null : compareWritten(written.draft, read);
  if (read === null || compared === null) return written;
  const draft = { ...written.draft, compared };
  if (read.draft === null || compared.agrees) return { ...written, draft };
  const { tier, models } = written;
  const other = (of: Draft, by: number, model: string | null) => ({
    ...{ tier: by, model: model ?? '', draft: of },
    probability: estimateProbability(path, query, { draft: of, tier: by }),
  });
  const ofModel = other(draft, tier, models.answering);
  const ofReader = other(read.draft, 0, read.models.answering);
  if (ofModel.probability >= ofReader.probability || query.stream.streamedDraft() !== null)
    return { ...written, draft, other: ofReader };
  const failed = { tier: tier as ModelTier['tier'], model: ofModel.model, cause: 'less_sure' } as const;
  const failedTiers = [...written.failedTiers, { ...failed, ...changesOf(draft) }];
  return { ...written, ...read, failedTiers, tier: 0, other: ofModel };
}

function changesOf({
  changes,
}: {
  readonly changes?: FailedTier['changes'] | undefined;
}): Pick<FailedTier, 'changes'> {
  return changes === undefined || changes.length === 0 ? {} : { changes };
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

function withoutReading(failedTiers: readonly FailedTier[]): TiersOutcome {
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

type Drafted = Extract<WrittenFound, { readonly kind: 'drafted' }>;

function writtenAnswer(
  name: string,
  { draft }: Drafted,
  isDegraded: boolean,
): AnswerFound & { readonly draft: WrittenDraft } {
  const models = { answering: name, judging: draft.judgedBy };
  return { draft, isStale: false, isDegraded, models, choices: [] };
}

/** What a tier wrote. Null: nothing that can be used. `failure` says why that is, or why it ends early; null: neither. */
interface TierWritten {
  readonly found: Drafted | null;
  readonly failure: TierFailure | null;
  /** What it wrote, if that is not used. */
  readonly changes: Pick<FailedTier, 'changes'>;
}

/** A model that used all the time there is would leave none for those after it. */
async function writeWithin(
  { steps }: TierDependencies,
  query: RetrievedQuery,
  {
    model,
    isLast,
    reading,
  }: { readonly model: TierModel; readonly isLast: boolean; readonly reading: Reading },
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
    options: { ...writingOptions(query, reading), signal },
    limits,
  });
  query.tally.addCost(writing.then(({ cost }) => cost));
  if (isCompared(query)) reading.begin();
  const { found } = await writing.finally(release);
  // If the query's own time is up, the model has not failed.
  timeLimit.signal.throwIfAborted();
  if (found.kind === 'drafted') return { found, failure: found.isWhole ? null : 'interrupted', changes: {} };
  // What was streamed cannot be taken back: if the model failed after that, the answer ends there.
  const draft = query.stream.streamedDraft();
  if (draft !== null)
    return { found: { kind: 'drafted', draft, isWhole: false }, failure: toFailure(found), changes: {} };
  return { found: null, failure: toFailure(found), changes: 'changes' in found ? changesOf(found) : {} };
}

function writingOptions(asked: RetrievedQuery, reading: Reading): Omit<WritingOptions, 'signal'> {
  const {
    admission: { request },
    admissionRecord,
    ...query
  } = asked;
  const { guard, question, input, stream, timeLimit } = query;
  return {
    format: request.answer_format,
    schema: request.answer_schema ?? null,
    allowUnverified: guard.allowsUnverified,
    supportedMin: guard.generatedSupportedMin,
    beforeSending: admissionRecord.commit,
    filterTexts: (texts) => filterTexts(guard, texts, timeLimit.signal),
    onDraft: onceAgreed(asked, { onDraft: stream.onDraft(question, { prompt: input.text }), reading }),
  };
}

/** Nothing is streamed that the embedded models may prove to know better: what rests on other words waits for its end. */
function onceAgreed(
  query: RetrievedQuery,
  { onDraft, reading }: Pick<WritingOptions, 'onDraft'> & { readonly reading: Reading },
): WritingOptions['onDraft'] {
  if (onDraft === null || !isCompared(query)) return onDraft;
  return async (draft) => {
    const read = await reading.read().catch(() => null);
    if (read?.draft == null || compareWritten(draft, read)?.agrees !== false) await onDraft(draft);
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
