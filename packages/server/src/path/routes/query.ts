import { endUserTokenHeader } from '@avow/contract';
import { type QueryResponse, queryRequestSchema } from '@avow/contract/query';
import { isTerminal, type MessageStatus } from '@avow/contract/values';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndUserTokens } from '../../features/people/end-user-tokens.ts';
import { chooseForm } from '../../http/accept.ts';
import type { EventStreams } from '../../http/event-streams.ts';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import { type Preferences, readPreferences, writePreferences } from '../../http/prefer.ts';
import { principalOf } from '../../http/request-facts.ts';
import { resolveAsker } from '../../http/resolve-asker.ts';
import { markGenerated, sendPrivateJson } from '../../http/send-json.ts';
import { validate } from '../../http/validate.ts';
import type { IncomingQuery } from '../admission/admission.ts';
import type { Streaming } from '../streaming/streaming.ts';
import type { Queries } from '../waiting/create-queries.ts';

export interface QueryRouteDependencies {
  readonly queries: Pick<Queries, 'ask'> & Pick<Streaming, 'begin' | 'follow'>;
  readonly streams: EventStreams;
  readonly endUserTokens: EndUserTokens;
}

/** A validated request, and how the client wants to be answered. */
interface ReadRequest {
  readonly query: IncomingQuery;
  readonly waiting: Preferences;
}

/** `POST /v1/query` */
export function executeQuery(dependencies: QueryRouteDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const idempotencyKey = readIdempotencyKey(request);
    const body = validate(queryRequestSchema, request.body);
    const principal = principalOf(request);
    const { tenantId, callerId, packIds: mayAskPacks } = principal;
    const waiting = readPreferences(request.headers.prefer as string | undefined);
    const token = request.headers[endUserTokenHeader.toLowerCase()];
    const { visitorId } = request;
    const resolved = await resolveAsker(dependencies.endUserTokens, principal, {
      request: body,
      token,
      visitorId,
    });
    const query = { tenantId, callerId, mayAskPacks, request: resolved, idempotencyKey };
    const read = { query, waiting };
    const { accept } = request.headers;
    const form = chooseForm({ accept, stream: body.stream, respondAsync: waiting.respondAsync });
    const applied = writePreferences({ ...waiting, respondAsync: waiting.respondAsync && form !== 'events' });
    if (applied !== '') reply.header('preference-applied', applied);
    return form === 'events'
      ? sendEvents(dependencies, read, request, reply)
      : sendWhole(dependencies, read, request, reply);
  };
}

async function sendWhole(
  { queries }: QueryRouteDependencies,
  { query, waiting }: ReadRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await queries.ask(query, waiting);
  if (answer.kind === 'replayed') {
    request.requestId = requestIdFor(answer.messageId);
    reply.removeHeader('preference-applied');
    if (answer.status === 'in_review') reply.code(202).header('location', `/v1/messages/${answer.messageId}`);
    markGenerated(reply, JSON.parse(answer.body) as QueryResponse);
    return sendPrivateJson(reply.header('idempotent-replayed', 'true'), answer.body);
  }
  request.requestId = answer.response.request_id;
  const { message_id: messageId, status } = answer.response;
  if (answer.kind === 'accepted' || status === 'in_review')
    reply.code(202).header('location', `/v1/messages/${messageId}`);
  return sendPrivateJson(markGenerated(reply, answer.response), answer.body);
}

async function sendEvents(
  { queries, streams }: QueryRouteDependencies,
  { query, waiting: { waitMs } }: ReadRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Opened first, so that nothing can prevent the stream once the question is admitted.
  const stream = streams.open(query.tenantId, reply);
  const begun = await queries.begin(query, { waitMs });
  request.requestId = requestIdFor(begun.messageId);
  if (begun.kind === 'begun') return stream.send(begun.events(stream.signal));
  reply.removeHeader('preference-applied').header('idempotent-replayed', 'true');
  if (isTerminal(begun.status)) return stream.send(replayedEvents(begun));
  // The answer is pending review: it is followed from the first event.
  const from = { after: 0, signal: stream.signal };
  const followed = await queries.follow(query.tenantId, begun.messageId, from);
  if (followed.kind !== 'following') throw new AppError('not_found');
  return stream.send(followed.events);
}

/** The stored response as the only event of the stream, since the message has ended. */
async function* replayedEvents({ status, body }: { readonly status: MessageStatus; readonly body: string }) {
  yield { seq: 1, type: `message.${status}`, body };
}

function requestIdFor(messageId: string): string {
  return messageId.replace(/^msg_/, 'req_');
}
