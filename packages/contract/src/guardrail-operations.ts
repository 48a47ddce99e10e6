import { pageQuerySchema } from './content-pack.ts';
import { guardrailPolicySchema } from './guardrail-policy.ts';
import {
  policyChangeHeadersSchema,
  policyQuerySchema,
  policyStateSchema,
  policyVersionPageSchema,
} from './guardrail-state.ts';
import { trialRequestSchema, trialSchema } from './guardrail-trial.ts';
import {
  bodyProblems,
  jsonResponse,
  keyProblems,
  type Operation,
  type StatedOperation,
} from './operation.ts';
import type { ProblemCode } from './problems.ts';

const path = '/v1/guardrails';
const headers = policyChangeHeadersSchema;

function guardrailOperation(stated: StatedOperation): Operation {
  const problems: readonly ProblemCode[] = [...keyProblems, 'audit_unavailable', ...(stated.problems ?? [])];
  return { ...stated, tag: 'guardrails', scope: 'guardrails:manage', limit: 'content', problems };
}

/** The policy of a tenant: what it is, what it was, and what another would do. */
export const guardrailOperations = {
  getGuardrails: guardrailOperation({
    operationId: 'getGuardrails',
    method: 'GET',
    path,
    summary: 'Read the guardrail policy',
    description: 'The one in force, or an earlier one. A tenant that never put one has that of the service.',
    request: { query: policyQuerySchema },
    responses: { 200: jsonResponse('The policy.', policyStateSchema, ['ETag']) },
    problems: ['not_found', 'validation_failed'],
  }),
  putGuardrails: guardrailOperation({
    operationId: 'putGuardrails',
    method: 'PUT',
    path,
    summary: 'Put a guardrail policy in force',
    description:
      'The whole policy, in place of the one before. One with a fault is refused with every fault named. It is in force at once where it was put, and within a second elsewhere; messages that are being answered end under the policy they began under. A guardrail without an id keeps that of the guardrail of the same name, check and stage. The same policy again changes nothing. A tenant puts one policy at a time.',
    request: { headers, body: guardrailPolicySchema },
    responses: { 200: jsonResponse('The policy in force.', policyStateSchema, ['ETag']) },
    problems: [...bodyProblems, 'invalid_state', 'concurrency_limited'],
  }),
  resetGuardrails: guardrailOperation({
    operationId: 'resetGuardrails',
    method: 'DELETE',
    path,
    summary: 'Go back to the policy of the service',
    description: 'Policies that were put before stay readable, and can be put again.',
    request: { headers },
    responses: { 200: jsonResponse('The policy in force.', policyStateSchema, ['ETag']) },
    problems: ['invalid_state'],
  }),
  listGuardrailVersions: guardrailOperation({
    operationId: 'listGuardrailVersions',
    method: 'GET',
    path: `${path}/versions`,
    summary: 'List the policies that were put',
    description: 'Newest first, a page at a time, without the policies themselves.',
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of versions.', policyVersionPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  testGuardrails: guardrailOperation({
    operationId: 'testGuardrails',
    method: 'POST',
    path: `${path}/test`,
    summary: 'Try a policy',
    description:
      'On texts, or on messages of the past, without any effect and without a record. Checks that need the draft of an answer, such as grounding, are skipped. What cannot be tried within 20 seconds is reported as not reached. A tenant tries one policy at a time.',
    request: { body: trialRequestSchema },
    responses: { 200: jsonResponse('What the policy would do.', trialSchema) },
    problems: [...bodyProblems, 'concurrency_limited'],
  }),
} as const;
