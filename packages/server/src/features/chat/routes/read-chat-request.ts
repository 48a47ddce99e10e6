import { type FieldError, fieldErrorsOf } from '@avow/contract';
import { type ChatRequest, chatModel } from '@avow/contract/chat';
import {
  type QueryRequest,
  type QueryRequestInput,
  queryRequestLimits,
  queryRequestSchema,
} from '@avow/contract/query';
import { codePointLength } from '@avow/contract/values';
import { AppError } from '@avow/foundation';

/** A chat request as a query, and what of it has no effect. */
export interface ReadChat {
  readonly request: QueryRequest;
  readonly ignored: readonly string[];
}

type ChatMessage = ChatRequest['messages'][number];

/** Fields that are read. All others are settings of language models, which the operator makes. */
const readFields = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'response_format',
  'user',
  'safety_identifier',
  'metadata',
  'n',
  'avow',
]);

/** What would change the answer in ways that a client relies on is refused rather than ignored. */
const refusals: Readonly<Record<string, (value: unknown) => boolean>> = {
  tools: isNotEmpty,
  functions: isNotEmpty,
  tool_choice: (value) => value !== 'none' && value !== 'auto',
  function_call: (value) => value !== 'none' && value !== 'auto',
  n: (value) => value !== 1,
  logprobs: (value) => value !== false,
  top_logprobs: (value) => value !== 0,
  modalities: (value) => !Array.isArray(value) || value.some((modality) => modality !== 'text'),
  audio: () => true,
  web_search_options: () => true,
};

function isNotEmpty(value: unknown): boolean {
  return !Array.isArray(value) || value.length > 0;
}

/**
 * Takes the last message as the question and the user's earlier messages as stated history. What assistants and tools are
 * claimed to have said is not used: only records say what was answered.
 */
export function readChatRequest(chat: ChatRequest): ReadChat {
  if (chat.model !== chatModel)
    throw new AppError('not_found', { detail: `There is no such model: the only one is ${chatModel}.` });
  const spoken = chat.messages.flatMap((message, at) =>
    message.role === 'system' || message.role === 'developer' ? [] : [{ message, at }],
  );
  const last = spoken.at(-1);
  if (last?.message.role !== 'user')
    throw refused([fault('/messages', 'The last message must be from the user')]);
  const pointer = `/messages/${last.at}/content`;
  requireSupported(chat, last.message, pointer);
  const prompt = textOf(last.message);
  if (isHousekeeping(prompt))
    throw refused([fault(pointer, 'Titles, tags and follow-ups are not written here: use another model')]);
  const { avow } = chat;
  const isThread = avow?.thread_id !== undefined;
  const history = isThread ? [] : historyOf(spoken.slice(0, -1).map(({ message }) => message));
  const request = composeQuery(chat, { prompt, history });
  const parsed = queryRequestSchema.safeParse(request);
  if (!parsed.success)
    throw refused(
      fieldErrorsOf(parsed.error, request).map((error) => ({
        ...error,
        pointer: error.pointer
          .replace(/^\/prompt/, pointer)
          .replace(/^\/answer_schema/, '/response_format/json_schema/schema'),
      })),
    );
  return { request: parsed.data, ignored: listIgnored(chat, { isThread }) };
}

function composeQuery(
  { avow, user, safety_identifier: safetyId, metadata, response_format: format }: ChatRequest,
  { prompt, history }: { readonly prompt: string; readonly history: readonly string[] },
): QueryRequestInput {
  const endUserId = avow?.end_user_id ?? user ?? safetyId ?? null;
  const isJson = format != null && format.type !== 'text';
  const schema = format?.type === 'json_schema' ? format.json_schema?.schema : undefined;
  return {
    ...{ prompt, channel_type: 'chat' },
    ...(history.length === 0 ? {} : { history: [...history] }),
    ...avow,
    answer_format: isJson ? 'json' : (avow?.answer_format ?? 'markdown'),
    ...(schema === undefined ? {} : { answer_schema: schema }),
    ...(endUserId === null ? {} : { end_user_id: endUserId }),
    ...(metadata == null ? {} : { metadata }),
  };
}

function requireSupported(chat: ChatRequest, asked: ChatMessage, pointer: string): void {
  const faults = Object.entries(refusals).flatMap(([name, isRefused]) => {
    const value: unknown = chat[name];
    return value != null && isRefused(value) ? [fault(`/${name}`, 'Not supported')] : [];
  });
  if (Array.isArray(asked.content))
    for (const [at, { type, text }] of asked.content.entries())
      if (type !== 'text' || text === undefined)
        faults.push(fault(`${pointer}/${at}`, 'Only parts of the type text can be read'));
  if (chat.response_format?.type === 'json_schema' && chat.response_format.json_schema?.schema === undefined)
    faults.push(fault('/response_format/json_schema/schema', 'Required with json_schema'));
  const named = [chat.avow?.end_user_id, chat.user, chat.safety_identifier].filter((id) => id != null);
  if (new Set(named).size > 1) faults.push(fault('/user', 'Another end user is named, too'));
  if (faults.length > 0) throw refused(faults);
}

function textOf({ content }: ChatMessage): string {
  if (content == null) return '';
  if (typeof content === 'string') return content;
  return content
    .flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
    .join('\n');
}

/** Earlier questions, oldest first, from after the last that is too long to be one. */
function historyOf(messages: readonly ChatMessage[]): string[] {
  const { historyMax, historyCodePointsMax } = queryRequestLimits;
  const asked = messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .filter((text) => text.trim() !== '');
  const tooLong = asked.findLastIndex((text) => codePointLength(text) > historyCodePointsMax);
  return asked.slice(tooLong + 1).slice(-historyMax);
}

/**
 * Chat front ends such as Open WebUI also send the conversation to be given a title, tags or suggestions. That is not a
 * question about the knowledge, and must not appear among the unanswered ones.
 */
function isHousekeeping(prompt: string): boolean {
  return /^\s*#{2,4} Task:/.test(prompt) && /<chat_history>|#{2,4} Chat History/i.test(prompt);
}

function listIgnored(chat: ChatRequest, { isThread }: { readonly isThread: boolean }): string[] {
  const fields = Object.keys(chat).filter((name) => !readFields.has(name) && chat[name] != null);
  const earlier = chat.messages.slice(0, -1).map(({ role }) => role);
  const roles = earlier.filter((role) => role !== 'user' || isThread);
  return [...new Set([...roles.map((role) => `messages.${role}`), ...fields])].sort();
}

const fault = (pointer: string, message: string): FieldError => ({ pointer, code: 'unsupported', message });

function refused(errors: readonly FieldError[]): AppError {
  return new AppError('validation_failed', { detail: 'The body is not valid for this operation.', errors });
}
