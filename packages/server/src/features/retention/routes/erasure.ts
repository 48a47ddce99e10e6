import { emptyRequestSchema } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { Handler } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/message-id-of.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validateOptional } from '../../../http/validate.ts';
import type { RetentionRoutesParts } from './retention-route.ts';
import { erasedMessagesToWire, erasedMessageToWire } from './retention-wire.ts';

/** `POST /v1/messages/{message_id}/erase` */
export function eraseMessage({ recordRetention }: RetentionRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const messageId = messageIdOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const erased = await recordRetention.eraseMessage(tenantId, messageId, callerId);
    return sendPrivateJson(reply, JSON.stringify(erasedMessageToWire(erased)));
  };
}

/** `POST /v1/end-users/{end_user_id}/erase` */
export function eraseEndUser({ recordRetention }: RetentionRoutesParts): Handler {
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
