import { pageQuerySchema } from '@avow/contract';
import type { MessageId } from '@avow/foundation';
import { responseOf } from '../../../records/envelope.ts';
import type { Handler } from '../../handler.ts';
import { principalOf } from '../../request-facts.ts';
import { sendPage } from '../../send-page.ts';
import { validateParameters } from '../../validate.ts';
import { found, idOf, sendEntry } from '../content/content-route.ts';
import type { RetentionRoutesParts } from './retention-route.ts';
import { erasedMessagesToWire, threadToWire } from './retention-wire.ts';

/** `GET /v1/threads/{thread_id}` */
export function getThread({ recordRetention }: RetentionRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const thread = found(await recordRetention.getThread(tenantId, idOf(request, 'thread_id', 'thr')));
    return sendEntry(reply, threadToWire(thread));
  };
}

/** `GET /v1/threads/{thread_id}/messages` */
export function listThreadMessages({ recordRetention, records, cursors }: RetentionRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const threadId = idOf(request, 'thread_id', 'thr');
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const list = { tenantId, filter: `thread ${threadId}` };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as MessageId);
    const listed = await records.listMessages(tenantId, { threadId }, { before, limit: limit + 1 });
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
export function deleteThread({ recordRetention }: RetentionRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const threadId = idOf(request, 'thread_id', 'thr');
    return sendEntry(
      reply,
      erasedMessagesToWire(await recordRetention.eraseThread(tenantId, threadId, callerId)),
    );
  };
}
