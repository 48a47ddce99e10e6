import { pageQuerySchema } from '@avow/contract';
import type { MessageId, ThreadId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validateParameters } from '../../../http/validate.ts';
import { found, idOf, sendEntry } from '../../content/routes/content-route.ts';
import { responseOf } from '../../records/envelope.ts';
import type { RetentionRoutesParts } from './retention-route.ts';
import { erasedMessagesToWire, threadToWire } from './retention-wire.ts';

/** A thread with a message that the caller may not see is not there. */
async function threadIdOf({ records }: RetentionRoutesParts, request: FastifyRequest): Promise<ThreadId> {
  const threadId = idOf(request, 'thread_id', 'thr');
  if (await records.isHidden(principalOf(request).tenantId, threadId, readerGroupsOf(request)))
    throw new AppError('not_found');
  return threadId;
}

/** `GET /v1/threads/{thread_id}` */
export function getThread(parts: RetentionRoutesParts): Handler {
  const { recordRetention } = parts;
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const thread = found(await recordRetention.getThread(tenantId, await threadIdOf(parts, request)));
    return sendEntry(reply, threadToWire(thread));
  };
}

/** `GET /v1/threads/{thread_id}/messages` */
export function listThreadMessages(parts: RetentionRoutesParts): Handler {
  const { recordRetention, records, cursors } = parts;
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const threadId = await threadIdOf(parts, request);
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const readableBy = readerGroupsOf(request);
    const list = { tenantId, filter: `thread ${threadId}` };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as MessageId);
    const listed = await records.listMessages(
      tenantId,
      { threadId, readableBy },
      { before, limit: limit + 1 },
    );
    // A thread may exist without a message that can be shown.
    if (listed.length === 0) found(await recordRetention.getThread(tenantId, threadId));
    return await sendPage(reply, cursors, {
      ...{ list, limit, found: listed },
      placeOf: ({ messageId }) => messageId,
      toWire: (stored) => responseOf(stored),
    });
  };
}

/** `DELETE /v1/threads/{thread_id}` */
export function deleteThread(parts: RetentionRoutesParts): Handler {
  const { recordRetention } = parts;
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const threadId = await threadIdOf(parts, request);
    return sendEntry(
      reply,
      erasedMessagesToWire(await recordRetention.eraseThread(tenantId, threadId, callerId)),
    );
  };
}
