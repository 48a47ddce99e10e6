import { createLimiter } from '@avow/foundation/concurrency';
import { z } from 'zod';
import type { ChatItem, LlamaChat, LlamaSequence, LlamaToken } from './llama-module.ts';
import { batchTokens, type LoadedLlama } from './load-llama.ts';
import type { LocalModelToLoad } from './local-messages.ts';
import type { LocalReply, Respond } from './serve-local.ts';

/** What is read of a request for a chat completion; the rest has no meaning here. */
const requestSchema = z.object({
  messages: z
    .array(z.object({ role: z.enum(['system', 'user']), content: z.string() }))
    .min(1)
    .max(16),
  stream: z.boolean().default(false),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).default(0),
  response_format: z
    .object({
      type: z.string(),
      json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }).optional(),
    })
    .optional(),
});

type CompletionRequest = z.output<typeof requestSchema>;

/** An answer of fewer tokens is none: the prompt is then too long. */
const outputTokensMin = 16;
const waitingMax = 10_000;
/** The same request gets the same answer. */
const seed = 1;

interface Completed {
  readonly finish: 'stop' | 'length';
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** Chat completions by a loaded model, as a server with the API of OpenAI gives them. */
export function createCompletions(
  loaded: LoadedLlama,
  { contextTokens }: Pick<LocalModelToLoad, 'contextTokens'>,
): Respond {
  const free = [...loaded.chats];
  const limiter = createLimiter({ runningMax: free.length, waitingMax });
  return async ({ body }, reply, signal) => {
    const parsed = requestSchema.safeParse(JSON.parse(body));
    if (!parsed.success) return await refuse(reply, 400, 'the request is not understood');
    const grammar = await grammarOf(loaded, parsed.data);
    if (grammar === null) return await refuse(reply, 400, 'the schema cannot be followed');
    const release = await limiter.acquire(signal);
    const chat = free.pop() as LlamaChat;
    try {
      const history = historyOf(parsed.data);
      const promptTokens = tokensOf(loaded, chat, history);
      const room = contextTokens - promptTokens.length;
      if (room < outputTokensMin) return await refuse(reply, 413, 'the prompt is longer than the context');
      const { max_tokens, max_completion_tokens, temperature, stream } = parsed.data;
      const wanted = max_tokens ?? max_completion_tokens ?? room;
      const generate = async (onTextChunk: (text: string) => void): Promise<Completed> => {
        await readPrompt(chat.sequence, promptTokens, signal);
        const before = chat.sequence.tokenMeter.usedOutputTokens;
        const { metadata } = await chat.generateResponse(history, {
          ...{ temperature, seed, signal, onTextChunk },
          maxTokens: Math.min(wanted, room),
          // A model that thinks first would think until the time is up.
          budgets: { thoughtTokens: 0 },
          ...(grammar === undefined ? {} : { grammar }),
        });
        return {
          finish: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
          usage: {
            prompt_tokens: promptTokens.length,
            completion_tokens: chat.sequence.tokenMeter.usedOutputTokens - before,
          },
        };
      };
      await (stream ? streamCompletion(reply, generate) : sendCompletion(reply, generate));
    } finally {
      free.push(chat);
      release();
    }
  };
}

type Generate = (onTextChunk: (text: string) => void) => Promise<Completed>;

function historyOf({ messages }: CompletionRequest): ChatItem[] {
  const asked = messages.map(({ role, content }) => ({ type: role, text: content }));
  return [...asked, { type: 'model', response: [] }];
}

function tokensOf(
  { model }: LoadedLlama,
  chat: LlamaChat,
  chatHistory: readonly ChatItem[],
): readonly LlamaToken[] {
  const { contextText } = chat.chatWrapper.generateContextState({ chatHistory });
  return contextText.tokenize(model.tokenizer);
}

/**
 * Reads all but the last token, batch by batch, so that it can be stopped: the library itself stops only once it has read
 * everything. What it generates then continues from here.
 */
async function readPrompt(
  sequence: LlamaSequence,
  tokens: readonly LlamaToken[],
  signal: AbortSignal,
): Promise<void> {
  const read = tokens.slice(0, -1);
  await sequence.adaptStateToTokens(read, false);
  for (let at = sequence.nextTokenIndex; at < read.length; at += batchTokens) {
    signal.throwIfAborted();
    await sequence.evaluateWithoutGeneratingNewTokens(read.slice(at, at + batchTokens));
  }
  signal.throwIfAborted();
}

/** Undefined: none is wanted. Null: the schema has something that no grammar can say. */
async function grammarOf(
  { llama }: LoadedLlama,
  { response_format: format }: CompletionRequest,
): Promise<object | undefined | null> {
  const schema = format?.json_schema?.schema;
  if (schema === undefined) return undefined;
  try {
    return await llama.createGrammarForJsonSchema(schema);
  } catch {
    return null;
  }
}

const encoder = new TextEncoder();
const chunkFields = { id: 'local', object: 'chat.completion.chunk', created: 0, model: 'local' };

async function streamCompletion(reply: LocalReply, generate: Generate): Promise<void> {
  reply.head(200, { 'content-type': 'text/event-stream' });
  const write = (data: object | string) =>
    reply.chunk(encoder.encode(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`));
  const choice = (delta: object, finish: string | null) => ({
    ...chunkFields,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const { finish, usage } = await generate((content) => void write(choice({ content }, null)));
  await write(choice({}, finish));
  await write({ ...chunkFields, choices: [], usage: withTotal(usage) });
  await write('[DONE]');
}

async function sendCompletion(reply: LocalReply, generate: Generate): Promise<void> {
  let content = '';
  const { finish, usage } = await generate((text) => {
    content += text;
  });
  reply.head(200, { 'content-type': 'application/json' });
  const message = { role: 'assistant', content };
  await reply.chunk(
    encoder.encode(
      JSON.stringify({
        ...{ ...chunkFields, object: 'chat.completion' },
        choices: [{ index: 0, message, finish_reason: finish }],
        usage: withTotal(usage),
      }),
    ),
  );
}

const withTotal = (usage: Completed['usage']) => ({
  ...usage,
  total_tokens: usage.prompt_tokens + usage.completion_tokens,
});

async function refuse(reply: LocalReply, status: number, message: string): Promise<void> {
  reply.head(status, { 'content-type': 'application/json' });
  await reply.chunk(encoder.encode(JSON.stringify({ error: { message, type: 'invalid_request_error' } })));
}
