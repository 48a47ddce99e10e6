import type { FailedTier } from '@avow/answering';
import { AppError } from '@avow/foundation';
import type { Block, Guard, InputOutcome } from '@avow/guardrails';
import { audienceOfAll, createReliedOn, type ReliedOn } from '../features/records/audience.ts';
import type { Admission } from './admission/admission.ts';
import { isCancelled } from './admission/deadlines.ts';
import { asAppError, withinDeadline } from './admission/within-deadline.ts';
import { chooseTier } from './answering/choose-tier.ts';
import { guardInput } from './guard-prompt.ts';
import type { Run } from './query.ts';
import type { GuardedParts, QueryParts } from './query-parts.ts';
import { reachOutcome } from './reach-outcome.ts';
import { admitOnce, type PendingAdmission } from './recording/admission-record.ts';
import { type CostCount, createCostCount } from './recording/create-cost-count.ts';
import { type Blocked, type EndedOutcome, type InReview, inputTraces } from './recording/outcome.ts';
import { type Delivery, recordEnd, recordPendingReview } from './recording/record-message.ts';
import { blockedBy } from './recording/trace-query.ts';
import { filterTexts } from './retrieval/filter-passages.ts';
import { type CheckedDraft, forgetAnswer, rememberAnswer } from './route-question.ts';
import type { Search } from './search.ts';
import { type AnswerStream, createAnswerStream } from './streaming/create-answer-stream.ts';
import { createProgressReporter } from './streaming/report-progress.ts';
import { understand } from './understand-prompt.ts';

/**
 * The path of one admitted query: check the prompt, decide on an outcome, record it, deliver it. The response may leave only
 * after its record is committed. A failure is recorded too, and then thrown.
 */
export async function answerQuery(given: QueryParts, run: Run): Promise<Delivery> {
  const { admission, journal } = run;
  const { signal: deadline } = run.timeLimit;
  const startedAt = performance.now();
  const [guard, scorer] = await Promise.all([
    guardFor(given, run),
    given.scoring.inForce(admission.tenantId),
  ]);
  const parts = { ...given, guard, scorer };
  const checking = checkPrompt(parts, run, deadline);
  // A message that is on record already must end, even if the service has too much to do to check its prompt again.
  const input = await (admission.input === null
    ? checking
    : checking.catch(() => admission.input as InputOutcome));
  const pending = admitOnce(parts, run, input);
  const stream = createAnswerStream(parts, run);
  const costs = createCostCount();
  const { groups = [], history: stated = [] } = admission.request;
  const reliedOn = createReliedOn(groups);
  // What a client states of a conversation may be from anything that its groups may see.
  if (stated.length > 0) reliedOn.addAudience(audienceOfAll(groups));
  let outcome: EndedOutcome | InReview;
  let failure: AppError | null = null;
  let failedTiers: readonly FailedTier[] = [];
  const onFound = (found: CheckedDraft) => {
    failedTiers = found.failedTiers;
  };
  try {
    const also = { input, pending, stream, costs, reliedOn, onFound };
    const deciding = checking.then(() => decide(parts, run, also));
    outcome = await withinDeadline(deciding, deadline);
  } catch (error) {
    failure = isCancelled(deadline) ? null : asAppError(error, deadline);
    const kind = failure === null ? 'cancelled' : 'failed';
    outcome = { ...inputTraces(guard, input), kind, failedTiers, cost: await costs.total() };
  }
  const recording = parts.telemetry.step('record', async () =>
    record(parts, admission, outcome, {
      isNew: await pending.close(),
      audience: reliedOn.audience(),
      timeMs: performance.now() - startedAt,
      lastEvents: stream.lastEvents,
    }),
  );
  const { refusal, ...delivery } = await recording.catch((error: unknown) => {
    throw recordingFailed(error, failure);
  });
  journal?.ended();
  // A message pending review has not ended: it is counted once, when it ends.
  if (delivery.response.status !== 'in_review') parts.telemetry.ended(delivery.response, outcome.cost);
  if (refusal !== null) throw refusal;
  if (failure === null) return delivery;
  throw new AppError(failure.code, { ...failure.options, messageId: admission.messageId, cause: failure });
}

/** A prompt that was checked when it was admitted is answered under the policy that it was checked by. */
function guardFor({ guards }: QueryParts, { admission: { tenantId, input } }: Run): Promise<Guard> {
  return input === null ? guards.inForce(tenantId) : guards.ofVersion(tenantId, input.policyVersion);
}

/** If that policy no longer exists, for example because an update ships another one, the prompt is checked again. */
async function checkPrompt(
  parts: GuardedParts,
  { admission: { tenantId, request, input: earlier } }: Run,
  deadline: AbortSignal,
): Promise<InputOutcome> {
  if (earlier !== null && earlier.policyVersion === parts.guard.policyVersion) return earlier;
  const input = await guardInput(parts, { tenantId, prompt: request.prompt }, deadline);
  return { ...input, redacted: input.redacted || earlier?.redacted === true };
}

