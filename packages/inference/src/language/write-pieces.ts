import { setTimeout as wait } from 'node:timers/promises';
import { type Limiter, QueueFullError } from '@avow/foundation/concurrency';
import { ExponentialBackoff, type IBackoffFactory } from 'cockatiel';
import type { ModelCost, WritingTask } from '../language-model.ts';
import { ModelFault } from '../model-fault.ts';
import { type AttemptDependencies, attemptCall } from './attempt-call.ts';
import type { RetryBudget } from './create-retry-budget.ts';
import type { ModelSpending } from './create-spending.ts';
import { failureOf, type ModelFailure } from './describe-model-error.ts';
import { openAbortScope } from './open-abort-scope.ts';
import type { RequestForm } from './open-provider.ts';
import type { TokenUsage } from './read-stream-usage.ts';

/** What all calls of one model share. */
export interface CallDependencies extends AttemptDependencies {
  readonly limiter: Limiter;
  readonly budget: RetryBudget;
  readonly spending: ModelSpending;
  /** The format that the server last accepted, for tasks with and without a schema. */
  readonly forms: Map<'json' | 'text', RequestForm>;
}

interface Call {
  readonly task: WritingTask;
  readonly signal: AbortSignal;
  /** Called once at the end; `logProbability` is the mean over the reported tokens; null: none were reported. */
  readonly onEnd: (cost: ModelCost, logProbability: number | null) => void;
}

/** Of instructions and prompt together. */
const taskLengthMax = 400_000;
const backoffFirstMs = 150;
const backoffMsMax = 2000;

/**
 * The output of the first attempt that produces any. Throws a `ModelFault` or the reason of the signal.
 */
export async function* writePieces(
  parts: CallDependencies,
  { task, signal, onEnd }: Call,
): AsyncGenerator<string, void, undefined> {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const onUsage = (more: TokenUsage) => {
    usage.inputTokens += more.inputTokens;
    usage.outputTokens += more.outputTokens;
  };
  const tokens = { count: 0, logProbability: 0 };
  const onLogProbabilities = (values: readonly number[]) => {
    tokens.count += values.length;
    for (const each of values) tokens.logProbability += each;
  };
  try {
    signal.throwIfAborted();
    if (task.instructions.length + task.prompt.length > taskLengthMax) throw failureOf('too_long').fault;
    parts.budget.noteCall();
    const startedMs = performance.now();
    const release = await acquireSlot(parts, signal);
    try {
      yield* retryUntilFirstPiece(parts, { task, signal, onUsage, onLogProbabilities, startedMs });
    } finally {
      release();
    }
  } finally {
    onEnd(parts.spending.charge(usage), tokens.count === 0 ? null : tokens.logProbability / tokens.count);
  }
}

/** A call gives up waiting for a slot after the first-piece timeout, or when the circuit opens. */
async function acquireSlot(
  { limiter, breaker, spending, settings }: CallDependencies,
  signal: AbortSignal,
): Promise<() => void> {
  if (spending.isSpent()) throw failureOf('spent').fault;
  if (breaker.isOpen()) throw failureOf('resting').fault;
  const scope = openAbortScope(signal);
  const stopListening = breaker.onOpen(() => scope.abort(failureOf('resting').fault));
  scope.abortAfter(settings.firstPieceTimeoutMs, () => failureOf('busy').fault);
  try {
    return await limiter.acquire(scope.signal);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new ModelFault('busy', 'too many calls are queued for the language model');
  } finally {
    stopListening();
    scope.release();
  }
}

interface Attempts {
  readonly task: WritingTask;
  readonly signal: AbortSignal;
  readonly onUsage: (usage: TokenUsage) => void;
  readonly onLogProbabilities: (values: readonly number[]) => void;
  readonly startedMs: number;
}

async function* retryUntilFirstPiece(
  parts: CallDependencies,
  { task, signal, onUsage, onLogProbabilities, startedMs }: Attempts,
): AsyncGenerator<string, void, undefined> {
  const subject = task.schema === undefined ? 'text' : 'json';
  let form = parts.forms.get(subject) ?? 'strict';
  let backoff: IBackoffFactory<unknown> = new ExponentialBackoff({
    initialDelay: backoffFirstMs,
    maxDelay: backoffMsMax,
  });
  let last: ModelFailure | null = null;
  for (let attempts = 1; ; attempts += 1) {
    // Other calls may have exhausted the budget meanwhile.
    if (parts.spending.isSpent()) throw (last ?? failureOf('spent')).fault;
    const result = yield* attemptCall(parts, { task, signal, form, onUsage, onLogProbabilities });
    if (result.kind === 'done') {
      parts.forms.set(subject, form);
      return;
    }
    // If the circuit has opened, the failure that opened it is reported.
    if (last !== null && result.fault.code === 'resting') throw last.fault;
    const next = backoff.next(undefined);
    backoff = next;
    const plan = planRetry(parts, result, {
      form,
      attempts,
      elapsedMs: performance.now() - startedMs,
      backoffMs: next.duration,
    });
    if (plan === null) throw result.fault;
    await waitForRetry(parts, { signal, delayMs: plan.delayMs, last: result });
    form = plan.form;
    last = result;
  }
}

/** Ends early with the last failure if the circuit opens, because a waiting call holds a slot. */
async function waitForRetry(
  { breaker }: CallDependencies,
  {
    signal,
    delayMs,
    last,
  }: { readonly signal: AbortSignal; readonly delayMs: number; readonly last: ModelFailure },
): Promise<void> {
  if (breaker.isOpen()) throw last.fault;
  const scope = openAbortScope(signal);
  const stopListening = breaker.onOpen(() => scope.abort(last.fault));
  try {
    await wait(delayMs, undefined, { signal: scope.signal });
  } catch {
    throw scope.signal.reason;
  } finally {
    stopListening();
    scope.release();
  }
}

interface Progress {
  readonly form: RequestForm;
  readonly attempts: number;
  readonly elapsedMs: number;
  readonly backoffMs: number;
}

/**
 * Whether, how and when to retry; null: no retry. There is no retry after the first-piece timeout: the remaining time is
 * better spent on another model.
 */
function planRetry(
  { settings, budget }: CallDependencies,
  { isFormatRejected, isTransient, retryAfterMs }: ModelFailure,
  { form, attempts, elapsedMs, backoffMs }: Progress,
): { readonly form: RequestForm; readonly delayMs: number } | null {
  if (isFormatRejected && form === 'strict') return budget.takeRetry() ? { form: 'plain', delayMs: 0 } : null;
  if (!isTransient || attempts >= settings.attemptsMax) return null;
  const delayMs = Math.max(backoffMs, retryAfterMs ?? 0);
  if (elapsedMs + delayMs > settings.firstPieceTimeoutMs) return null;
  return budget.takeRetry() ? { form, delayMs } : null;
}
