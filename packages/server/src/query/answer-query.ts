import type { BlockedReason, RoutingSource } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import type { AnsweringSteps, Question, Turn } from '../interfaces/answering.ts';
import type { Guard, InputOutcome, StageOutcome } from '../interfaces/guard.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import { questionLanguage } from '../languages/question-language.ts';
import { admitOnce } from './admit-once.ts';
import { chooseTier } from './choose-tier.ts';
import { composeAnswer, inForm } from './compose-answer.ts';
import { type CostCount, createCostCount } from './create-cost-count.ts';
import { isCancelled } from './deadlines.ts';
import { type CheckedDraft, findChecked, isCurrent, rememberAnswer, type Search } from './find-draft.ts';
import { guardDraft } from './guard-draft.ts';
import { guardInput, guardQuestion } from './guard-input.ts';
import {
  type Answered,
  type Blocked,
  type EndedOutcome,
  type NotCovered,
  type Traces,
  tracesUntilOutput,
} from './outcome.ts';
import type { GuardedParts, QueryParts } from './query-parts.ts';
import { readHistory } from './read-history.ts';
import { type Delivery, recordMessage } from './record-message.ts';
import type { Run } from './run.ts';
import { createAnswerTelling } from './tell-answer.ts';
import { createTell } from './tell-progress.ts';
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
  const parts = { ...given, guard: await guardFor(given, run) };
  const input = await checkedInput(parts, run, deadline);
  const telling = createAnswerTelling(parts, run);
  const costs = createCostCount();
  let outcome: EndedOutcome;
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
  const delivery = await recording.catch((error: unknown) => {
    throw recordingFailed(error, failure);
  });
  journal?.ended();
  parts.telemetry.ended(delivery.response, outcome.cost);
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
async function decide(parts: GuardedParts, run: Run, deciding: Deciding): Promise<EndedOutcome> {
  const { guard, steps, telemetry } = parts;
  const { admission, timeLimit } = run;
  const { signal: deadline } = timeLimit;
  const { tenantId, request } = admission;
  const { input: checked, costs } = deciding;
  if (checked.blocked !== null) return blockedAtInput(guard, checked, checked.blocked.reason);

  const asWritten = questionLanguage({ given: request.language ?? null, text: checked.text });
  const beforeSending = admitOnce(parts, run, checked);
  const history = await telemetry.step('read_history', () => readHistory(parts, admission, deadline));
  // A language model may be asked what a follow-up means.
  if (history.length > 0) await beforeSending();
  const refining = telemetry.step('refine', () =>
    steps.refine({ text: checked.text, language: asWritten }, history, deadline),
  );
  costs.add(refining.then(({ cost }) => cost));
  const refined = await refining;
  // A few words alone may not tell it, and together with what they follow they do.
  const language = asWritten ?? questionLanguage({ given: null, text: refined.text });
  const asked = { tenantId, prompt: request.prompt, question: refined.text, input: checked };
  const input = await guardQuestion(parts, asked, deadline);
  if (input.blocked !== null) return blockedAtInput(guard, input, input.blocked.reason);

  const question: Question = {
    tenantId,
    text: refined.text,
    packIds: admission.packIds,
    groups: request.groups ?? [],
    // Not the time of admission: what was accepted for later is answered from what is valid then.
    nowMs: parts.clock.nowMs(),
    language,
  };
  deadline.throwIfAborted();

  const search: Search = {
    ...{ question, timeLimit, beforeSending, format: request.answer_format, tell: createTell(run.journal) },
    mayAskModels: run.mayAskModels,
    onCost: costs.add,
    start: chooseTier(guard.answering, { request, question: refined.text }),
    request: writingRequestOf(request, {
      mayGoUnjudged: guard.mayGoUnjudged,
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

  const outcome = await conclude(
    parts,
    run,
    { input, found, asked: refined, language, history, cost: await costs.total() },
    deadline,
  );
  // What was told cannot be taken back: where something else is to be said by now, the message has failed.
  if (outcome.kind !== 'blocked' && !deciding.telling.fits(outcome.answer))
    throw new AppError('internal', { detail: 'The sources changed while the answer was being told.' });
  if (outcome.kind === 'answered') rememberAnswer(parts, search, found);
  return outcome;
}

function blockedAtInput(guard: Guard, input: InputOutcome, reason: BlockedReason): Blocked {
  return { ...tracesUntilOutput(guard, input), kind: 'blocked', answer: guard.messages.blocked, reason };
}

interface Progress {
  readonly input: InputOutcome;
  readonly found: CheckedDraft;
  /** The question as it was looked up. */
  readonly asked: Awaited<ReturnType<AnsweringSteps['refine']>>;
  readonly language: string | null;
  readonly history: readonly Turn[];
  readonly cost: ModelCost | null;
}

/** What is made of what was found: an answer that passes, or why there is none. */
async function conclude(
  parts: GuardedParts,
  run: Run,
  progress: Progress,
  deadline: AbortSignal,
): Promise<Answered | NotCovered | Blocked> {
  const { guard } = parts;
  const { draft, stored, sifted, isUngrounded, isOutOfModels, packs } = progress.found;
  if (sifted.blocked !== null) return blocked(guard, progress, null, sifted.blocked.reason);
  if (isUngrounded) return await ungrounded(parts, progress, deadline);
  if (isOutOfModels)
    throw new AppError('provider_error', { detail: 'No language model could answer.', retryAfterSeconds: 5 });
  if (draft === null) return await notCovered(parts, progress, packs.length > 0, deadline);
  // What was removed while we answered is not served: the knowledge no longer covers the question.
  if (stored.every((words) => words === null)) return await notCovered(parts, progress, true, deadline);

  const { answer_format: format } = run.admission.request;
  const shown = composeAnswer(draft, { stored, format });
  const output = await parts.telemetry.step('guard_output', () =>
    guardDraft(
      guard,
      { draft, stored, shown, question: wordsAsked(progress.input, progress.asked) },
      deadline,
    ),
  );
  if (output.blocked !== null) return blocked(guard, progress, output, output.blocked.reason);
  // What was taken out of a form may leave none.
  if (shown.isJson && output.redacted && !isJson(output.text))
    return blocked(guard, progress, output, 'policy');
  // Whatever the policy makes of it: a citation never quotes what is not stored.
  if (!isCurrent(draft, stored)) return await notCovered(parts, progress, true, deadline);
  const { quotesRedacted, sources, sourcesRedacted } = output;
  return {
    ...tracesOf(guard, progress, output, progress.found.routing),
    kind: 'answered',
    ...inForm(format, { answer: output.text, citations: shown.citations }, draft),
    ...{ draft, quotesRedacted, sources, sourcesRedacted },
  };
}

/** As it was looked up and, where that is something else, as it was asked. */
function wordsAsked({ text }: InputOutcome, refined: { readonly text: string }): string {
  return refined.text === text ? text : `${refined.text}\n${text}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function notCovered(
  parts: GuardedParts,
  progress: Progress,
  hasKnowledge: boolean,
  deadline: AbortSignal,
): Promise<NotCovered | Blocked> {
  const { guard, telemetry } = parts;
  const said = { text: guard.messages.notCovered, quotes: [] };
  const output = await telemetry.step('guard_output', () => guard.check('answer', said, deadline));
  if (output.blocked !== null) return blocked(guard, progress, output, output.blocked.reason);
  const { routing } = progress.found;
  const traces = tracesOf(guard, progress, output, hasKnowledge ? routing : 'default');
  const askedBefore = progress.history[0]?.wasAnswered === false;
  return { ...traces, kind: 'not_covered', answer: output.text, hasKnowledge, askedBefore };
}

/** What a language model said rests on nothing: its checks are told so, and whatever they make of it, nothing is given. */
async function ungrounded(
  { guard, telemetry }: GuardedParts,
  progress: Progress,
  deadline: AbortSignal,
): Promise<Blocked> {
  const text = guard.messages.blocked;
  const claim = { shown: text, join: '', claims: true, restsOn: [], judged: null } as const;
  const output = await telemetry.step('guard_output', () =>
    guard.check('answer', { text, quotes: [], written: [claim] }, deadline),
  );
  return { ...blocked(guard, progress, output, 'ungrounded'), tripwireTriggered: true };
}

function blocked(
  guard: Guard,
  progress: Progress,
  output: StageOutcome | null,
  reason: BlockedReason,
): Blocked {
  const traces = tracesOf(guard, progress, output, 'guardrail');
  return { ...traces, kind: 'blocked', answer: guard.messages.blocked, reason };
}

/** `output` is null where the query did not come that far. */
function tracesOf(
  guard: Guard,
  { input, found, asked, language, cost }: Progress,
  output: StageOutcome | null,
  routingSource: RoutingSource,
): Traces {
  const steps = [input, found.sifted, output].filter((step) => step !== null);
  return {
    guardrails: guard.report(steps.flatMap(({ results }) => results)),
    tripwireTriggered: steps.some(({ tripwireTriggered }) => tripwireTriggered),
    degraded: found.isDegraded || asked.isDegraded || steps.some(({ degraded }) => degraded),
    routingSource,
    question: input.text,
    questionRedacted: input.redacted,
    blockedPrompt: null,
    refinedQuestion: asked.text === input.text ? null : asked.text,
    refiner: asked.model,
    packVersions: found.packs,
    models: found.models,
    modelTier: found.tier,
    cost,
    questionLanguage: language,
  };
}

/** Without a record nothing is said. Where something had failed before, that is the cause to look into. */
function recordingFailed(error: unknown, earlier: AppError | null): unknown {
  if (earlier === null || !(error instanceof AppError)) return error;
  return new AppError(error.code, { ...error.options, cause: earlier });
}
