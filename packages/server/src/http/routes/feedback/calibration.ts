import { emptyRequestSchema } from '@avow/contract';
import type { Handler } from '../../handler.ts';
import { principalOf } from '../../request-facts.ts';
import { sendPrivateJson } from '../../send-json.ts';
import { validateOptional } from '../../validate.ts';
import type { FeedbackRoutesParts } from './feedback-route.ts';
import { calibrationToWire, refitToWire } from './feedback-wire.ts';

/** `GET /v1/calibration` */
export function getCalibration({ feedbackOperations }: FeedbackRoutesParts): Handler {
  return async (request, reply) => {
    const state = await feedbackOperations.readCalibration(principalOf(request).tenantId);
    return sendPrivateJson(reply, JSON.stringify(calibrationToWire(state)));
  };
}

/** `POST /v1/calibration/refit` */
export function refitCalibration({ feedbackOperations }: FeedbackRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const outcome = await feedbackOperations.refit(tenantId, callerId);
    const state = await feedbackOperations.readCalibration(tenantId);
    return sendPrivateJson(reply, JSON.stringify(refitToWire(outcome, state)));
  };
}

/** `DELETE /v1/calibration` */
export function resetCalibration({ feedbackOperations }: FeedbackRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    await feedbackOperations.resetCalibration(tenantId, callerId);
    const state = await feedbackOperations.readCalibration(tenantId);
    return sendPrivateJson(reply, JSON.stringify(calibrationToWire(state)));
  };
}
