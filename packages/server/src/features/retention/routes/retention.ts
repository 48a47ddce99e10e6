import { retentionRequestSchema } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validate } from '../../../http/validate.ts';
import type { RetentionRoutesParts } from './retention-route.ts';
import { retentionToWire } from './retention-wire.ts';

/** `GET /v1/retention` */
export function getRetention({ recordRetention }: RetentionRoutesParts): Handler {
  return async (request, reply) => {
    const retention = await recordRetention.getRetention(principalOf(request).tenantId);
    return sendPrivateJson(reply, JSON.stringify(retentionToWire(retention)));
  };
}

/** `PUT /v1/retention` */
export function setRetention({ recordRetention }: RetentionRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const body = validate(retentionRequestSchema, request.body);
    const wanted = { contentDays: body.content_days, recordDays: body.record_days };
    const retention = await recordRetention.setRetention(tenantId, wanted, callerId);
    return sendPrivateJson(reply, JSON.stringify(retentionToWire(retention)));
  };
}
