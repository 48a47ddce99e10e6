import type { FailedTier } from '@avow/answering';
import { AppError } from '@avow/foundation';
import type { ModelTier } from '@avow/inference';
import type { IncomingQuery, ReplayedQuery } from './admission/admission.ts';
import { isCancelled, toQueryFailure, withinDeadline } from './admission/deadlines.ts';
import { admitQuery } from './admit-query.ts';
import { answerQuestion } from './answer-question.ts';
import { needsModel, tiersFrom } from './answering/model-tiers.ts';
import { type Answer, deliverAnswer, openRestorer } from './deliver-answer.ts';
import { guardPrompt } from './guard-prompt.ts';
import type { PathDependencies } from './path-dependencies.ts';
import type {
  AnswerMode,
  GroundedQuery,
  GuardedQuery,
  StartedQuery,
  UnderstoodQuery,
  VerifiedQuery,
} from './query.ts';
import { recordOutcome, startRecord } from './record-outcome.ts';
import type { EndedOutcome, InReview } from './recording/outcome.ts';
import type { Delivery } from './recording/record-message.ts';
import { blockPrompt, failedOutcome } from './recording/trace-query.ts';
import { retrievePassages } from './retrieve-passages.ts';
import { keepAnswer, routeQuestion } from './route-question.ts';
import { scoreOutcome } from './score-outcome.ts';
import { understandPrompt } from './understand-prompt.ts';
import { isOutOfDate, readQuotes, verifyAnswer } from './verify-answer.ts';
import { abandonMessage } from './waiting/end-unanswered.ts';

/**
 * The path of one query whose client waits for the answer: admit, guard, answer and record, deliver. One that is followed
 * (`streaming/create-streaming.ts`) or answered later (`waiting/answer-later.ts`) takes the same steps.
 */
export async function answerQuery(
  path: PathDependencies,
  incoming: IncomingQuery,
  { waitMs }: { readonly waitMs: number | null },
): Promise<Answer | ReplayedQuery> {
  const admitted = await admitQuery(path, incoming, { waitMs, isForLater: false });
  if (admitted.kind === 'replayed') return admitted;
  const { query, slot } = admitted;
  try {
    return await slot.run(async () => {
      const guarded = await guardPrompt(path, query);
      const restorer = await openRestorer(path, guarded);
      const mode = { journal: null, isAdmitted: false, isResumable: false };
      const recorded = await answerGuarded(path, guarded, mode);
      return deliverAnswer(recorded, restorer);
    });
  } catch (error) {
    abandonMessage(path, query.admission);
    throw error;
  } finally {
    slot.leave();
  }
}

/**
 * Decides on the outcome of a query and records it. The response may leave only after its record is committed. A failure is
 * recorded too, and then thrown.
 */
export async function answerGuarded(
  path: PathDependencies,
  guarded: GuardedQuery,
  mode: AnswerMode,
): Promise<Delivery> {
  const query = await startRecord(path, guarded, mode);
  const { signal } = query.timeLimit;
  let outcome: EndedOutcome | InReview;
  let failure: AppError | null = null;
  try {
    outcome = await withinDeadline(findOutcome(path, query), signal);
  } catch (error) {
    failure = isCancelled(signal) ? null : toQueryFailure(error, signal);
    outcome = failedOutcome(query, failure === null ? 'cancelled' : 'failed');
  }
  const cost = await query.tally.cost();
  return await recordOutcome(path, query, { outcome: { ...outcome, cost }, failure });
}

/** Understand, answer, verify, score: everything between the check of the prompt and the record. */
async function findOutcome(path: PathDependencies, query: StartedQuery): Promise<EndedOutcome | InReview> {
  if (query.checkFailure !== null) throw query.checkFailure.cause;
  const { signal: deadline } = query.timeLimit;
  // A check that was cut off by the deadline is not broken: there was too little time, and the failure says so.
  if (query.input.blocked?.reason === 'guardrail_unavailable') deadline.throwIfAborted();
  if (query.input.blocked !== null) return blockPrompt(query, query.input.blocked);
  const understood = await understandPrompt(path, query);
  const { blocked } = understood.input;
  if (blocked !== null) return { ...blockPrompt(understood, blocked), refiner: understood.refinement.model };
  deadline.throwIfAborted();
  let answered = await findAnswer(path, understood);
  for (;;) {
    query.tally.failedTiers = answered.failedTiers;
    const verified = await verifyAnswer(path, answered);
    const other = await answerInstead(path, verified);
    if (other === null) {
      const outcome = await scoreOutcome(path, verified);
      // What was streamed cannot be taken back: if the answer is a different one now, the message has failed.
      if (!query.stream.isBeginningOf(outcome))
        throw new AppError('internal', {
          detail: 'The sources changed while the answer was being streamed.',
        });
      keepAnswer(path, understood, { verified, outcome });
      return outcome;
    }
    answered = other;
  }
}

/**
 * Route, retrieve, answer, and read back what the answer quotes. If a pack was published meanwhile, quotes are no longer
 * what is stored: then it searches once more, unless a part of the answer has been streamed.
 */
async function findAnswer(path: PathDependencies, query: UnderstoodQuery): Promise<GroundedQuery> {
  const answered = await searchOnce(path, query);
  return isOutOfDate(answered) && query.stream.streamedDraft() === null
    ? await searchOnce(path, { ...query, isRepeated: true })
    : answered;
}

async function searchOnce(path: PathDependencies, query: UnderstoodQuery): Promise<GroundedQuery> {
  const routed = await routeQuestion(path, query);
  if (routed !== null) return await readQuotes(path, routed);
  const retrieved = await retrievePassages(path, query);
  const answered = retrieved.kind === 'answered' ? retrieved : await answerQuestion(path, retrieved);
  return await readQuotes(path, answered);
}

/**
 * What a language model did wrong is not the asker's fault: a draft of one that fails the checks is left, and the next tier
 * answers, the embedded models last. Null: it is not the model's fault, or nothing can answer in its place.
 */
async function answerInstead(path: PathDependencies, query: VerifiedQuery): Promise<GroundedQuery | null> {
  const { verdict, tier, models } = query;
  if (verdict.fault === null) return null;
  query.timeLimit.signal.throwIfAborted();
  const failed = { tier: tier as ModelTier['tier'], model: models.answering ?? '', cause: verdict.fault };
  const failedTiers: readonly FailedTier[] = [...query.failedTiers, failed];
  // What was streamed cannot be taken back, and passed all checks: the answer ends there.
  const draft = query.stream.streamedDraft();
  if (draft !== null)
    return query.draft === draft
      ? null
      : await readQuotes(path, { ...query, draft, isDegraded: true, failedTiers });
  const next = { ...query, failedTiers, isRepeated: true };
  if (needsModel(query) && tiersFrom(path.steps, next).length === 0) return null;
  // The question was translated already, if that was needed.
  return await findAnswer(path, next);
}
