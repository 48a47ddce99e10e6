import { acceptThresholdsRequestSchema, pageQuerySchema, policyQuerySchema } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { PolicyChange } from '@avow/guardrails';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readIfMatch } from '../../../http/if-match.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import { type GuardrailRoutesParts, policyVersionToWire, sendPolicy } from './guardrail-route.ts';

function changeOf(request: FastifyRequest): PolicyChange {
  return {
    createdBy: principalOf(request).callerId,
    expected: readIfMatch(request.headers['if-match']),
  };
}

/** `GET /v1/guardrails` */
export function getGuardrails({ guardrailPolicies }: GuardrailRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const { revision } = validateParameters(policyQuerySchema, request.query);
    const known =
      revision === undefined
        ? await guardrailPolicies.inForce(tenantId)
        : await guardrailPolicies.get(tenantId, revision);
    if (known === null)
      throw new AppError('not_found', { detail: `There is no revision ${revision} of the policy.` });
    return sendPolicy(request, reply, known);
  };
}

/** `PUT /v1/guardrails` */
export function replaceGuardrails({ guardrailPolicies }: GuardrailRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    // The body is validated there, so that all its faults are reported together.
    return sendPolicy(request, reply, await guardrailPolicies.put(tenantId, request.body, changeOf(request)));
  };
}

/** `POST /v1/guardrails/thresholds/accept` */
export function acceptThresholds({ guardrailPolicies }: GuardrailRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const { thresholds } = validate(acceptThresholdsRequestSchema, request.body);
    return sendPolicy(
      request,
      reply,
      await guardrailPolicies.acceptThresholds(tenantId, thresholds, changeOf(request)),
    );
  };
}

/** `DELETE /v1/guardrails` */
export function resetGuardrails({ guardrailPolicies }: GuardrailRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    return sendPolicy(request, reply, await guardrailPolicies.reset(tenantId, changeOf(request)));
  };
}

/** `GET /v1/guardrails/versions` */
export function listGuardrailVersions({ guardrailPolicies, cursors }: GuardrailRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const list = { tenantId, filter: JSON.stringify(['guardrail-versions']) };
    const before = cursor === undefined ? null : Number(cursors.read(cursor, list));
    const found = await guardrailPolicies.list(tenantId, { before, limit: limit + 1 });
    return await sendPage(reply, cursors, {
      ...{ list, limit, found, toWire: policyVersionToWire },
      placeOf: ({ revision }) => String(revision),
    });
  };
}
