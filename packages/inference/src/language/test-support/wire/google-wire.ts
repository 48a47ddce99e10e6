import { type Finish, messagesOf, textOf, type Usage, type WireFormat, writeData } from './wire-format.ts';

const reasons: Readonly<Record<Finish, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};

const errorStatuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

const usageOf = (usage: Usage | null) =>
  usage === null
    ? {}
    : {
        usageMetadata: {
          promptTokenCount: usage.inputTokens,
          candidatesTokenCount: usage.outputTokens,
          totalTokenCount: usage.inputTokens + usage.outputTokens,
        },
      };

const candidateOf = (text: string, finish?: Finish) => ({
  content: { role: 'model', parts: [{ text }] },
  ...(finish === undefined ? {} : { finishReason: reasons[finish] }),
  index: 0,
});

/** Generated content, as Google's Gemini speaks. */
export const googleWire: WireFormat = {
  name: 'google',
  streamType: 'text/event-stream',
  readRequest: (path, body) => ({
    model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? '',
    isStreamed: path.includes(':streamGenerateContent'),
    instructions: textOf((body.systemInstruction as { readonly parts?: unknown } | undefined)?.parts),
    prompt: textOf(
      messagesOf(body.contents)
        .filter(({ role }) => role === 'user')
        .at(-1)?.parts,
    ),
  }),
  writeStart: () => '',
  writePiece: (text) => writeData({ candidates: [candidateOf(text)] }),
  writeEnd: (finish, usage) => writeData({ candidates: [candidateOf('', finish)], ...usageOf(usage) }),
  writeStreamError: (error) => writeData(googleWire.writeError(error)),
  writeNonsense: () => writeData({ candidates: 'none' }),
  writeWhole: ({ text, finish, usage }) => ({ candidates: [candidateOf(text, finish)], ...usageOf(usage) }),
  writeError: ({ status, code, message }) => ({
    error: { code: status, message, status: code ?? errorStatuses[status] ?? 'INTERNAL' },
  }),
};
