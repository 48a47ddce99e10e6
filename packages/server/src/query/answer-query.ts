import type { BlockedReason, RoutingSource } from '@avow/contract';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import type { AnsweringSteps, Draft, ModelsUsed, Question, Scoring, Turn } from '../interfaces/answering.ts';
import type { Guard, Guards, InputOutcome, SiftOutcome, StageOutcome } from '../interfaces/guard.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import type { RecordStore } from '../interfaces/record-store.ts';
import type { Telemetry } from '../interfaces/telemetry.ts';
import type { Admission } from './admission.ts';
import { composeAnswer } from './compose-answer.ts';
import type { TimeLimit } from './deadlines.ts';
import { type CheckedDraft, findChecked } from './find-draft.ts';
import { guardAnswer } from './guard-answer.ts';
import { guardInput, guardQuestion, type HashPrompt } from './guard-input.ts';
import {
  type Answered,
  type Blocked,
  type EndedOutcome,
  type NotCovered,
  type Traces,
  tracesUntilOutput,
} from './outcome.ts';
import { readHistory } from './read-history.ts';
import { type Delivery, recordMessage } from './record-message.ts';

export interface QueryParts {
  readonly records: RecordStore;
  readonly guards: Guards;
  readonly steps: AnsweringSteps;
  readonly scoring: Scoring;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly hashPrompt: HashPrompt;
}

/** With the policy that this query is answered under. */
type GuardedParts = QueryParts & { readonly guard: Guard };

/**
 * The path of one admitted query, from the first guardrail to the durable record. What it returns may be sent:
 * it was not, before the record was committed. A failure is recorded too, and then thrown.
 */
export async function answerQuery(
  given: QueryParts,
  admission: Admission,
  timeLimit: TimeLimit,
): Promise<Delivery> {
  const { signal: deadline } = timeLimit;
  const startedAt = performance.now();
  const parts = { ...given, guard: await guardFor(given, admission) };
  const input = await checkedInput(parts, admission, deadline);
  let outcome: EndedOutcome;
  let failure: AppError | null = null;
  try {
    outcome = await withinDeadline(decide(parts, admission, input, timeLimit), deadline);
  } catch (error) {
    failure = asAppError(error, deadline);
    outcome = { kind: 'failed', ...tracesUntilOutput(parts.guard, input) };
  }
  const timeMs = performance.now() - startedAt;
  const recording = parts.telemetry.step('record', () => recordMessage(parts, admission, outcome, timeMs));
  const delivery = await recording.catch((error: unknown) => {
    throw recordingFailed(error, failure);
  });
  parts.telemetry.ended(delivery.response);
  if (failure === null) return delivery;
  throw new AppError(failure.code, { ...failure.options, messageId: admission.messageId, cause: failure });
}

/** What was accepted for later is answered under the policy that its prompt was checked by. */
function guardFor({ guards }: QueryParts, { tenantId, input }: Admission): Promise<Guard> {
  return input === null ? guards.inForce(tenantId) : guards.ofVersion(tenantId, input.policyVersion);
}

/** Where that policy is no more, as when another comes with the service by now, the prompt is checked again. */
async function checkedInput(
  parts: GuardedParts,
  { tenantId, request, input: before }: Admission,
  deadline: AbortSignal,
): Promise<InputOutcome> {
  if (before !== null && before.policyVersion === parts.guard.policyVersion) return before;
  const input = await guardInput(parts, { tenantId, prompt: request.prompt }, deadline);
  return { ...input, redacted: input.redacted || before?.redacted === true };
}

/** Refine, route, retrieve, answer, ground, guard: everything between the input guardrails and the record. */
async function decide(
  parts: GuardedParts,
  admission: Admission,
  checked: InputOutcome,
  timeLimit: TimeLimit,
): Promise<EndedOutcome> {
  const { guard, steps, telemetry } = parts;
  const { signal: deadline } = timeLimit;
  const { tenantId, request } = admission;
  if (checked.blocked !== null) return blockedAtInput(guard, checked, checked.blocked.reason);

  const history = await telemetry.step('read_history', () => readHistory(parts, admission, deadline));
  const refined = steps.refine(checked.text, history);
  const asked = { tenantId, prompt: request.prompt, question: refined, input: checked };
  const input = await guardQuestion(parts, asked, deadline);
  if (input.blocked !== null) return blockedAtInput(guard, input, input.blocked.reason);

  const question: Question = {
    tenantId,
    text: refined,
    packIds: admission.packIds,
    groups: request.groups ?? [],
    // Not the time of admission: what was accepted for later is answered from what is valid then.
    nowMs: parts.clock.nowMs(),
  };
  deadline.throwIfAborted();

  let found = await findChecked(parts, question, timeLimit);
  // A pack that was published while we answered shows as words that are no longer there: look once more.
  if (found.isStale || (found.draft !== null && !isCurrent(found.draft, found.stored)))
    found = await findChecked(parts, question, timeLimit);
  deadline.throwIfAborted();

  const progress: Progress = {
    input,
    sifted: found.sifted,
    refined: refined === input.text ? null : refined,
    asked: refined,
    packVersions: found.packs,
    isDegraded: found.isDegraded,
    models: found.models,
    history,
  };
  const { draft, stored, sifted } = found;
  if (sifted.blocked !== null) {
    const traces = tracesOf(guard, progress, null, 'guardrail');
    return { ...traces, kind: 'blocked', answer: guard.messages.blocked, reason: sifted.blocked.reason };
  }
  if (draft === null) return notCovered(parts, progress, found.packs.length > 0, deadline);
  // What was removed while we answered is not served: the knowledge no longer covers the question.
  if (stored.every((words) => words === null)) return notCovered(parts, progress, true, deadline);
  return checkedAnswer(parts, admission, { ...progress, draft, stored }, deadline);
}

