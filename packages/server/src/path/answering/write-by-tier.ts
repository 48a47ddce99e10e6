import type { FailedTier, WritingOptions, WrittenFound } from '@avow/answering';
import type { TierFailure } from '@avow/contract/values';
import type { PathDependencies } from '../path-dependencies.ts';
import type { RetrievedQuery } from '../query.ts';
import { filterTexts } from '../retrieval/filter-passages.ts';
import { changesOf, compareWritten, isCompared, type OwnReading } from './compare-answers.ts';
import { limitSignal } from './limit-signal.ts';
import type { TierModel } from './model-tiers.ts';

/** The part of a query's time that is kept for the embedded models, which are the last tier and may be busy with others. */
const embeddedMs = 10_000;
const embeddedShare = 0.25;
/** The part of the language models' time that one may use if another can be asked after it. */
const shareOfOne = 0.6;

export type Drafted = Extract<WrittenFound, { readonly kind: 'drafted' }>;

/** What a tier wrote. Null: nothing that can be used. `failure` says why that is, or why it ends early; null: neither. */
interface TierWritten {
  readonly found: Drafted | null;
  readonly failure: TierFailure | null;
  /** What it wrote, if that is not used. */
  readonly changes: Pick<FailedTier, 'changes'>;
}

/** A model that used all the time there is would leave none for those after it. */
export async function writeByTier(
  { steps }: Pick<PathDependencies, 'steps'>,
  query: RetrievedQuery,
  {
    model,
    isLast,
    reading,
  }: { readonly model: TierModel; readonly isLast: boolean; readonly reading: OwnReading },
): Promise<TierWritten> {
  const { question, widened, timeLimit } = query;
  const leftMs = timeLimit.leftMs();
  const forModelsMs = leftMs - Math.min(embeddedMs, leftMs * embeddedShare);
  const shareMs = Math.floor(isLast ? forModelsMs : forModelsMs * shareOfOne);
  const endsAtMs = performance.now() + shareMs;
  timeLimit.signal.throwIfAborted();
  const { signal, release } = limitSignal(timeLimit.signal, shareMs);
  const limits = { leftMs: () => Math.max(0, endsAtMs - performance.now()) };
  const writing = steps.write(question, widened, {
    tier: model.tier,
    options: { ...writingOptions(query, { reading, givesWay: model.givesWay }), signal },
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

interface Besides {
  readonly reading: OwnReading;
  /** Of the tier that writes. */
  readonly givesWay: boolean;
}

function writingOptions(asked: RetrievedQuery, besides: Besides): Omit<WritingOptions, 'signal'> {
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
    onDraft: onceAgreed(asked, { onDraft: stream.onDraft(question, { prompt: input.text }), ...besides }),
  };
}

/** Nothing is streamed that the embedded models may prove to know better: what rests on other words waits for its end. */
function onceAgreed(
  query: RetrievedQuery,
  { onDraft, reading, givesWay }: Pick<WritingOptions, 'onDraft'> & Besides,
): WritingOptions['onDraft'] {
  if (onDraft === null || !givesWay || !isCompared(query)) return onDraft;
  return async (draft) => {
    const read = await reading.read().catch(() => null);
    if (read === null || compareWritten(draft, read)?.agrees !== false) await onDraft(draft);
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
