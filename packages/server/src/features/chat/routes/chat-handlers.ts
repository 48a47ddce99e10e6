import { endUserTokenHeader } from '@avow/contract';
import { type ChatChunk, type ChatUsage, chatModel, chatRequestSchema } from '@avow/contract/chat';
import type { QueryResponse, StreamEvent } from '@avow/contract/query';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { readIdempotencyKey } from '../../../http/idempotency-key.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { resolveAsker } from '../../../http/resolve-asker.ts';
import { markGenerated, sendJson, sendPrivateJson } from '../../../http/send-json.ts';
import { validate } from '../../../http/validate.ts';
import type { IncomingQuery } from '../../../path/admission/admission.ts';
import type { QueryRouteDependencies } from '../../../path/routes/query.ts';
import type { JournalEvent, RecordStore } from '../../records/record-store.ts';
import { openEnvelope } from '../../records/records.ts';
import { toChatError } from './chat-error.ts';
import {
  composeChunk,
  composeCompletion,
  composeLastChunk,
  composeUsageChunk,
  shownContent,
} from './compose-completion.ts';
import { readChatRequest } from './read-chat-request.ts';

interface ChatRoutes extends QueryRouteDependencies {
  readonly records: Pick<RecordStore, 'getMessage'>;
}

/** A chat request that can be answered. */
interface Asked {
  readonly query: IncomingQuery;
  readonly ignored: readonly string[];
  readonly includesUsage: boolean;
}

const route = 'POST /v1/chat/completions';
/** The day the format was first served. */
const model = { id: chatModel, object: 'model', created: 1_794_873_600, owned_by: 'avow' } as const;

export function chatHandlers(
  parts: ChatRoutes,
): Readonly<Record<'createChatCompletion' | 'listModels' | 'getModel', Handler>> {
  return {
    createChatCompletion: async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request);
      const chat = validate(chatRequestSchema, request.body);
      const read = readChatRequest(chat);
      const principal = principalOf(request);
      const token = request.headers[endUserTokenHeader.toLowerCase()];
      const resolved = await resolveAsker(parts.endUserTokens, principal, { request: read.request, token });
      const asked: Asked = {
        query: { tenantId: principal.tenantId, request: resolved, idempotencyKey, route },
        ignored: read.ignored,
        includesUsage: chat.stream_options?.include_usage === true,
      };
      return chat.stream === true
        ? streamed(parts, asked, request, reply)
        : whole(parts, asked, request, reply);
    },
    listModels: async (_request, reply) => sendJson(reply, JSON.stringify({ object: 'list', data: [model] })),
    getModel: async (request, reply) => {
      if ((request.params as { model: string }).model !== chatModel)
        throw new AppError('not_found', { detail: `There is no such model: the only one is ${chatModel}.` });
      return sendJson(reply, JSON.stringify(model));
    },
  };
}

async function whole(
  parts: ChatRoutes,
  { query, ignored }: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = await parts.queries.ask(query, { respondAsync: false, waitMs: null });
  if (asked.kind === 'replayed') reply.header('idempotent-replayed', 'true');
  const response = asked.kind === 'replayed' ? (JSON.parse(asked.body) as QueryResponse) : asked.response;
  request.requestId = response.request_id;
  const usage = await readUsage(parts.records, query, response);
  return sendPrivateJson(
    markGenerated(reply, response),
    JSON.stringify(composeCompletion(response, { ignored, usage })),
  );
}

async function streamed(
  parts: ChatRoutes,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { queries, streams } = parts;
  const { query } = asked;
  // Opened first, so that nothing can prevent the stream once the question is admitted.
  const stream = streams.open(query.tenantId, reply);
  const begun = await queries.begin(query, { waitMs: null });
  request.requestId = begun.messageId.replace(/^msg_/, 'req_');
  if (begun.kind === 'begun') return stream.sendTexts(framesOf(parts, asked, begun.events(stream.signal)));
  reply.header('idempotent-replayed', 'true');
  const response = JSON.parse(begun.body) as QueryResponse;
  return stream.sendTexts(framesOf(parts, asked, replayedEvents(response)));
}

/** The stored response, as if it were streamed now. */
async function* replayedEvents(response: QueryResponse): AsyncIterable<JournalEvent> {
  const { message_id, request_id, audit_ref, thread_id, created_at, status, answer, generated } = response;
  const created = { message_id, request_id, audit_ref, thread_id, created_at };
  yield { seq: 1, type: 'message.created', body: JSON.stringify(created) };
  if (status === 'delivered' && answer !== '')
    yield { seq: 2, type: 'message.answer.delta', body: JSON.stringify({ text: answer, generated }) };
  yield { seq: 3, type: `message.${status}`, body: JSON.stringify(response) };
}

/** The events of a message as parts of a chat completion. Nothing is added to what the events release but its end. */
async function* framesOf(
  parts: ChatRoutes,
  { query, ignored, includesUsage }: Asked,
  events: AsyncIterable<JournalEvent>,
): AsyncIterable<string> {
  let head: Pick<QueryResponse, 'message_id' | 'created_at'> | null = null;
  let isBegun = false;
  for await (const { type, body } of events) {
    const event = { type, data: JSON.parse(body) } as StreamEvent;
    if (event.type === 'message.created') {
      head = event.data;
      yield frameOf(composeChunk(head, { role: 'assistant', content: '' }));
    }
    if (event.type === 'message.answer.delta' && head !== null) {
      isBegun = true;
      yield frameOf(composeChunk(head, { content: event.data.text }));
    }
    if (event.type === 'message.failed' || event.type === 'message.cancelled') {
      yield failureOf(event.type, event.data);
      return;
    }
    if (
      event.type === 'message.delivered' ||
      event.type === 'message.blocked' ||
      event.type === 'message.in_review'
    ) {
      const { data: response } = event;
      // A delivered answer has been streamed in whole; what is said instead of one has not.
      if (event.type !== 'message.delivered') {
        const content = `${isBegun ? '\n\n' : ''}${shownContent(response)}`;
        yield frameOf(composeChunk(response, { content }));
      }
      yield frameOf(composeLastChunk(response, ignored));
      if (includesUsage)
        yield frameOf(composeUsageChunk(response, await readUsage(parts.records, query, response)));
      yield 'data: [DONE]\n\n';
      return;
    }
  }
}

const frameOf = (chunk: ChatChunk) => `data: ${JSON.stringify(chunk)}\n\n`;

function failureOf(
  type: 'message.failed' | 'message.cancelled',
  { message_id: messageId, request_id: requestId }: QueryResponse,
): string {
  const isFailed = type === 'message.failed';
  const detail = isFailed ? 'The answer could not be completed.' : 'The message was cancelled.';
  const error = new AppError(isFailed ? 'internal' : 'invalid_state', { detail, messageId });
  return `data: ${JSON.stringify(toChatError(error, requestId))}\n\n`;
}

/** The tokens of language models, as they are on record; none if the record is gone meanwhile. */
async function readUsage(
  records: ChatRoutes['records'],
  { tenantId }: Asked['query'],
  { message_id: messageId }: QueryResponse,
): Promise<ChatUsage> {
  const stored = await records.getMessage(tenantId, messageId);
  const cost = stored === null ? null : openEnvelope(stored.envelope).cost;
  const [input, output] = [cost?.inputTokens ?? 0, cost?.outputTokens ?? 0];
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
