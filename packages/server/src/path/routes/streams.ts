import { emptyRequestSchema } from '@avow/contract';
import { AppError } from '@avow/foundation';
import { type EventStreams, sendEventHeaders } from '../../http/event-streams.ts';
import type { Handler } from '../../http/handler.ts';
import { messageIdOf } from '../../http/path-ids.ts';
import { readLastEventId, unknownEvent } from '../../http/read-last-event-id.ts';
import { principalOf } from '../../http/request-facts.ts';
import { sendPrivateJson } from '../../http/send-json.ts';
import { validateOptional } from '../../http/validate.ts';
import type { Streaming } from '../streaming/streaming.ts';

interface StreamDependencies {
  readonly queries: Pick<Streaming, 'follow' | 'cancel'>;
  readonly streams: EventStreams;
}

export function streamHandlers(
  dependencies: StreamDependencies,
): Readonly<Record<'streamMessageEvents' | 'cancelMessage', Handler>> {
  return {
    streamMessageEvents: streamMessageEvents(dependencies),
    cancelMessage: cancelMessage(dependencies),
  };
}

/** `GET /v1/messages/{message_id}/events` */
function streamMessageEvents({ queries, streams }: StreamDependencies): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const after = readLastEventId(request);
    const messageId = messageIdOf(request);
    const stream = streams.open(tenantId, reply);
    const followed = await queries.follow(tenantId, messageId, { after, signal: stream.signal });
    if (followed.kind === 'not_found') throw new AppError('not_found');
    if (followed.kind === 'beyond') throw unknownEvent(request);
    // 204 tells a client that reconnects automatically to stop.
    if (followed.kind === 'over') return reply.code(204).header('cache-control', 'no-store').send();
    return request.method === 'HEAD' ? sendEventHeaders(reply) : stream.send(followed.events);
  };
}

/** `POST /v1/messages/{message_id}/cancel` */
function cancelMessage({ queries }: StreamDependencies): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const cancelled = await queries.cancel(tenantId, messageIdOf(request));
    if (cancelled.kind === 'not_found') throw new AppError('not_found');
    if (cancelled.kind === 'ended') {
      throw new AppError('invalid_state', { detail: 'The message has already ended.' });
    }
    return sendPrivateJson(reply, cancelled.body);
  };
}
