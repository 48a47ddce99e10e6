import {
  type EvaluationReport,
  emptyRequestSchema,
  evaluationCompareQuerySchema,
  evaluationRequestSchema,
} from '@avow/contract';
import type { EvaluationId, EvaluationRun } from '@avow/evaluation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principalOf } from '../../../http/request-facts.ts';
import { validateOptional, validateParameters } from '../../../http/validate.ts';
import {
  type ContentHandler,
  found,
  idOf,
  placeOf,
  sendEntry,
  sendList,
} from '../../content/routes/content-route.ts';
import type { GoldenRoutesParts } from './evaluation-route.ts';
import { reportToWire, runToWire, summaryToWire } from './evaluation-wire.ts';

const retryAfterSeconds = '2';
const evaluationIdOf = (request: FastifyRequest): EvaluationId => idOf(request, 'evaluation_id', 'evl');

function sendRun(reply: FastifyReply, run: EvaluationRun): FastifyReply {
  if (run.status === 'running') reply.header('retry-after', retryAfterSeconds);
  return sendEntry(reply, runToWire(run));
}

/** The report of an evaluation of this pack. Evaluations of other packs are not found. */
async function findReport(
  { evaluations }: GoldenRoutesParts,
  request: FastifyRequest,
  evaluationId: EvaluationId,
): Promise<EvaluationReport> {
  const { tenantId, packId } = placeOf(request);
  const report = await evaluations.get(tenantId, evaluationId);
  return found(report?.content_pack.id === packId ? report : null);
}

/** `POST /v1/content-packs/{pack_id}/evaluations` */
export function startEvaluation({ evaluationRuns }: GoldenRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const { callerId: createdBy } = principalOf(request);
    const { subject, model_tier, policy } = validateOptional(evaluationRequestSchema, request.body);
    const tier = model_tier as 0 | 1 | 2 | 3 | null;
    const run = found(await evaluationRuns.start(tenantId, { packId, subject, tier, policy, createdBy }));
    const location = `/v1/content-packs/${packId}/evaluations/${run.evaluationId}`;
    return sendRun(reply.code(202).header('location', location), run);
  };
}

/** `GET /v1/content-packs/{pack_id}/evaluations` */
export function listEvaluations(parts: GoldenRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    return sendList(parts, request, reply, {
      name: ['evaluations', packId],
      read: (place, limit) =>
        parts.evaluations.list(tenantId, packId, { before: place as EvaluationId | null, limit }),
      placeOf: ({ evaluationId }) => evaluationId,
      toWire: summaryToWire,
    });
  };
}

/** `GET /v1/content-packs/{pack_id}/evaluations/{evaluation_id}` */
export function getEvaluation(parts: GoldenRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const evaluationId = evaluationIdOf(request);
    const run = await parts.evaluationRuns.get(tenantId, packId, evaluationId);
    if (run !== null) return sendRun(reply, run);
    return sendEntry(reply, reportToWire(await findReport(parts, request, evaluationId)));
  };
}

/** `POST /v1/content-packs/{pack_id}/evaluations/{evaluation_id}/cancel` */
export function cancelEvaluation({ evaluationRuns }: GoldenRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    validateOptional(emptyRequestSchema, request.body);
    const cancelled = await evaluationRuns.cancel(tenantId, packId, evaluationIdOf(request));
    return sendRun(reply, found(cancelled));
  };
}

/** `GET /v1/content-packs/{pack_id}/evaluations/{evaluation_id}/comparison` */
export function compareEvaluations(parts: GoldenRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { base } = validateParameters(evaluationCompareQuerySchema, request.query);
    const other = await findReport(parts, request, evaluationIdOf(request));
    const before = await findReport(parts, request, base as EvaluationId);
    return sendEntry(reply, await parts.evaluations.compare(before, other));
  };
}
