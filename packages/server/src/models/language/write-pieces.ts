import { setTimeout as wait } from 'node:timers/promises';
import { ExponentialBackoff, type IBackoffFactory } from 'cockatiel';
import type { ModelCost, WritingTask } from '../../interfaces/language-model.ts';
import type { RetryBudget } from './create-retry-budget.ts';
import type { Slots } from './create-slots.ts';
import type { Spending } from './create-spending.ts';
import { describeFailureAs, type ModelFailure } from './describe-model-error.ts';
import { openCut } from './open-cut.ts';
import type { RequestForm } from './open-provider.ts';
import type { TokenUsage } from './read-told-usage.ts';
import { type TryParts, tryOnce } from './try-once.ts';

/** What all calls of one model share. */
export interface CallParts extends TryParts {
  readonly slots: Slots;
  readonly budget: RetryBudget;
  readonly spending: Spending;
  /** Which form the server was last found to take, for tasks with a schema and without. */
  readonly forms: Map<'json' | 'text', RequestForm>;
}

export interface Call {
  readonly task: WritingTask;
  readonly signal: AbortSignal;
  /** Once, when all has ended; `logProbability` is the mean of what was told of tokens, null where nothing was. */
  readonly onEnd: (cost: ModelCost, logProbability: number | null) => void;
}

/** Of instructions and prompt together. */
const taskLengthMax = 400_000;
const backoffFirstMs = 150;
const backoffMsMax = 2000;

/** What the model says, from the first of its few tries that says anything. Throws a `ModelFault` or the reason of the signal. */
export async function* writePieces(
  parts: CallParts,
  { task, signal, onEnd }: Call,
): AsyncGenerator<string, void, undefined> {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const onUsage = (more: TokenUsage) => {
    usage.inputTokens += more.inputTokens;
    usage.outputTokens += more.outputTokens;
  };
  const tokens = { count: 0, logProbability: 0 };
  const onLogProbabilities = (told: readonly number[]) => {
    tokens.count += told.length;
    for (const each of told) tokens.logProbability += each;
  };
  try {
    signal.throwIfAborted();
    if (task.instructions.length + task.prompt.length > taskLengthMax)
      throw describeFailureAs('too_long').fault;
    parts.budget.noteCall();
    const startedMs = performance.now();
    const giveBack = await takeSlot(parts, signal);
    try {
      yield* tryUntilSaid(parts, { task, signal, onUsage, onLogProbabilities, startedMs });
    } finally {
      giveBack();
    }
  } finally {
    onEnd(parts.spending.charge(usage), tokens.count === 0 ? null : tokens.logProbability / tokens.count);
  }
}

/** Whoever waits for a slot longer than for a first piece gives up, and all of them do once the model is left alone. */
async function takeSlot(
  { slots, breaker, spending, settings }: CallParts,
  signal: AbortSignal,
): Promise<() => void> {
  if (spending.isSpent()) throw describeFailureAs('spent').fault;
  if (breaker.isResting()) throw describeFailureAs('resting').fault;
  const cut = openCut(signal);
  const stopListening = breaker.onOpen(() => cut.cut(describeFailureAs('resting').fault));
  cut.cutAfter(settings.firstPieceTimeoutMs, () => describeFailureAs('busy').fault);
  try {
    return await slots.take(cut.signal);
  } finally {
    stopListening();
    cut.release();
  }
}

interface Tries {
  readonly task: WritingTask;
  readonly signal: AbortSignal;
  readonly onUsage: (usage: TokenUsage) => void;
  readonly onLogProbabilities: (told: readonly number[]) => void;
  readonly startedMs: number;
}

async function* tryUntilSaid(
  parts: CallParts,
  { task, signal, onUsage, onLogProbabilities, startedMs }: Tries,
): AsyncGenerator<string, void, undefined> {
  const subject = task.schema === undefined ? 'text' : 'json';
  let form = parts.forms.get(subject) ?? 'strict';
  let backoff: IBackoffFactory<unknown> = new ExponentialBackoff({
    initialDelay: backoffFirstMs,
    maxDelay: backoffMsMax,
  });
  let last: ModelFailure | null = null;
  for (let tries = 1; ; tries += 1) {
    // It may have been spent by others while this one waited.
    if (parts.spending.isSpent()) throw (last ?? describeFailureAs('spent')).fault;
    const result = yield* tryOnce(parts, { task, signal, form, onUsage, onLogProbabilities });
    if (result.kind === 'done') {
      parts.forms.set(subject, form);
      return;
    }
    // That it is left alone from now on is told by what it did, not by what came of it.
    if (last !== null && result.fault.code === 'resting') throw last.fault;
    const next = backoff.next(undefined);
    backoff = next;
    const plan = planTry(parts, result, {
      form,
      tries,
      elapsedMs: performance.now() - startedMs,
      backoffMs: next.duration,
    });
    if (plan === null) throw result.fault;
    await waitForTry(parts, { signal, delayMs: plan.delayMs, last: result });
    form = plan.form;
    last = result;
  }
}

/** Ends early, with the last failure, where the model is to be left alone: whoever waits holds a slot. */
async function waitForTry(
  { breaker }: CallParts,
  {
    signal,
    delayMs,
    last,
  }: { readonly signal: AbortSignal; readonly delayMs: number; readonly last: ModelFailure },
): Promise<void> {
  if (breaker.isResting()) throw last.fault;
  const cut = openCut(signal);
  const stopListening = breaker.onOpen(() => cut.cut(last.fault));
  try {
    await wait(delayMs, undefined, { signal: cut.signal });
  } catch {
    throw cut.signal.reason;
  } finally {
    stopListening();
    cut.release();
  }
}

interface Progress {
  readonly form: RequestForm;
  readonly tries: number;
  readonly elapsedMs: number;
  readonly backoffMs: number;
}

/**
 * Whether to try again, how and when; null: not. Nothing is tried again later than a first piece was due: what is left of
 * the time is better spent on another model.
 */
function planTry(
  { settings, budget }: CallParts,
  { isForm, isPassing, retryAfterMs }: ModelFailure,
  { form, tries, elapsedMs, backoffMs }: Progress,
): { readonly form: RequestForm; readonly delayMs: number } | null {
  if (isForm && form === 'strict') return budget.takeRetry() ? { form: 'plain', delayMs: 0 } : null;
  if (!isPassing || tries >= settings.attemptsMax) return null;
  const delayMs = Math.max(backoffMs, retryAfterMs ?? 0);
  if (elapsedMs + delayMs > settings.firstPieceTimeoutMs) return null;
  return budget.takeRetry() ? { form, delayMs } : null;
}
