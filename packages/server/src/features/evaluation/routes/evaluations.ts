import { emptyRequestSchema } from '@avow/contract';
import {
  draftTrialRequestSchema,
  type EvaluationReport,
  evaluationCompareQuerySchema,
  evaluationRequestSchema,
} from '@avow/contract/evaluation';
import type { EvaluationId } from '@avow/evaluation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { found, idOf, packOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import type { EvaluationRun } from '../evaluation.ts';
import type { EvaluationRoutes } from './evaluation-route.ts';
import { completeRunToWire, evaluationSummaryToWire, runToWire } from './evaluation-wire.ts';

const retryAfterSeconds = '2';
const evaluationIdOf = (request: FastifyRequest): EvaluationId => idOf(request, 'evaluation_id', 'evl');

function sendRun(reply: FastifyReply, run: EvaluationRun): FastifyReply {
  if (run.status === 'running') reply.header('retry-after', retryAfterSeconds);
  return sendEntry(reply, runToWire(run));
}

/** The report of an evaluation of this pack. Evaluations of other packs are not found. */
async function findReport(
  { evaluations }: EvaluationRoutes,
  request: FastifyRequest,
  evaluationId: EvaluationId,
): Promise<EvaluationReport> {
  const { tenantId, packId } = packOf(request);
  const report = await evaluations.get(tenantId, evaluationId);
  return found(report?.content_pack.id === packId ? report : null);
}

/** The handlers of evaluations, in progress and complete. */
export function runHandlers(parts: EvaluationRoutes) {
  const { draftTrials, evaluationRuns, evaluations } = parts;
  return {
    /** `POST /v1/content-packs/{pack_id}/ask` */
    askDraft: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const asked = validate(draftTrialRequestSchema, request.body);
      return sendEntry(reply, found(await draftTrials.ask(tenantId, { packId, ...asked })));
    },

    /** `POST /v1/content-packs/{pack_id}/evaluations` */
    startEvaluation: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { callerId: createdBy } = principalOf(request);
      const { subject, model_tier, policy } = validateOptional(evaluationRequestSchema, request.body);
      const tier = model_tier as 0 | 1 | 2 | 3 | null;
      const run = found(await evaluationRuns.start(tenantId, { packId, subject, tier, policy, createdBy }));
      const location = `/v1/content-packs/${packId}/evaluations/${run.evaluationId}`;
      return sendRun(reply.code(202).header('location', location), run);
    },

    /** `GET /v1/content-packs/{pack_id}/evaluations` */
    listEvaluations: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendList(parts, request, reply, {
        name: ['evaluations', packId],
        read: (place, limit) =>
          evaluations.list(tenantId, packId, { before: place as EvaluationId | null, limit }),
        placeOf: ({ evaluationId }) => evaluationId,
        toWire: evaluationSummaryToWire,
      });
    },

    /** `GET /v1/content-packs/{pack_id}/evaluations/{evaluation_id}` */
    getEvaluation: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const evaluationId = evaluationIdOf(request);
      const run = await evaluationRuns.get(tenantId, packId, evaluationId);
      if (run !== null) return sendRun(reply, run);
      return sendEntry(reply, completeRunToWire(await findReport(parts, request, evaluationId)));
    },

    /** `POST /v1/content-packs/{pack_id}/evaluations/{evaluation_id}/cancel` */
    cancelEvaluation: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      validateOptional(emptyRequestSchema, request.body);
      const cancelled = await evaluationRuns.cancel(tenantId, packId, evaluationIdOf(request));
      return sendRun(reply, found(cancelled));
    },

    /** `GET /v1/content-packs/{pack_id}/evaluations/{evaluation_id}/comparison` */
    compareEvaluations: async (request, reply) => {
      const { base } = validateParameters(evaluationCompareQuerySchema, request.query);
      const other = await findReport(parts, request, evaluationIdOf(request));
      const before = await findReport(parts, request, base as EvaluationId);
      return sendEntry(reply, await evaluations.compare(before, other));
    },
  } satisfies Handlers;
}
