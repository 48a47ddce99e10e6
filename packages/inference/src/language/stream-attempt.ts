import type { Clock } from '@avow/foundation';
import type { WritingTask } from '../language-model.ts';
import type { StartStream } from './attempt-stream.ts';
import { describeModelError, failureOf, type ModelFailure } from './describe-model-error.ts';
import type { AbortScope } from './open-abort-scope.ts';
import type { RequestForm } from './open-provider.ts';
import { readStreamLogProbabilities } from './read-stream-log-probabilities.ts';
import { readStreamUsage, type TokenUsage, toTokens } from './read-stream-usage.ts';

export interface Attempt {
  readonly start: StartStream;
  readonly form: RequestForm;
  readonly task: WritingTask;
  readonly scope: AbortScope;
  readonly clock: Clock;
  /** Called whenever the provider reports usage; the last number counts. */
  readonly onUsage: (usage: TokenUsage) => void;
  /** Receives the log probabilities of a piece; null: they are not requested. */
  readonly onLogProbabilities: ((reported: readonly number[]) => void) | null;
}

export type AttemptResult = { readonly kind: 'done' } | ModelFailure;

/**
 * Sends one request and streams its output. Returns how it ended; it throws only the abort reason. Every wait is raced
 * with the abort, so that a library that ignores the signal blocks nobody.
 */
export async function* streamAttempt(given: Attempt): AsyncGenerator<string, AttemptResult, undefined> {
  const { start, form, task, scope, clock, onUsage, onLogProbabilities } = given;
  const asksLogProbabilities = form === 'strict' && onLogProbabilities !== null;
  let reported: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  const note = ({ inputTokens, outputTokens }: TokenUsage) => {
    reported = {
      inputTokens: Math.max(reported.inputTokens, inputTokens),
      outputTokens: Math.max(reported.outputTokens, outputTokens),
    };
    onUsage(reported);
  };
  let hasOutput = false;
  const fail = (failure: ModelFailure) => (hasOutput ? failMidStream(failure) : failure);
  let parts: AsyncIterator<{ readonly type: string }> | null = null;
  try {
    const stream = await scope.race(start({ form, task, signal: scope.signal, asksLogProbabilities }));
    const iterator = stream[Symbol.asyncIterator]();
    parts = iterator;
    for (;;) {
      const { done, value: part } = await scope.race(iterator.next());
      if (done === true) return fail(failureOf('not_understood'));
      switch (part.type) {
        case 'text-delta':
          if (part.text === '') break;
          hasOutput = true;
          yield part.text;
          break;
        case 'raw':
          note(readStreamUsage(part.rawValue));
          onLogProbabilities?.(readStreamLogProbabilities(part.rawValue));
          break;
        case 'error':
          return fail(describeModelError(part.error, clock.nowMs()));
        case 'abort':
          scope.signal.throwIfAborted();
          return fail(failureOf('failed'));
        case 'finish': {
          const { inputTokens, outputTokens } = part.totalUsage;
          note({ inputTokens: toTokens(inputTokens), outputTokens: toTokens(outputTokens) });
          return describeEnd(part, hasOutput);
        }
      }
    }
  } catch (error) {
    scope.signal.throwIfAborted();
    return fail(describeModelError(error, clock.nowMs()));
  } finally {
    // Nobody waits for it: a stream that hangs would hang here too.
    void Promise.resolve(parts?.return?.()).catch(() => undefined);
  }
}

/** A failure after the first piece is reported as a truncated response, unless it grew too large. */
function failMidStream(failure: ModelFailure): ModelFailure {
  if (failure.fault.code === 'too_large') return failure;
  return failureOf('cut', { blame: failure.blame });
}

interface End {
  readonly finishReason: string;
  readonly rawFinishReason: string | undefined;
}

function describeEnd({ finishReason, rawFinishReason }: End, hasOutput: boolean): AttemptResult {
  if (finishReason === 'content-filter') return failureOf('refused', { blame: 'none' });
  if (finishReason === 'length') return failureOf('cut', { blame: 'none' });
  if (!hasOutput) return failureOf('not_understood');
  // A stream that ends without a finish reason was cut off.
  if (rawFinishReason === undefined && finishReason === 'other') return failureOf('cut');
  return { kind: 'done' };
}