interface Deciding {
  /** The guardrails' outcome on the prompt. */
  readonly input: InputOutcome;
  readonly pending: PendingAdmission;
  readonly stream: AnswerStream;
  readonly costs: CostCount;
  readonly reliedOn: ReliedOn;
  /** Called with what was found, before it is checked. */
  readonly onFound: (found: CheckedDraft) => void;
}

/** Refine, route, retrieve, answer, ground, guard, score: everything between the input guardrails and the record. */
async function decide(
  parts: GuardedParts,
  run: Run,
  { input: checked, pending, stream, costs, reliedOn, onFound }: Deciding,
): Promise<EndedOutcome | InReview> {
  const { guard } = parts;
  const { timeLimit, mayAskModels } = run;
  const { request } = run.admission;
  const { signal: deadline } = timeLimit;
  // A check that was cut off by the deadline is not broken: there was too little time, and the failure says so.
  if (checked.blocked?.reason === 'guardrail_unavailable') deadline.throwIfAborted();
  if (checked.blocked !== null) return blockedAtInput(guard, checked, checked.blocked);

  const beforeSending = pending.record;
  const report = createProgressReporter(run.journal);
  const understanding = { checked, beforeSending, report, onCost: costs.add };
  const { input, question, refinement, history } = await understand(parts, run, understanding);
  for (const { audience = [] } of history) reliedOn.addAudience(audience);
  if (input.blocked !== null) {
    const blocked = blockedAtInput(guard, input, input.blocked);
    return { ...blocked, refiner: refinement.model, cost: await costs.total() };
  }
  deadline.throwIfAborted();

  const search: Search = {
    ...{ question, reliedOn, timeLimit, report, mayAskModels, onCost: costs.add, failedTiers: [] },
    start: chooseTier(guard.answering, { request, question: question.text }),
    writing: {
      format: request.answer_format,
      schema: request.answer_schema ?? null,
      allowUnverified: guard.allowsUnverified,
      supportedMin: guard.generatedSupportedMin,
      beforeSending,
      filterTexts: (texts) => filterTexts(guard, texts, deadline),
      onDraft: stream.onDraft(question, { prompt: input.text }),
    },
    streamedDraft: stream.streamedDraft,
  };
  const progressOf = async (found: CheckedDraft) => {
    onFound(found);
    return { input, refinement, history, found, cost: await costs.total() };
  };
  const { found, outcome } = await reachOutcome(parts, run, { search, progressOf });
  // What was streamed cannot be taken back: if the answer is a different one now, the message has failed.
  const answer = outcome.kind === 'in_review' ? '' : outcome.answer;
  if (outcome.kind !== 'blocked' && !stream.isBeginningOf(answer))
    throw new AppError('internal', { detail: 'The sources changed while the answer was being streamed.' });
  // An answer pending review is given to nobody else, no matter how it would score the next time.
  if (outcome.kind === 'in_review') forgetAnswer(parts, search, found);
  if (outcome.kind === 'answered') {
    const { evidence } = outcome.scored.explanation;
    rememberAnswer(parts, search, { found, evidence });
  }
  return outcome;
}

function blockedAtInput(guard: Guard, input: InputOutcome, block: Block): Blocked {
  return { ...inputTraces(guard, input), ...blockedBy(guard, block) };
}

/** `refusal`: why a message had to fail whose answer could not become pending review; null: it did not fail. */
interface Recorded extends Delivery {
  readonly refusal: AppError | null;
}

/** Ends the message, or records that its answer is pending review. */
async function record(
  parts: GuardedParts,
  admission: Admission,
  outcome: EndedOutcome | InReview,
  recording: Parameters<typeof recordEnd>[3],
): Promise<Recorded> {
  if (outcome.kind !== 'in_review')
    return { ...(await recordEnd(parts, admission, outcome, recording)), refusal: null };
  const pending = await recordPendingReview(parts, admission, outcome, recording);
  if (pending !== null) return { ...pending, refusal: null };
  // Neither delivered without a review nor queued for one that nobody has time for: the caller is asked to retry.
  const failed = await recordEnd(parts, admission, { ...outcome, kind: 'failed' }, recording);
  const detail = 'Too many answers wait for a person to decide.';
  return { ...failed, refusal: new AppError('overloaded', { messageId: admission.messageId, detail }) };
}

/** Without a record nothing is delivered. If something had failed before, that is the cause to report. */
function recordingFailed(error: unknown, earlier: AppError | null): unknown {
  if (earlier === null || !(error instanceof AppError)) return error;
  return new AppError(error.code, { ...error.options, cause: earlier });
}
