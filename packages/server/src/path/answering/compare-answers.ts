import type {
  AnswerFound,
  AnsweringSteps,
  Comparison,
  Draft,
  FailedTier,
  WrittenDraft,
} from '@avow/answering';
import { embeddedLanguages, type ModelTier } from '@avow/inference';
import { otherLanguage } from '@avow/text/languages';
import type { PathDependencies } from '../path-dependencies.ts';
import type { RetrievedQuery, UnderstoodQuery } from '../query.ts';
import { estimateProbability } from '../score-outcome.ts';
import type { TiersOutcome } from './model-tiers.ts';

/**
 * Whether the embedded models read the same passages while a language model writes. Who asked for a tier gets its answer, and
 * where they may not answer in place of a language model, they need not be asked. That they find nothing in a language they do not
 * read says nothing.
 */
export function isCompared({
  start,
  guard,
  admission,
  question,
}: Pick<UnderstoodQuery, 'start' | 'guard' | 'admission' | 'question'>): boolean {
  const { compare_with_embedded: compares, when_ungrounded: whenUngrounded } = guard.answering;
  return (
    compares &&
    whenUngrounded === 'embedded' &&
    start.by !== 'client' &&
    admission.request.answer_schema === undefined &&
    otherLanguage(question.text, embeddedLanguages) === null
  );
}

/** Whether both rest on some of the same stored words. */
function restOnSame(one: Pick<Draft, 'support'>, other: Pick<Draft, 'support'>): boolean {
  return one.support.some(({ documentId, start, end }) =>
    other.support.some((words) => words.documentId === documentId && words.start < end && start < words.end),
  );
}

/** What the embedded models say to an answer that was written. Null: they could not read, or only words were compared. */
export function compareWritten(
  written: Pick<WrittenDraft, 'support'>,
  { draft, isDegraded, isStale, models }: AnswerFound,
): Comparison | null {
  if (isDegraded || isStale || models.answering === null) return null;
  if (draft === null) return { probability: 0, agrees: false };
  if (draft.found.kind !== 'read') return null;
  return { probability: draft.found.probability, agrees: restOnSame(written, draft) };
}

/** What the embedded models find, read once and only if somebody wants to know. */
export interface OwnReading {
  /** Begins, and leaves it to others to wait. */
  begin(): void;
  read(): Promise<AnswerFound>;
}

export function openReading(
  steps: Pick<AnsweringSteps, 'read'>,
  { question, retrieved, timeLimit }: RetrievedQuery,
  readAlready: AnswerFound | null,
): OwnReading {
  let reading: Promise<AnswerFound> | null = readAlready === null ? null : Promise.resolve(readAlready);
  const read = () => {
    reading ??= steps.read(question, retrieved, timeLimit);
    return reading;
  };
  return { read, begin: () => void read().catch(() => {}) };
}

/**
 * What a model that gives way must be given where the embedded models find no answer. Of 38 such answers of two small models to the
 * project's own questions 10 are right and 16 wrong; of those above it, 5 and 3.
 */
const aloneMin = 0.35;

/**
 * The written answer, or that of the embedded models if the two rest on different words and theirs is surer; none, if they
 * find none and the written one is hardly likely. Nothing that was streamed is taken back.
 */
export async function giveSurer(
  path: Pick<PathDependencies, 'scoring'>,
  query: RetrievedQuery,
  {
    written,
    reading,
    givesWay,
  }: {
    readonly written: TiersOutcome & { readonly draft: WrittenDraft };
    readonly reading: OwnReading;
    /** Of the tier that has written. */
    readonly givesWay: boolean;
  },
): Promise<TiersOutcome> {
  const read = await reading.read().catch(() => null);
  query.timeLimit.signal.throwIfAborted();
  const compared = read === null ? null : compareWritten(written.draft, read);
  if (read === null || compared === null) return written;
  const draft = { ...written.draft, compared };
  if (compared.agrees) return { ...written, draft };
  const { tier, models } = written;
  const other = (of: Draft, by: number, model: string | null) => ({
    ...{ tier: by, model: model ?? '', draft: of },
    probability: estimateProbability(path, query, { draft: of, tier: by }),
  });
  const ofModel = other(draft, tier, models.answering);
  const ofReader = read.draft === null ? null : other(read.draft, 0, read.models.answering);
  const mayGive = ofModel.probability >= (ofReader?.probability ?? aloneMin);
  if (!givesWay || mayGive || query.stream.streamedDraft() !== null)
    return { ...written, draft, other: ofReader };
  const failed = { tier: tier as ModelTier['tier'], model: ofModel.model, cause: 'less_sure' } as const;
  const failedTiers = [...written.failedTiers, { ...failed, ...changesOf(draft) }];
  const isDegraded = written.isDegraded || read.isDegraded;
  return { ...written, ...read, isDegraded, failedTiers, tier: 0, other: ofModel };
}

export function changesOf({
  changes,
}: {
  readonly changes?: FailedTier['changes'] | undefined;
}): Pick<FailedTier, 'changes'> {
  return changes === undefined || changes.length === 0 ? {} : { changes };
}
