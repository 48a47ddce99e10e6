import { Output, streamText, type TextStreamPart, type ToolSet } from 'ai';
import type { Clock } from '../../clock/clock.ts';
import type { WritingTask } from '../../interfaces/language-model.ts';
import { describeFailureAs, describeModelError, type ModelFailure } from './describe-model-error.ts';
import type { Cut } from './open-cut.ts';
import type { ProviderModel, RequestForm } from './open-provider.ts';
import { readToldLogProbabilities } from './read-told-log-probabilities.ts';
import { readToldUsage, type TokenUsage, toTokens } from './read-told-usage.ts';

// The library's warnings go to the console, past the log; there is no other way to switch them off.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface Try {
  readonly open: () => Promise<ProviderModel>;
  /** Whether the provider tells of tokens before the end of an answer: only then are its events worth a look. */
  readonly isUsageToldEarly: boolean;
  readonly form: RequestForm;
  readonly task: WritingTask;
  readonly cut: Cut;
  readonly clock: Clock;
  /** As soon as and as often as the provider tells of it: the last number counts. */
  readonly onUsage: (usage: TokenUsage) => void;
  /** How sure the model was of the tokens of a piece; null: the provider is not asked. */
  readonly onLogProbabilities: ((told: readonly number[]) => void) | null;
}

export type TryResult = { readonly kind: 'done' } | ModelFailure;

/**
 * One request, and what is said in answer to it as it comes. Returns how it ended; it throws only the reason of the cut.
 * That is raced with, so that a library that does not heed the signal holds nobody.
 */
export async function* streamTry(given: Try): AsyncGenerator<string, TryResult, undefined> {
  const { cut, clock, onUsage } = given;
  let told: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  const note = ({ inputTokens, outputTokens }: TokenUsage) => {
    told = {
      inputTokens: Math.max(told.inputTokens, inputTokens),
      outputTokens: Math.max(told.outputTokens, outputTokens),
    };
    onUsage(told);
  };
  let hasSaid = false;
  const fail = (failure: ModelFailure) => (hasSaid ? failInMiddle(failure) : failure);
  let parts: AsyncIterator<Part> | null = null;
  try {
    const model = await cut.race(given.open());
    parts = startStream(model, given)[Symbol.asyncIterator]();
    for (;;) {
      const { done, value: part } = await cut.race(parts.next());
      if (done === true) return fail(describeFailureAs('not_understood'));
      switch (part.type) {
        case 'text-delta':
          if (part.text === '') break;
          hasSaid = true;
          yield part.text;
          break;
        case 'raw':
          note(readToldUsage(part.rawValue));
          given.onLogProbabilities?.(readToldLogProbabilities(part.rawValue));
          break;
        case 'error':
          return fail(describeModelError(part.error, clock.nowMs()));
        case 'abort':
          cut.signal.throwIfAborted();
          return fail(describeFailureAs('failed'));
        case 'finish': {
          const { inputTokens, outputTokens } = part.totalUsage;
          note({ inputTokens: toTokens(inputTokens), outputTokens: toTokens(outputTokens) });
          return describeEnd(part, hasSaid);
        }
      }
    }
  } catch (error) {
    cut.signal.throwIfAborted();
    return fail(describeModelError(error, clock.nowMs()));
  } finally {
    // Nobody waits for it: a stream that hangs would hang here too.
    void Promise.resolve(parts?.return?.()).catch(() => undefined);
  }
}

type Part = TextStreamPart<ToolSet>;

function startStream(
  model: ProviderModel,
  { form, task, cut, isUsageToldEarly, onLogProbabilities }: Try,
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
    ...(isStrict && schema !== undefined ? { output: ofForm(schema) } : {}),
    // Whoever asks has a budget for trying again; the library has none.
    maxRetries: 0,
    abortSignal: cut.signal,
    telemetry: { isEnabled: false },
    ...(asksLogProbabilities ? { providerOptions: logProbabilityOptions } : {}),
    include: { rawChunks: isUsageToldEarly || asksLogProbabilities },
    // Left out, errors go to the console with all that was sent.
    onError: () => undefined,
  });
  return stream;
}

/** Each library reads those under its own name alone. */
const logProbabilityOptions = { openai: { logprobs: true }, openaiCompatible: { logprobs: true } };

/** Asks for the form and does not read it: that is for whoever asked, and pieces need not wait for it. */
function ofForm(schema: NonNullable<WritingTask['schema']>) {
  return { ...Output.text(), responseFormat: Promise.resolve({ type: 'json' as const, schema }) };
}

/** What fails after the first piece is an answer without its end, whatever the reason, unless it grew too large. */
function failInMiddle(failure: ModelFailure): ModelFailure {
  if (failure.fault.code === 'too_large') return failure;
  return describeFailureAs('cut', { blame: failure.blame });
}

interface End {
  readonly finishReason: string;
  readonly rawFinishReason: string | undefined;
}

function describeEnd({ finishReason, rawFinishReason }: End, hasSaid: boolean): TryResult {
  if (finishReason === 'content-filter') return describeFailureAs('refused', { blame: 'none' });
  if (finishReason === 'length') return describeFailureAs('cut', { blame: 'none' });
  if (!hasSaid) return describeFailureAs('not_understood');
  // A stream that ends without a reason was cut, politely; one with a reason of its own has ended.
  if (rawFinishReason === undefined && finishReason === 'other') return describeFailureAs('cut');
  return { kind: 'done' };
}
