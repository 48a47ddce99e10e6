import { type Finish, messagesOf, textOf, type WireFormat } from './wire-format.ts';

const writeEvent = (type: string, fields: Readonly<Record<string, unknown>>): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;

const reasons: Readonly<Record<Finish, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'refusal',
};

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const messageOf = (model: string) => ({ id: 'msg_scripted', type: 'message', role: 'assistant', model });

/** Messages, as Anthropic speaks. It tells of the tokens that went in at once, of those that came out at the end. */
export const anthropicWire: WireFormat = {
  name: 'anthropic',
  streamType: 'text/event-stream; charset=utf-8',
  readRequest: (_, body) => ({
    model: String(body.model),
    isStreamed: body.stream === true,
    instructions: textOf(body.system),
    prompt: textOf(
      messagesOf(body.messages)
        .filter(({ role }) => role === 'user')
        .at(-1)?.content,
    ),
  }),
  writeStart: (model, usage) =>
    writeEvent('message_start', {
      message: {
        ...messageOf(model),
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usage?.inputTokens ?? 0, output_tokens: usage === null ? 0 : 1 },
      },
    }) +
    writeEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    writeEvent('ping', {}),
  writePiece: (text) => writeEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  writeEnd: (finish, usage) =>
    writeEvent('content_block_stop', { index: 0 }) +
    writeEvent('message_delta', {
      delta: { stop_reason: reasons[finish], stop_sequence: null },
      usage: { output_tokens: usage?.outputTokens ?? 0 },
    }) +
    writeEvent('message_stop', {}),
  writeStreamError: (error) => {
    const { type: _, ...fields } = anthropicWire.writeError(error);
    return writeEvent('error', fields);
  },
  writeNonsense: () => writeEvent('message_start', { message: 'none' }),
  writeWhole: ({ model, text, finish, usage }) => ({
    ...messageOf(model),
    content: [{ type: 'text', text }],
    stop_reason: reasons[finish],
    stop_sequence: null,
    usage: { input_tokens: usage?.inputTokens ?? 0, output_tokens: usage?.outputTokens ?? 0 },
  }),
  writeError: ({ status, code, message }) => ({
    type: 'error',
    error: { type: code ?? errorTypes[status] ?? 'api_error', message },
    request_id: 'req_scripted',
  }),
};
