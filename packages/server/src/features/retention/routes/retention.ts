import {
  emptyRequestSchema,
  type HoldRequest,
  holdListQuerySchema,
  holdRequestSchema,
  type OperationId,
  pageQuerySchema,
  retentionRequestSchema,
} from '@avow/contract';
import {
  AppError,
  type HoldId,
  type MessageId,
  messageIdFrom,
  suffixOf,
  type ThreadId,
} from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handler } from '../../../http/handler.ts';
import { found, idOf, messageIdOf } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendEntry, sendPrivateJson } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { responseOf } from '../../records/records.ts';
import type { RecordRetention } from '../retention.ts';
import type { Hold, HoldTarget } from '../retention-store.ts';
import {
  erasedMessagesToWire,
  erasedMessageToWire,
  holdToWire,
  retentionToWire,
  threadToWire,
} from './retention-wire.ts';

export interface RetentionRoutes {
  readonly recordRetention: RecordRetention;
  readonly records: RecordStore;
  readonly cursors: Cursors;
}

/** The handlers of the operations on erasure, legal holds and retention, by their ids. */
export function retentionHandlers(routes: RetentionRoutes) {
  return {
    eraseMessage: eraseMessage(routes),
    eraseEndUser: eraseEndUser(routes),
    getThread: getThread(routes),
    listThreadMessages: listThreadMessages(routes),
    deleteThread: deleteThread(routes),
    placeHold: placeHold(routes),
    listHolds: listHolds(routes),
    getHold: getHold(routes),
    liftHold: liftHold(routes),
    getRetention: getRetention(routes),
    setRetention: setRetention(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

/** `GET /v1/retention` */
function getRetention({ recordRetention }: RetentionRoutes): Handler {
  return async (request, reply) => {
    const retention = await recordRetention.getRetention(principalOf(request).tenantId);
    return sendPrivateJson(reply, JSON.stringify(retentionToWire(retention)));
  };
}

/** `PUT /v1/retention` */
function setRetention({ recordRetention }: RetentionRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const body = validate(retentionRequestSchema, request.body);
    const wanted = { contentDays: body.content_days, recordDays: body.record_days };
    const retention = await recordRetention.setRetention(tenantId, wanted, callerId);
    return sendPrivateJson(reply, JSON.stringify(retentionToWire(retention)));
  };
}

/** `POST /v1/messages/{message_id}/erase` */
function eraseMessage({ recordRetention }: RetentionRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const messageId = messageIdOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const erased = await recordRetention.eraseMessage(tenantId, messageId, callerId);
    return sendPrivateJson(reply, JSON.stringify(erasedMessageToWire(erased)));
  };
}

/** `POST /v1/end-users/{end_user_id}/erase` */
function eraseEndUser({ recordRetention }: RetentionRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const { end_user_id: endUserId } = request.params as { end_user_id: string };
    validateOptional(emptyRequestSchema, request.body);
    // No end user has an empty id.
    if (endUserId === '') throw new AppError('not_found');
    const erased = await recordRetention.eraseEndUser(tenantId, endUserId, callerId);
    return sendPrivateJson(reply, JSON.stringify(erasedMessagesToWire(erased)));
  };
}

const holdIdOf = (request: FastifyRequest): HoldId => idOf(request, 'hold_id', 'hld');

/** A malformed id is not found, like an unknown one. */
function targetOf(body: HoldRequest): HoldTarget {
  switch (body.scope) {
    case 'message': {
      const messageId = messageIdFrom(body.message_id);
      if (messageId === null) throw new AppError('not_found', { detail: 'There is no such message.' });
      return { scope: 'message', messageId };
    }
    case 'thread': {
      const suffix = suffixOf(body.thread_id, ['thr']);
      if (suffix === null) throw new AppError('not_found', { detail: 'There is no such thread.' });
      return { scope: 'thread', threadId: `thr_${suffix}` };
    }
    case 'end_user':
      return { scope: 'end_user', endUserId: body.end_user_id };
    case 'tenant':
      return { scope: 'tenant' };
  }
}

/** `POST /v1/holds` */
function placeHold({ recordRetention, records }: RetentionRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const body = validate(holdRequestSchema, request.body);
    const target = targetOf(body);
    const heldId =
      target.scope === 'message' ? target.messageId : target.scope === 'thread' ? target.threadId : null;
    if (heldId !== null && (await records.isHidden(tenantId, heldId, readerGroupsOf(request))))
      throw new AppError('not_found', { detail: `There is no such ${target.scope}.` });
    const hold = await recordRetention.placeHold(tenantId, { target, reason: body.reason }, callerId);
    reply.code(201).header('location', `/v1/holds/${hold.holdId}`);
    return sendPrivateJson(reply, JSON.stringify(holdToWire(hold)));
  };
}

/** `GET /v1/holds` */
function listHolds({ recordRetention, cursors }: RetentionRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor, active } = validateParameters(holdListQuerySchema, request.query);
    const list = { tenantId, filter: JSON.stringify(['holds', active ?? null]) };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as HoldId);
    const filter = active === undefined ? {} : { isActive: active };
    const found = await recordRetention.listHolds(tenantId, filter, { before, limit: limit + 1 });
    const placeOf = ({ holdId }: Hold) => holdId;
    return await sendPage(reply, cursors, { list, limit, found, placeOf, toWire: holdToWire });
  };
}

/** `GET /v1/holds/{hold_id}` */
function getHold({ recordRetention }: RetentionRoutes): Handler {
  return async (request, reply) => {
    const hold = await recordRetention.getHold(principalOf(request).tenantId, holdIdOf(request));
    if (hold === null) throw new AppError('not_found');
    return sendPrivateJson(reply, JSON.stringify(holdToWire(hold)));
  };
}

/** `POST /v1/holds/{hold_id}/lift` */
function liftHold({ recordRetention }: RetentionRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const holdId = holdIdOf(request);
    validateOptional(emptyRequestSchema, request.body);
    return sendPrivateJson(
      reply,
      JSON.stringify(holdToWire(await recordRetention.liftHold(tenantId, holdId, callerId))),
    );
  };
}

/** A thread with a message that the caller may not see is not there. */
async function threadIdOf({ records }: RetentionRoutes, request: FastifyRequest): Promise<ThreadId> {
  const threadId = idOf(request, 'thread_id', 'thr');
  if (await records.isHidden(principalOf(request).tenantId, threadId, readerGroupsOf(request)))
    throw new AppError('not_found');
  return threadId;
}

/** `GET /v1/threads/{thread_id}` */
function getThread(routes: RetentionRoutes): Handler {
  const { recordRetention } = routes;
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const thread = found(await recordRetention.getThread(tenantId, await threadIdOf(routes, request)));
    return sendEntry(reply, threadToWire(thread));
  };
}

/** `GET /v1/threads/{thread_id}/messages` */
function listThreadMessages(routes: RetentionRoutes): Handler {
  const { recordRetention, records, cursors } = routes;
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const threadId = await threadIdOf(routes, request);
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
function deleteThread(routes: RetentionRoutes): Handler {
  const { recordRetention } = routes;
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const threadId = await threadIdOf(routes, request);
    return sendEntry(
      reply,
      erasedMessagesToWire(await recordRetention.eraseThread(tenantId, threadId, callerId)),
    );
  };
}
