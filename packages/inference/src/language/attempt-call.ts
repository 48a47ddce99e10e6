import type { Clock } from '@avow/foundation';
import type { WritingTask } from '../language-model.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { StartStream } from './attempt-stream.ts';
import type { Breaker, CallEnd } from './create-breaker.ts';
import { describeModelError, failureOf } from './describe-model-error.ts';
import { type AbortScope, openAbortScope } from './open-abort-scope.ts';
import type { RequestForm } from './open-provider.ts';
import type { TokenUsage } from './read-stream-usage.ts';
import { type AttemptResult, streamAttempt } from './stream-attempt.ts';

export interface AttemptDependencies {
  readonly settings: ModelSettings;
  readonly clock: Clock;
  readonly breaker: Breaker;
  readonly start: StartStream;
  /** The attempts in progress, so that they can be aborted. */
  readonly running: Set<AbortScope>;
}

export interface AttemptOptions {
  readonly task: WritingTask;
  readonly signal: AbortSignal;
  readonly form: RequestForm;
  /** Called once, with the usage of the attempt, when it has ended. */
  readonly onUsage: (usage: TokenUsage) => void;
  readonly onLogProbabilities: (reported: readonly number[]) => void;
}

/** Made once: an error costs more than most of a call, and of one that is over nobody reads where it came from. */
const over = failureOf('cut').fault;

/** How long attempts without a first piece continue after the circuit opens: some may be about to succeed. */
const graceMs = 1000;

/** One attempt with its timeouts, whose end is reported to the breaker. Throws only the reason of the signal. */
export async function* attemptCall(
  parts: AttemptDependencies,
  { task, signal, form, onUsage, onLogProbabilities }: AttemptOptions,
): AsyncGenerator<string, AttemptResult, undefined> {
  const { settings, clock, running } = parts;
  const settle = parts.breaker.admit();
  if (settle === null) return failureOf('resting', { blame: 'none' });
  const scope = openAbortScope(signal);
  const progress: Progress = {
    startedMs: performance.now(),
    hasOutput: false,
    isAwaited: true,
    isLate: false,
  };
  const stopFirst = limitTime(scope, parts, progress);
  running.add(scope);
  let usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  let outputUnits = 0;
  let isOver = false;
  const pieces = streamAttempt({
    start: parts.start,
    form,
    task: { ...task, outputTokensMax: Math.min(task.outputTokensMax, settings.outputTokensMax) },
    scope,
    clock,
    onUsage: (reported) => {
      usage = reported;
    },
    onLogProbabilities: settings.logProbabilities ? onLogProbabilities : null,
  });
  // The value that remains if the consumer stops between two pieces.
  let end: CallEnd = { outcome: 'worked' };
  try {
    for (;;) {
      progress.isAwaited = true;
      const { done, value } = await pieces.next();
      progress.isAwaited = false;
      if (done === true) {
        end = endOf(value);
        isOver = value.kind === 'done';
        return value;
      }
      if (!progress.hasOutput) {
        stopFirst();
        // A probe has shown enough: others need not wait for the end of what may be a long answer.
        if (parts.breaker.isOpen()) settle({ outcome: 'worked' });
      }
      progress.hasOutput = true;
      outputUnits += value.length;
      yield value;
    }
  } catch (error) {
    end = endOfCut(signal, progress, settings);
    signal.throwIfAborted();
    return describeModelError(error, clock.nowMs());
  } finally {
    settle(end);
    stopFirst();
    running.delete(scope);
    // Aborted after a complete response too: the request is over, even if the server keeps the stream open.
    scope.abort(over);
    scope.release();
    await pieces.return({ kind: 'done' });
    onUsage(outputUnits === 0 ? usage : atLeast(usage, { task, outputUnits, isOver }));
  }
}

/** Of most languages a token has more; of some, such as Chinese, less. */
const unitsPerToken = 4;

/**
 * A response that was cut off is billed, but most providers report its usage only at the end. It is then estimated by
 * its length, so that aborting cannot bypass a budget. So is usage that was never reported.
 */
function atLeast(
  reported: TokenUsage,
  {
    task,
    outputUnits,
    isOver,
  }: { readonly task: WritingTask; readonly outputUnits: number; readonly isOver: boolean },
): TokenUsage {
  if (isOver && reported.inputTokens > 0) return reported;
  const { instructions, prompt } = task;
  return {
    inputTokens: reported.inputTokens || Math.ceil((instructions.length + prompt.length) / unitsPerToken),
    outputTokens: Math.max(reported.outputTokens, Math.ceil(outputUnits / unitsPerToken)),
  };
}

interface Progress {
  readonly startedMs: number;
  hasOutput: boolean;
  /** Whether we are waiting for the provider, not for the consumer. */
  isAwaited: boolean;
  /** A limit has passed while we waited for the provider. */
  isLate: boolean;
}

/** Sets the timeouts; the returned function clears those that apply until the first piece. */
function limitTime(
  scope: AbortScope,
  { settings, breaker }: AttemptDependencies,
  progress: Progress,
): () => void {
  const late = () => {
    progress.isLate = progress.isAwaited;
    return failureOf('timeout').fault;
  };
  scope.abortAfter(settings.attemptTimeoutMs, late);
  const stops = [scope.abortAfter(settings.firstPieceTimeoutMs, late)];
  stops.push(
    breaker.onOpen(() => {
      stops.push(scope.abortAfter(graceMs, () => failureOf('resting').fault));
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

function endOf(result: AttemptResult): CallEnd {
  if (result.kind === 'done' || result.blame === 'none') return { outcome: 'worked' };
  return { outcome: result.blame, code: result.fault.code, restMs: result.retryAfterMs };
}

/**
 * What an aborted attempt says about the provider. A caller may abort for its own reasons, but after a long wait it
 * counts as a slow provider: otherwise callers with short deadlines would never notice an outage.
 */
function endOfCut(signal: AbortSignal, progress: Progress, { firstPieceTimeoutMs }: ModelSettings): CallEnd {
  const { hasOutput, isLate, startedMs } = progress;
  if (!signal.aborted && isLate) return { outcome: 'failed', code: 'timeout', restMs: null };
  if (hasOutput) return { outcome: 'worked' };
  const isLong = performance.now() - startedMs > firstPieceTimeoutMs / 2;
  return signal.aborted && isLong
    ? { outcome: 'overloaded', code: 'timeout', restMs: null }
    : { outcome: 'unknown' };
}
