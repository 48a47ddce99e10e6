import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { ModelFault } from '../model-fault.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { StartStream, StreamPart, StreamRequest } from './attempt-stream.ts';

interface ChatServer {
  readonly settings: Pick<ModelSettings, 'baseUrl' | 'key' | 'model'>;
  readonly dispatcher: Dispatcher;
  /** Of a whole response. */
  readonly bytesMax: number;
}

/** An error response. The names are those that errors of the AI SDK have. */
class ChatServerError extends Error {
  readonly statusCode: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly data: unknown;

  constructor(statusCode: number, responseHeaders: ChatServerError['responseHeaders'], data: unknown) {
    super('the server refused the request');
    this.statusCode = statusCode;
    this.responseHeaders = responseHeaders;
    this.data = data;
  }
}

const errorBytesMax = 16 * 1024;

/**
 * Streams of a server that is compatible with OpenAI's chat completions, without a library between: the AI SDK passes each
 * event through a chain of web streams, which takes several times as long as all else that is done for a request.
 */
export function streamChat(server: ChatServer): StartStream {
  const { baseUrl, key } = server.settings;
  if (baseUrl === null) throw new ModelFault('unreachable', 'a compatible server has no address of its own');
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/chat/completions`);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'user-agent': 'avow',
    ...(key === null || key === '' ? {} : { authorization: `Bearer ${key}` }),
  };
  return async (request) => {
    const response = await server.dispatcher.request({
      ...{ origin: url.origin, path: `${url.pathname}${url.search}`, method: 'POST', headers },
      body: JSON.stringify(bodyOf(server, request)),
      signal: request.signal,
    });
    // Redirects are not followed: the text would go to a place that the operator has not named.
    if (response.statusCode < 200 || response.statusCode >= 300) throw await readError(response);
    return readParts(response, { ...request, bytesMax: server.bytesMax });
  };
}

function bodyOf({ settings }: ChatServer, { form, task, asksLogProbabilities }: StreamRequest) {
  const { instructions, prompt, outputTokensMax, schema } = task;
  const isStrict = form === 'strict';
  return {
    model: settings.model,
    // Servers that know the newer name of the limit alone refuse the older one.
    ...(isStrict
      ? { max_tokens: outputTokensMax, temperature: 0 }
      : { max_completion_tokens: outputTokensMax }),
    ...(isStrict && schema !== undefined
      ? {
          response_format: {
            type: 'json_schema',
            json_schema: { schema, strict: true, name: 'response' },
          },
        }
      : {}),
    ...(asksLogProbabilities ? { logprobs: true } : {}),
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: prompt },
    ],
    stream: true,
    stream_options: { include_usage: true },
  };
}

async function readError({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<ChatServerError> {
  const only = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  let text = '';
  try {
    // Leaving the loop early closes the connection.
    for await (const chunk of body) {
      text += chunk;
      if (text.length > errorBytesMax) break;
    }
    return new ChatServerError(statusCode, Object.fromEntries(only), JSON.parse(text));
  } catch {
    return new ChatServerError(statusCode, Object.fromEntries(only), null);
  }
}

async function* readParts(
  { body }: Dispatcher.ResponseData,
  { asksLogProbabilities, bytesMax }: StreamRequest & Pick<ChatServer, 'bytesMax'>,
): AsyncGenerator<StreamPart, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  const end: ChatEnd = { reason: undefined, isRefusal: false };
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax)
      throw new ModelFault('too_large', `the language model sent more than ${bytesMax} bytes`);
    parser.feed(decoder.write(chunk));
    for (const event of events) {
      if (event === '[DONE]') continue;
      const value: unknown = JSON.parse(event);
      yield* partsOf(value, end);
      if (asksLogProbabilities || fieldsOf(value).usage != null) yield { type: 'raw', rawValue: value };
    }
    events = [];
  }
  yield {
    type: 'finish',
    finishReason: finishReasonOf(end),
    rawFinishReason: end.reason,
    totalUsage: { inputTokens: undefined, outputTokens: undefined },
  };
}

interface ChatEnd {
  reason: string | undefined;
  /** The model has declined, in its own words. */
  isRefusal: boolean;
}

function* partsOf(event: unknown, end: ChatEnd): Generator<StreamPart, void, undefined> {
  const { error, choices } = fieldsOf(event);
  if (error != null) {
    yield { type: 'error', error };
    return;
  }
  if (!Array.isArray(choices)) throw new Error('an event of the language model has no choices');
  const { delta, finish_reason: reason } = fieldsOf(choices[0]);
  if (typeof reason === 'string') end.reason = reason;
  const { content, refusal } = fieldsOf(delta);
  for (const text of textsOf(content)) yield { type: 'text-delta', text };
  if (typeof refusal !== 'string' || refusal === '') return;
  end.isRefusal = true;
  yield { type: 'text-delta', text: refusal };
}

/** Some servers send a list of parts, of which those with thoughts are not the answer. */
function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const { type, text } = fieldsOf(part);
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
}

function finishReasonOf({ reason, isRefusal }: ChatEnd): string {
  switch (reason) {
    case 'stop':
      return isRefusal ? 'content-filter' : 'stop';
    case 'length':
      return 'length';
    case 'content_filter':
      return 'content-filter';
    default:
      return 'other';
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
