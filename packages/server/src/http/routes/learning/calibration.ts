import { emptyRequestSchema } from '@avow/contract';
import type { Handler } from '../../handler.ts';
import { principalOf } from '../../request-facts.ts';
import { sendPrivateJson } from '../../send-json.ts';
import { validateOptional } from '../../validate.ts';
import type { LearningRoutesParts } from './learning-route.ts';
import { calibrationToWire, refitToWire } from './learning-wire.ts';

/** `GET /v1/calibration` */
export function getCalibration({ learning }: LearningRoutesParts): Handler {
  return async (request, reply) => {
    const state = await learning.readCalibration(principalOf(request).tenantId);
    return sendPrivateJson(reply, JSON.stringify(calibrationToWire(state)));
  };
}

/** `POST /v1/calibration/refit` */
export function refitCalibration({ learning }: LearningRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, keyId } = principalOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const outcome = await learning.refit(tenantId, keyId);
    const state = await learning.readCalibration(tenantId);
    return sendPrivateJson(reply, JSON.stringify(refitToWire(outcome, state)));
  };
}

/** `DELETE /v1/calibration` */
export function resetCalibration({ learning }: LearningRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, keyId } = principalOf(request);
    await learning.resetCalibration(tenantId, keyId);
    const state = await learning.readCalibration(tenantId);
    return sendPrivateJson(reply, JSON.stringify(calibrationToWire(state)));
  };
}
