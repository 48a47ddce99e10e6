import type { Clock } from '@avow/foundation';
import { Output, streamText, type TextStreamPart, type ToolSet } from 'ai';
import type { WritingTask } from '../language-model.ts';
import { describeModelError, failureOf, type ModelFailure } from './describe-model-error.ts';
import type { AbortScope } from './open-abort-scope.ts';
import type { ProviderModel, RequestForm } from './open-provider.ts';
import { readStreamLogProbabilities } from './read-stream-log-probabilities.ts';
import { readStreamUsage, type TokenUsage, toTokens } from './read-stream-usage.ts';

// The library's warnings go to the console, past the log; there is no other way to switch them off.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface Attempt {
  readonly open: () => Promise<ProviderModel>;
  /** Whether the provider reports usage before the end of a response: only then are raw events read. */
  readonly reportsUsageEarly: boolean;
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
  const { scope, clock, onUsage } = given;
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
  let parts: AsyncIterator<Part> | null = null;
  try {
    const model = await scope.race(given.open());
    parts = startStream(model, given)[Symbol.asyncIterator]();
    for (;;) {
      const { done, value: part } = await scope.race(parts.next());
      if (done === true) return fail(failureOf('not_understood'));
      switch (part.type) {
        case 'text-delta':
          if (part.text === '') break;
          hasOutput = true;
          yield part.text;
          break;
        case 'raw':
          note(readStreamUsage(part.rawValue));
          given.onLogProbabilities?.(readStreamLogProbabilities(part.rawValue));
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

type Part = TextStreamPart<ToolSet>;

function startStream(
  model: ProviderModel,
  { form, task, scope, reportsUsageEarly, onLogProbabilities }: Attempt,
): AsyncIterable<Part> {
  const { instructions, prompt, outputTokensMax, schema } = task;
  const isStrict = form === 'strict';
  const asksLogProbabilities = isStrict && onLogProbabilities !== null;
  const { stream } = streamText({
    model,
    instructions,
    prompt,
    maxOutputTokens: outputTokensMax,
    ...(isStrict ? { temperature: 0 } : {}),
    ...(isStrict && schema !== undefined ? { output: outputOf(schema) } : {}),
    // The caller has a retry budget; the library has none.
    maxRetries: 0,
    abortSignal: scope.signal,
    telemetry: { isEnabled: false },
    ...(asksLogProbabilities ? { providerOptions: logProbabilityOptions } : {}),
    include: { rawChunks: reportsUsageEarly || asksLogProbabilities },
    // Left out, errors go to the console with all that was sent.
    onError: () => undefined,
  });
  return stream;
}

/** Each library reads those under its own name alone. */
const logProbabilityOptions = { openai: { logprobs: true }, openaiCompatible: { logprobs: true } };

/** Requests the format without parsing it: the caller does that, and pieces need not wait for it. */
function outputOf(schema: NonNullable<WritingTask['schema']>) {
  return { ...Output.text(), responseFormat: Promise.resolve({ type: 'json' as const, schema }) };
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
