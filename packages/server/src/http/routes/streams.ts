import { emptyRequestSchema } from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Streaming } from '../../query/streaming.ts';
import { type EventStreams, sendEventHeaders } from '../event-streams.ts';
import { messageIdOf } from '../message-id-of.ts';
import { readLastEventId } from '../read-last-event-id.ts';
import { principalOf } from '../request-facts.ts';
import { sendPrivateJson } from '../send-json.ts';
import { validateOptional } from '../validate.ts';

interface FollowParts {
  readonly queries: Pick<Streaming, 'follow'>;
  readonly streams: EventStreams;
}

/** `GET /v1/messages/{message_id}/events` */
export function followMessage({ queries, streams }: FollowParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const after = readLastEventId(request);
    const messageId = messageIdOf(request);
    const stream = streams.open(tenantId, reply);
    const followed = await queries.follow(tenantId, messageId, { after, signal: stream.signal });
    if (followed.kind === 'not_found') throw new AppError('not_found');
    // Tells a client that comes back by itself to stay away.
    if (followed.kind === 'over') return reply.code(204).header('cache-control', 'no-store').send();
    return request.method === 'HEAD' ? sendEventHeaders(reply) : stream.send(followed.events);
  };
}

/** `POST /v1/messages/{message_id}/cancel` */
export function cancelMessage({ queries }: { readonly queries: Pick<Streaming, 'cancel'> }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const cancelled = await queries.cancel(tenantId, messageIdOf(request));
    if (cancelled.kind === 'not_found') throw new AppError('not_found');
    if (cancelled.kind === 'ended') {
      throw new AppError('invalid_state', { detail: 'The message has ended, and stays as it is.' });
    }
    return sendPrivateJson(reply, cancelled.body);
  };
}
