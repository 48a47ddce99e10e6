import { type Finish, messagesOf, textOf, type Usage, type WireFormat, writeData } from './wire-format.ts';

const idsOf = (object: string, model = 'scripted') => ({
  id: 'chatcmpl-scripted',
  object,
  created: 1_700_000_000,
  model,
});

const writeChunk = (
  choices: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
  model?: string,
) => writeData({ ...idsOf('chat.completion.chunk', model), choices, ...more });

const usageOf = (usage: Usage | null) =>
  usage === null
    ? {}
    : {
        usage: {
          prompt_tokens: usage.inputTokens,
          completion_tokens: usage.outputTokens,
          total_tokens: usage.inputTokens + usage.outputTokens,
        },
      };

const choiceOf = (delta: Readonly<Record<string, unknown>>, finish: Finish | null = null) => ({
  index: 0,
  delta,
  logprobs: null,
  finish_reason: finish,
});

function typeOf(status: number): string {
  if (status === 429) return 'rate_limit_exceeded';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

/** Chat completions, as OpenAI and those who are compatible with it speak. */
export const openaiWire: WireFormat = {
  name: 'openai',
  streamType: 'text/event-stream; charset=utf-8',
  readRequest: (_, body) => {
    const messages = messagesOf(body.messages);
    const said = (roles: readonly string[]) => messages.filter(({ role }) => roles.includes(role));
    return {
      model: String(body.model),
      isStreamed: body.stream === true,
      asksLogProbabilities: body.logprobs === true,
      instructions: said(['system', 'developer'])
        .map(({ content }) => textOf(content))
        .join('\n'),
      prompt: textOf(said(['user']).at(-1)?.content),
    };
  },
  writeStart: (model) => writeChunk([choiceOf({ role: 'assistant', content: '' })], {}, model),
  writePiece: (content, logprob) => {
    const logprobs = { content: [{ token: content, logprob, bytes: null, top_logprobs: [] }], refusal: null };
    return writeChunk([{ ...choiceOf({ content }), ...(logprob === undefined ? {} : { logprobs }) }]);
  },
  writeEnd: (finish, usage) =>
    `${writeChunk([choiceOf({}, finish)])}${usage === null ? '' : writeChunk([], usageOf(usage))}data: [DONE]\n\n`,
  writeStreamError: (error) => writeData(openaiWire.writeError(error)),
  writeNonsense: () => writeData({ choices: 'none', delta: 7 }),
  writeWhole: ({ model, text, finish, usage }) => ({
    ...idsOf('chat.completion', model),
    choices: [
      { index: 0, message: { role: 'assistant', content: text }, logprobs: null, finish_reason: finish },
    ],
    ...usageOf(usage),
  }),
  writeError: ({ status, code, message }) => ({
    error: { message, type: code ?? typeOf(status), param: null, code },
  }),
};
