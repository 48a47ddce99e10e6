import { endUserTokenHeader, isTerminal, type MessageStatus, queryRequestSchema } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndUserTokens } from '../../features/people/end-user-tokens.ts';
import { chooseForm } from '../../http/accept.ts';
import type { EventStreams } from '../../http/event-streams.ts';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import { type Preferences, readPreferences, writePreferences } from '../../http/prefer.ts';
import { principalOf } from '../../http/request-facts.ts';
import { resolveAsker } from '../../http/resolve-asker.ts';
import { sendPrivateJson } from '../../http/send-json.ts';
import { validate } from '../../http/validate.ts';
import type { IncomingQuery } from '../admission/admission.ts';
import type { Streaming } from '../streaming/streaming.ts';
import type { Queries } from '../waiting/create-queries.ts';

interface QueryRouteParts {
  readonly queries: Pick<Queries, 'ask'> & Pick<Streaming, 'begin' | 'follow'>;
  readonly streams: EventStreams;
  readonly endUserTokens: EndUserTokens;
}

/** A validated request, and how the client wants to be answered. */
interface ReadRequest {
  readonly asked: IncomingQuery;
  readonly waiting: Preferences;
}

/** `POST /v1/query` */
export function executeQuery(parts: QueryRouteParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const idempotencyKey = readIdempotencyKey(request);
    const asking = validate(queryRequestSchema, request.body);
    const principal = principalOf(request);
    const waiting = readPreferences(request.headers.prefer as string | undefined);
    const token = request.headers[endUserTokenHeader.toLowerCase()];
    const { visitorId } = request;
    const resolved = await resolveAsker(parts.endUserTokens, principal, {
      request: asking,
      token,
      visitorId,
    });
    const read = {
      asked: {
        tenantId: principal.tenantId,
        callerId: principal.callerId,
        request: resolved,
        idempotencyKey,
      },
      waiting,
    };
    const { accept } = request.headers;
    const form = chooseForm({ accept, stream: asking.stream, respondAsync: waiting.respondAsync });
    const applied = writePreferences({ ...waiting, respondAsync: waiting.respondAsync && form !== 'events' });
    if (applied !== '') reply.header('preference-applied', applied);
    return form === 'events' ? streamed(parts, read, request, reply) : whole(parts, read, request, reply);
  };
}

async function whole(
  { queries }: QueryRouteParts,
  { asked: asking, waiting }: ReadRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = await queries.ask(asking, waiting);
  if (asked.kind === 'replayed') {
    request.requestId = requestIdFor(asked.messageId);
    reply.removeHeader('preference-applied');
    if (asked.status === 'in_review') reply.code(202).header('location', `/v1/messages/${asked.messageId}`);
    return sendPrivateJson(reply.header('idempotent-replayed', 'true'), asked.body);
  }
  request.requestId = asked.response.request_id;
  const { message_id: messageId, status } = asked.response;
  if (asked.kind === 'accepted' || status === 'in_review')
    reply.code(202).header('location', `/v1/messages/${messageId}`);
  return sendPrivateJson(reply, asked.body);
}

async function streamed(
  { queries, streams }: QueryRouteParts,
  { asked, waiting: { waitMs } }: ReadRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Opened first, so that nothing can prevent the stream once the question is admitted.
  const stream = streams.open(asked.tenantId, reply);
  const begun = await queries.begin(asked, { waitMs });
  request.requestId = requestIdFor(begun.messageId);
  if (begun.kind === 'begun') return stream.send(begun.events(stream.signal));
  reply.removeHeader('preference-applied').header('idempotent-replayed', 'true');
  if (isTerminal(begun.status)) return stream.send(replayedEvents(begun));
  // The answer is pending review: it is followed from the first event.
  const from = { after: 0, signal: stream.signal };
  const followed = await queries.follow(asked.tenantId, begun.messageId, from);
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
