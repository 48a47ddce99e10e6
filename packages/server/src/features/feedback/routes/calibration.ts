import {
  emptyRequestSchema,
  revertCalibrationRequestSchema,
  settleCalibrationRequestSchema,
} from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import type { FeedbackRoutes } from './feedback-route.ts';
import { calibrationToWire, refitToWire } from './feedback-wire.ts';

/** Every change is answered with the calibration as it is then. */
async function sendCalibration(
  { feedbackOperations }: FeedbackRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const state = await feedbackOperations.readCalibration(principalOf(request).tenantId);
  return sendPrivateJson(reply, JSON.stringify(calibrationToWire(state)));
}

/** The handlers of the operations on calibrations. */
export function calibrationHandlers(parts: FeedbackRoutes) {
  const { feedbackOperations } = parts;
  return {
    /** `GET /v1/calibration` */
    getCalibration: (request, reply) => sendCalibration(parts, request, reply),

    /** `POST /v1/calibration/accept` */
    acceptCalibration: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const { proposal_id: proposalId } = validate(settleCalibrationRequestSchema, request.body);
      await feedbackOperations.acceptCalibration(tenantId, proposalId, callerId);
      return await sendCalibration(parts, request, reply);
    },

    /** `POST /v1/calibration/dismiss` */
    dismissCalibration: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const { proposal_id: proposalId } = validate(settleCalibrationRequestSchema, request.body);
      await feedbackOperations.dismissCalibration(tenantId, proposalId, callerId);
      return await sendCalibration(parts, request, reply);
    },

    /** `POST /v1/calibration/revert` */
    revertCalibration: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const { revision } = validateOptional(revertCalibrationRequestSchema, request.body);
      await feedbackOperations.revertCalibration(tenantId, revision ?? null, callerId);
      return await sendCalibration(parts, request, reply);
    },

    /** `POST /v1/calibration/refit` */
    refitCalibration: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      validateOptional(emptyRequestSchema, request.body);
      const outcome = await feedbackOperations.refit(tenantId, callerId);
      const state = await feedbackOperations.readCalibration(tenantId);
      return sendPrivateJson(reply, JSON.stringify(refitToWire(outcome, state)));
    },

    /** `DELETE /v1/calibration` */
    resetCalibration: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      await feedbackOperations.resetCalibration(tenantId, callerId);
      return await sendCalibration(parts, request, reply);
    },
  } satisfies Handlers;
}
