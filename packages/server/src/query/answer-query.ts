import type { BlockedReason } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import type { Question } from '../interfaces/answering.ts';
import type { Guard, InputOutcome } from '../interfaces/guard.ts';
import { admitOnce } from './admit-once.ts';
import { chooseTier } from './choose-tier.ts';
import { conclude, wordsAsked } from './conclude.ts';
import { type CostCount, createCostCount } from './create-cost-count.ts';
import { isCancelled } from './deadlines.ts';
import { findChecked, forgetAnswer, isCurrent, rememberAnswer } from './find-draft.ts';
import { guardInput } from './guard-input.ts';
import { type Blocked, type EndedOutcome, type Held, tracesUntilOutput } from './outcome.ts';
import type { GuardedParts, QueryParts } from './query-parts.ts';
import { type Delivery, recordMessage } from './record-message.ts';
import type { Run } from './run.ts';
import type { Search } from './search.ts';
import { siftTexts } from './sift-retrieved.ts';
import { createAnswerTelling } from './tell-answer.ts';
import { createTell } from './tell-progress.ts';
import { understand } from './understand.ts';
import { asAppError, withinDeadline } from './within-deadline.ts';
import { writingRequestOf } from './writing-request.ts';

/**
 * The path of one admitted query, from the first guardrail to the durable record. What it returns may be sent:
 * it was not, before the record was committed. A failure is recorded too, and then thrown.
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
  const input = await checkedInput(parts, run, deadline);
  const telling = createAnswerTelling(parts, run);
  const costs = createCostCount();
  let outcome: EndedOutcome | Held;
  let failure: AppError | null = null;
  try {
    outcome = await withinDeadline(decide(parts, run, { input, telling, costs }), deadline);
  } catch (error) {
    failure = isCancelled(deadline) ? null : asAppError(error, deadline);
    const kind = failure === null ? 'cancelled' : 'failed';
    outcome = { ...tracesUntilOutput(parts.guard, input), kind, cost: await costs.total() };
  }
  const recording = parts.telemetry.step('record', () =>
    recordMessage(parts, admission, outcome, {
      timeMs: performance.now() - startedAt,
      journal: telling.closing,
    }),
  );
  const { refusal, ...delivery } = await recording.catch((error: unknown) => {
    throw recordingFailed(error, failure);
  });
  journal?.ended();
  // What waits for a person has not ended: it is counted once, with what came of it.
  if (delivery.response.status !== 'in_review') parts.telemetry.ended(delivery.response, outcome.cost);
  if (refusal !== null) throw refusal;
  if (failure === null) return delivery;
  throw new AppError(failure.code, { ...failure.options, messageId: admission.messageId, cause: failure });
}

/** What was admitted before is answered under the policy that its prompt was checked by. */
function guardFor({ guards }: QueryParts, { admission: { tenantId, input } }: Run): Promise<Guard> {
  return input === null ? guards.inForce(tenantId) : guards.ofVersion(tenantId, input.policyVersion);
}

/** Where that policy is no more, as when another comes with the service by now, the prompt is checked again. */
async function checkedInput(
  parts: GuardedParts,
  { admission: { tenantId, request, input: before } }: Run,
  deadline: AbortSignal,
): Promise<InputOutcome> {
  if (before !== null && before.policyVersion === parts.guard.policyVersion) return before;
  const input = await guardInput(parts, { tenantId, prompt: request.prompt }, deadline);
  return { ...input, redacted: input.redacted || before?.redacted === true };
}

interface Deciding {
  readonly input: InputOutcome;
  readonly telling: ReturnType<typeof createAnswerTelling>;
  readonly costs: CostCount;
}

/** Refine, route, retrieve, answer, ground, guard: everything between the input guardrails and the record. */
async function decide(parts: GuardedParts, run: Run, deciding: Deciding): Promise<EndedOutcome | Held> {
  const { guard } = parts;
  const { admission, timeLimit } = run;
  const { signal: deadline } = timeLimit;
  const { tenantId, request } = admission;
  const { input: checked, costs } = deciding;
  if (checked.blocked !== null) return blockedAtInput(guard, checked, checked.blocked.reason);

  const beforeSending = admitOnce(parts, run, checked);
  const tell = createTell(run.journal);
  const understood = await understand(parts, run, { checked, beforeSending, tell, onCost: costs.add });
  const { input, refined, history, language } = understood;
  if (input.blocked !== null)
    return {
      ...blockedAtInput(guard, input, input.blocked.reason),
      ...{ refiner: refined.model, cost: await costs.total() },
    };
  const question: Question = {
    ...{ tenantId, text: refined.text, language, packIds: admission.packIds, groups: request.groups ?? [] },
    // Not the time of admission: what was accepted for later is answered from what is valid then.
    nowMs: parts.clock.nowMs(),
  };
  deadline.throwIfAborted();

  const search: Search = {
    ...{ question, timeLimit, beforeSending, format: request.answer_format, tell },
    mayAskModels: run.mayAskModels,
    onCost: costs.add,
    start: chooseTier(guard.answering, { request, question: refined.text }),
    request: writingRequestOf(request, {
      mayGoUnjudged: guard.mayGoUnjudged,
      supportedMin: guard.writtenSupportedMin,
      sift: (texts) => siftTexts(guard, texts, deadline),
      onSoFar: deciding.telling.onSoFar({ question, asked: wordsAsked(input, refined) }, deadline),
      toldDraft: deciding.telling.toldDraft,
    }),
  };
  let found = await findChecked(parts, search, { isAgain: false });
  // A pack that was published while we answered shows as words that are no longer there: look once more.
  const isOver = found.isStale || (found.draft !== null && !isCurrent(found.draft, found.stored));
  if (isOver && deciding.telling.toldDraft() === null)
    found = await findChecked(parts, search, { isAgain: true });
  deadline.throwIfAborted();

  tell.step('check_answer');
  const lookedUp = { ...refined, ...found.lookedUpAs };
  const progress = { input, question, found, asked: lookedUp, language, history, cost: await costs.total() };
  const outcome = await conclude(parts, run, progress);
  // What was told cannot be taken back: where something else is to be said by now, the message has failed.
  const said = outcome.kind === 'in_review' ? '' : outcome.answer;
  if (outcome.kind !== 'blocked' && !deciding.telling.fits(said))
    throw new AppError('internal', { detail: 'The sources changed while the answer was being told.' });
  // What a person has yet to decide on is given to nobody, whatever it scores the next time.
  if (outcome.kind === 'in_review') forgetAnswer(parts, search, found);
  if (outcome.kind === 'answered') {
    const { evidence } = outcome.scored.explanation;
    rememberAnswer(parts, search, { found, evidence });
  }
  return outcome;
}

function blockedAtInput(guard: Guard, input: InputOutcome, reason: BlockedReason): Blocked {
  return { ...tracesUntilOutput(guard, input), kind: 'blocked', answer: guard.messages.blocked, reason };
}

/** Without a record nothing is said. Where something had failed before, that is the cause to look into. */
function recordingFailed(error: unknown, earlier: AppError | null): unknown {
  if (earlier === null || !(error instanceof AppError)) return error;
  return new AppError(error.code, { ...error.options, cause: earlier });
}
