import type { Clock } from '../../clock/clock.ts';
import type { WritingTask } from '../../interfaces/language-model.ts';
import type { ModelSettings } from '../../interfaces/model-settings.ts';
import type { Breaker, TryEnd } from './create-breaker.ts';
import { describeFailureAs, describeModelError } from './describe-model-error.ts';
import { type Cut, openCut } from './open-cut.ts';
import type { ProviderModel, RequestForm } from './open-provider.ts';
import type { TokenUsage } from './read-told-usage.ts';
import { streamTry, type TryResult } from './stream-try.ts';

export interface TryParts {
  readonly settings: ModelSettings;
  readonly clock: Clock;
  readonly breaker: Breaker;
  readonly open: (form: RequestForm) => Promise<ProviderModel>;
  /** Everything that is under way, so that it can be ended. */
  readonly running: Set<Cut>;
}

export interface TryOptions {
  readonly task: WritingTask;
  readonly signal: AbortSignal;
  readonly form: RequestForm;
  /** What the try used up, once, when it has ended. */
  readonly onUsage: (usage: TokenUsage) => void;
  readonly onLogProbabilities: (told: readonly number[]) => void;
}

/** The others tell of it with the end or not at all. */
const tellUsageEarly: ReadonlySet<ModelSettings['provider']> = new Set(['anthropic', 'google']);

/** How long tries without a first piece go on once the model is to be left alone: some of them may be about to work. */
const graceMs = 1000;

/** One try under its time limits, of which the breaker learns the end. Throws the reason of the signal alone. */
export async function* tryOnce(
  parts: TryParts,
  { task, signal, form, onUsage, onLogProbabilities }: TryOptions,
): AsyncGenerator<string, TryResult, undefined> {
  const { settings, clock, running } = parts;
  const settle = parts.breaker.admit();
  if (settle === null) return describeFailureAs('resting', { blame: 'none' });
  const cut = openCut(signal);
  const progress: Progress = { startedMs: performance.now(), hasSaid: false, isAwaited: true, isLate: false };
  const stopFirst = limitTime(cut, parts, progress);
  running.add(cut);
  let usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  let saidUnits = 0;
  let isOver = false;
  const pieces = streamTry({
    open: () => parts.open(form),
    isUsageToldEarly: tellUsageEarly.has(settings.provider),
    form,
    task: { ...task, outputTokensMax: Math.min(task.outputTokensMax, settings.outputTokensMax) },
    cut,
    clock,
    onUsage: (told) => {
      usage = told;
    },
    onLogProbabilities: settings.logProbabilities ? onLogProbabilities : null,
  });
  // Where whoever reads goes away between two pieces, nothing sets it again.
  let end: TryEnd = { outcome: 'worked' };
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
      if (!progress.hasSaid) {
        stopFirst();
        // A probe has shown enough: others need not wait for the end of what may be a long answer.
        if (parts.breaker.isResting()) settle({ outcome: 'worked' });
      }
      progress.hasSaid = true;
      saidUnits += value.length;
      yield value;
    }
  } catch (error) {
    end = endOfCut(signal, progress, settings);
    signal.throwIfAborted();
    return describeModelError(error, clock.nowMs());
  } finally {
    settle(end);
    stopFirst();
    running.delete(cut);
    // Also where all was said: the request is over, whatever the server thinks of it.
    cut.cut(describeFailureAs('cut').fault);
    cut.release();
    await pieces.return({ kind: 'done' });
    onUsage(saidUnits === 0 ? usage : atLeast(usage, { task, saidUnits, isOver }));
  }
}

/** Of most languages a token has more; of some, such as Chinese, less. */
const unitsPerToken = 4;

/**
 * A provider that was cut off in the middle has been paid for what it said, and most tell what that was only at the end:
 * it counts by its length then, so that no budget can be gone around by breaking off. So does what was never told.
 */
function atLeast(
  told: TokenUsage,
  {
    task,
    saidUnits,
    isOver,
  }: { readonly task: WritingTask; readonly saidUnits: number; readonly isOver: boolean },
): TokenUsage {
  if (isOver && told.inputTokens > 0) return told;
  const { instructions, prompt } = task;
  return {
    inputTokens: told.inputTokens || Math.ceil((instructions.length + prompt.length) / unitsPerToken),
    outputTokens: Math.max(told.outputTokens, Math.ceil(saidUnits / unitsPerToken)),
  };
}

interface Progress {
  readonly startedMs: number;
  hasSaid: boolean;
  /** Whether we wait for the provider, and not whoever reads for something else. */
  isAwaited: boolean;
  /** A limit has passed while we waited for the provider. */
  isLate: boolean;
}

/** Sets the limits; what is given back ends those that hold until the first piece. */
function limitTime(cut: Cut, { settings, breaker }: TryParts, progress: Progress): () => void {
  const late = () => {
    progress.isLate = progress.isAwaited;
    return describeFailureAs('timeout').fault;
  };
  cut.cutAfter(settings.attemptTimeoutMs, late);
  const stops = [cut.cutAfter(settings.firstPieceTimeoutMs, late)];
  stops.push(
    breaker.onOpen(() => {
      stops.push(cut.cutAfter(graceMs, () => describeFailureAs('resting').fault));
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

function endOf(result: TryResult): TryEnd {
  if (result.kind === 'done' || result.blame === 'none') return { outcome: 'worked' };
  return { outcome: result.blame, code: result.fault.code, restMs: result.retryAfterMs };
}

/**
 * What a try that we ended tells of the provider. Whoever asked may go away for reasons of their own; one that has waited
 * for long says that the provider is slow, or an outage would never be noticed by those with little time.
 */
function endOfCut(signal: AbortSignal, progress: Progress, { firstPieceTimeoutMs }: ModelSettings): TryEnd {
  const { hasSaid, isLate, startedMs } = progress;
  if (!signal.aborted && isLate) return { outcome: 'failed', code: 'timeout', restMs: null };
  if (hasSaid) return { outcome: 'worked' };
  const isLong = performance.now() - startedMs > firstPieceTimeoutMs / 2;
  return signal.aborted && isLong
    ? { outcome: 'overloaded', code: 'timeout', restMs: null }
    : { outcome: 'unknown' };
}
