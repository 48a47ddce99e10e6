import { emptyRequestSchema, type HoldRequest, holdListQuerySchema, holdRequestSchema } from '@avow/contract';
import type { HoldId } from '@avow/foundation';
import { AppError, messageIdFrom, suffixOf } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import { idOf } from '../../content/routes/content-route.ts';
import type { Hold, HoldTarget } from '../retention-store.ts';
import type { RetentionRoutesParts } from './retention-route.ts';
import { holdToWire } from './retention-wire.ts';

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
export function placeHold({ recordRetention, records }: RetentionRoutesParts): Handler {
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
export function listHolds({ recordRetention, cursors }: RetentionRoutesParts): Handler {
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
export function getHold({ recordRetention }: RetentionRoutesParts): Handler {
  return async (request, reply) => {
    const hold = await recordRetention.getHold(principalOf(request).tenantId, holdIdOf(request));
    if (hold === null) throw new AppError('not_found');
    return sendPrivateJson(reply, JSON.stringify(holdToWire(hold)));
  };
}

/** `POST /v1/holds/{hold_id}/lift` */
export function liftHold({ recordRetention }: RetentionRoutesParts): Handler {
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
