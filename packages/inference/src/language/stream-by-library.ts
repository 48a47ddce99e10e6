import { Output, streamText } from 'ai';
import type { WritingTask } from '../language-model.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { StartStream } from './attempt-stream.ts';
import type { ProviderModel, RequestForm } from './open-provider.ts';

// The library's warnings go to the console, past the log; there is no other way to switch them off.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The others report usage at the end or not at all. Only for these raw events are read. */
const providersReportingUsageEarly: ReadonlySet<ModelSettings['provider']> = new Set(['anthropic', 'google']);

/** Streams of any provider, by the AI SDK. */
export function streamByLibrary(
  { provider }: Pick<ModelSettings, 'provider'>,
  open: (form: RequestForm) => Promise<ProviderModel>,
): StartStream {
  const reportsUsageEarly = providersReportingUsageEarly.has(provider);
  return async ({ form, task, signal, asksLogProbabilities }) => {
    const { instructions, prompt, outputTokensMax, schema } = task;
    const isStrict = form === 'strict';
    const { stream } = streamText({
      model: await open(form),
      instructions,
      prompt,
      maxOutputTokens: outputTokensMax,
      ...(isStrict ? { temperature: 0 } : {}),
      ...(isStrict && schema !== undefined ? { output: outputOf(schema) } : {}),
      // The caller has a retry budget; the library has none.
      maxRetries: 0,
      abortSignal: signal,
      telemetry: { isEnabled: false },
      ...(asksLogProbabilities ? { providerOptions: { openai: { logprobs: true } } } : {}),
      include: { rawChunks: reportsUsageEarly || asksLogProbabilities },
      // Left out, errors go to the console with all that was sent.
      onError: () => undefined,
    });
    return stream;
  };
}

/** Requests the format without parsing it: the caller does that, and pieces need not wait for it. */
function outputOf(schema: NonNullable<WritingTask['schema']>) {
  return { ...Output.text(), responseFormat: Promise.resolve({ type: 'json' as const, schema }) };
}
