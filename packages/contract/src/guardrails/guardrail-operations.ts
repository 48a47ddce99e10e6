import { jsonResponse, operationGroup, unchangedResponse } from '../api/operation.ts';
import { pageQuerySchema } from '../content/pack.ts';
import { guardrailPolicySchema } from './guardrail-policy.ts';
import {
  acceptThresholdsRequestSchema,
  policyChangeHeadersSchema,
  policyQuerySchema,
  policyStateSchema,
  policyVersionPageSchema,
} from './guardrail-state.ts';
import { trialRequestSchema, trialSchema } from './guardrail-trial.ts';

const path = '/v1/guardrails';
const headers = policyChangeHeadersSchema;

const guardrailOperation = operationGroup({
  tag: 'guardrails',
  scope: 'guardrails:manage',
  limit: 'content',
});

/** The guardrail policy of a tenant, its history, and trial runs of a policy. */
export const guardrailOperations = {
  getGuardrails: guardrailOperation({
    operationId: 'getGuardrails',
    method: 'GET',
    path,
    summary: 'Read the guardrail policy',
    description:
      'Returns the policy in force, or an earlier revision. A tenant that never set a policy has the built-in one.',
    request: { query: policyQuerySchema },
    responses: { 200: jsonResponse('The policy.', policyStateSchema, ['ETag']), 304: unchangedResponse },
    problems: ['not_found', 'validation_failed'],
  }),
  replaceGuardrails: guardrailOperation({
    operationId: 'replaceGuardrails',
    method: 'PUT',
    path,
    summary: 'Replace the guardrail policy',
    description:
      'Replaces the whole policy. An invalid policy is refused with a list of all errors. The policy takes effect immediately on this instance and within a second on others; messages in progress finish under the policy they started with. A guardrail without an id keeps the id of the guardrail with the same name, check and stage. Sending the same policy again has no effect. Only one replacement per tenant can run at a time.',
    request: { headers, body: guardrailPolicySchema },
    responses: { 200: jsonResponse('The policy in force.', policyStateSchema, ['ETag']) },
    problems: ['invalid_state', 'precondition_failed', 'concurrency_limited'],
  }),
  acceptThresholds: guardrailOperation({
    operationId: 'acceptThresholds',
    method: 'POST',
    path: `${path}/thresholds/accept`,
    summary: 'Accept proposed thresholds',
    description:
      'Sets a policy with the proposed thresholds, as a new revision. Refused with `invalid_state` if they are no longer proposed. To revert it, set an earlier revision again.',
    request: { headers, body: acceptThresholdsRequestSchema },
    responses: { 200: jsonResponse('The policy in force.', policyStateSchema, ['ETag']) },
    problems: ['invalid_state', 'precondition_failed', 'concurrency_limited'],
  }),
  resetGuardrails: guardrailOperation({
    operationId: 'resetGuardrails',
    method: 'DELETE',
    path,
    summary: 'Reset to the built-in policy',
    description: 'Earlier policies remain readable and can be set again.',
    request: { headers },
    responses: { 200: jsonResponse('The policy in force.', policyStateSchema, ['ETag']) },
    problems: ['invalid_state', 'precondition_failed'],
  }),
  listGuardrailVersions: guardrailOperation({
    operationId: 'listGuardrailVersions',
    method: 'GET',
    path: `${path}/versions`,
    summary: 'List policy revisions',
    description: 'Newest first, without the policies themselves.',
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of versions.', policyVersionPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  testGuardrails: guardrailOperation({
    operationId: 'testGuardrails',
    shows: 'named',
    method: 'POST',
    path: `${path}/test`,
    summary: 'Test a policy',
    description:
      'Runs a policy on texts or on past messages, without any effect and without a record. Checks that need the draft of an answer, such as grounding, are skipped. What cannot be checked within 20 seconds is reported as `not_reached`. Only one test per tenant can run at a time.',
    request: { body: trialRequestSchema },
    responses: { 200: jsonResponse('What the policy would do.', trialSchema) },
    problems: ['concurrency_limited'],
  }),
} as const;
