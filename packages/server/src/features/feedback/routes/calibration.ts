import {
  emptyRequestSchema,
  revertCalibrationRequestSchema,
  settleCalibrationRequestSchema,
} from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import type { FeedbackRoutesParts } from './feedback-route.ts';
import { calibrationToWire, refitToWire } from './feedback-wire.ts';

/** Every change is answered with the calibration as it is then. */
async function sendCalibration(
  { feedbackOperations }: FeedbackRoutesParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const state = await feedbackOperations.readCalibration(principalOf(request).tenantId);
  return sendPrivateJson(reply, JSON.stringify(calibrationToWire(state)));
}

/** `GET /v1/calibration` */
export function getCalibration(parts: FeedbackRoutesParts): Handler {
  return (request, reply) => sendCalibration(parts, request, reply);
}

/** `POST /v1/calibration/accept` */
export function acceptCalibration(parts: FeedbackRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const { proposal_id: proposalId } = validate(settleCalibrationRequestSchema, request.body);
    await parts.feedbackOperations.acceptCalibration(tenantId, proposalId, callerId);
    return await sendCalibration(parts, request, reply);
  };
}

/** `POST /v1/calibration/dismiss` */
export function dismissCalibration(parts: FeedbackRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const { proposal_id: proposalId } = validate(settleCalibrationRequestSchema, request.body);
    await parts.feedbackOperations.dismissCalibration(tenantId, proposalId, callerId);
    return await sendCalibration(parts, request, reply);
  };
}

/** `POST /v1/calibration/revert` */
export function revertCalibration(parts: FeedbackRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const { revision } = validateOptional(revertCalibrationRequestSchema, request.body);
    await parts.feedbackOperations.revertCalibration(tenantId, revision ?? null, callerId);
    return await sendCalibration(parts, request, reply);
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
export function resetCalibration(parts: FeedbackRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    await parts.feedbackOperations.resetCalibration(tenantId, callerId);
    return await sendCalibration(parts, request, reply);
  };
}