function blockedAtInput(guard: Guard, input: InputOutcome, reason: BlockedReason): Blocked {
  return { ...tracesUntilOutput(guard, input), kind: 'blocked', answer: guard.messages.blocked, reason };
}

function isCurrent({ support }: Draft, stored: CheckedDraft['stored']): boolean {
  return support.every(({ quote }, index) => stored[index] === quote);
}

interface Progress {
  readonly input: InputOutcome;
  readonly sifted: SiftOutcome;
  /** The question as it was looked up. */
  readonly asked: string;
  /** Null where the question stood on its own as asked. */
  readonly refined: string | null;
  readonly packVersions: readonly PackVersion[];
  readonly isDegraded: boolean;
  readonly models: ModelsUsed;
  readonly history: readonly Turn[];
}

async function checkedAnswer(
  parts: GuardedParts,
  admission: Admission,
  progress: Progress & { readonly draft: Draft; readonly stored: ReadonlyArray<string | null> },
  deadline: AbortSignal,
): Promise<Answered | NotCovered | Blocked> {
  const { guard, telemetry } = parts;
  const { draft, stored } = progress;
  const { lead } = draft;
  const judged = draft.sourceType === 'document' ? { judgement: draft.judgement } : {};
  const shown = composeAnswer(draft, { stored, format: admission.request.answer_format });
  const asStored = composeAnswer(draft, { stored, format: 'markdown' });
  const urls = draft.support.flatMap(({ url }) => url ?? []);
  const about = { urls, question: progress.asked, lead, ...judged };
  const output = await telemetry.step('guard_output', () =>
    guardAnswer(
      guard,
      { shown: { ...shown, ...about }, stored: { ...asStored, ...about }, cited: draft.support },
      deadline,
    ),
  );
  const traces = tracesOf(guard, progress, output, draft.sourceType === 'qna' ? 'qna_match' : 'retrieval');
  if (output.blocked !== null) {
    return { ...traces, kind: 'blocked', answer: guard.messages.blocked, reason: output.blocked.reason };
  }
  // Whatever the policy makes of it: a citation never quotes what is not stored.
  if (!isCurrent(draft, stored)) return notCovered(parts, progress, true, deadline);
  const { text: answer, quotesRedacted, sources, sourcesRedacted } = output;
  const cited = { ranges: shown.ranges, quotesRedacted, sources, sourcesRedacted };
  return { ...traces, kind: 'answered', answer, draft, ...cited };
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
  const traces = tracesOf(guard, progress, output, hasKnowledge ? 'retrieval' : 'default');
  if (output.blocked !== null) {
    return { ...traces, kind: 'blocked', answer: guard.messages.blocked, reason: output.blocked.reason };
  }
  const askedBefore = progress.history[0]?.wasAnswered === false;
  return { ...traces, kind: 'not_covered', answer: output.text, hasKnowledge, askedBefore };
}

/** `output` is null where the query did not come that far. */
function tracesOf(
  guard: Guard,
  progress: Progress,
  output: StageOutcome | null,
  routingSource: RoutingSource,
): Traces {
  const { input, sifted } = progress;
  const steps = [input, sifted, output].filter((step) => step !== null);
  return {
    guardrails: guard.report(steps.flatMap(({ results }) => results)),
    tripwireTriggered: steps.some(({ tripwireTriggered }) => tripwireTriggered),
    degraded: progress.isDegraded || steps.some(({ degraded }) => degraded),
    routingSource: output === null || output.blocked === null ? routingSource : 'guardrail',
    question: input.text,
    questionRedacted: input.redacted,
    blockedPrompt: null,
    refinedQuestion: progress.refined,
    packVersions: progress.packVersions,
    models: progress.models,
  };
}

/** Ends the wait when time is up, whatever the step in progress does; the steps after it are never begun. */
async function withinDeadline<Value>(work: Promise<Value>, deadline: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(deadline.reason);
  if (deadline.aborted) onAbort();
  deadline.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    deadline.removeEventListener('abort', onAbort);
  }
}

function asAppError(error: unknown, deadline: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (deadline.aborted && deadline.reason instanceof AppError) return deadline.reason;
  return new AppError('internal', { cause: error });
}

/** Without a record nothing is said. Where something had failed before, that is the cause to look into. */
function recordingFailed(error: unknown, earlier: AppError | null): unknown {
  if (earlier === null || !(error instanceof AppError)) return error;
  return new AppError(error.code, { ...error.options, cause: earlier });
}
