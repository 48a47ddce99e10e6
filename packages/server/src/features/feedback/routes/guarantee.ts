import {
  checkAnswerRequestSchema,
  drawAnswersRequestSchema,
  drawnAnswersQuerySchema,
  guaranteeLimits,
  guaranteeRequestSchema,
} from '@avow/contract/feedback';
import { AppError } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import type { FeedbackRoutes } from './feedback-route.ts';

/** Every change is answered with the state as it is then. */
async function sendConfidence(
  { guarantees }: Pick<FeedbackRoutes, 'guarantees'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendPrivateJson(reply, JSON.stringify(await guarantees.read(principalOf(request).tenantId)));
}

/** The handlers of the operations on the guarantee. */
export function guaranteeHandlers(parts: Pick<FeedbackRoutes, 'guarantees'>) {
  const { guarantees } = parts;
  return {
    /** `GET /v1/confidence` */
    getConfidence: (request, reply) => sendConfidence(parts, request, reply),

    /** `POST /v1/confidence/draw` */
    drawAnswers: async (request, reply) => {
      const { tenantId, callerId: by } = principalOf(request);
      const given = validate(drawAnswersRequestSchema, request.body);
      const { countDefault, daysDefault } = guaranteeLimits;
      const { wrong_max: wrongMax, count = countDefault, days = daysDefault } = given;
      await guarantees.draw(tenantId, { wrongMax, count, days, by });
      return await sendConfidence(parts, request, reply);
    },

    /** `GET /v1/confidence/checks` */
    listDrawnAnswers: async (request, reply) => {
      const { limit } = validateParameters(drawnAnswersQuerySchema, request.query);
      const page = { limit, readableBy: readerGroupsOf(request) };
      const found = await guarantees.listDrawn(principalOf(request).tenantId, page);
      return sendPrivateJson(reply, JSON.stringify(found));
    },

    /** `POST /v1/confidence/checks/{message_id}` */
    checkDrawnAnswer: async (request, reply) => {
      const { tenantId, callerId: by } = principalOf(request);
      const { right: isRight } = validate(checkAnswerRequestSchema, request.body);
      const check = { messageId: messageIdOf(request), isRight, by, readableBy: readerGroupsOf(request) };
      if (!(await guarantees.check(tenantId, check))) throw new AppError('not_found');
      return await sendConfidence(parts, request, reply);
    },

    /** `POST /v1/confidence/guarantee` */
    putGuarantee: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      const { draw_id: drawId } = validate(guaranteeRequestSchema, request.body);
      await guarantees.put(tenantId, drawId, callerId);
      return await sendConfidence(parts, request, reply);
    },

    /** `DELETE /v1/confidence/guarantee` */
    endGuarantee: async (request, reply) => {
      const { tenantId, callerId } = principalOf(request);
      await guarantees.end(tenantId, callerId);
      return await sendConfidence(parts, request, reply);
    },
  } satisfies Handlers;
}
