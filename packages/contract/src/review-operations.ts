import { messageParamsSchema } from './message.ts';
import { bodyProblems, jsonResponse, keyProblems, type Operation } from './operation.ts';
import { queryResponseSchema } from './query-response.ts';
import {
  heldAnswerPageSchema,
  heldAnswerSchema,
  reviewListQuerySchema,
  reviewRequestSchema,
} from './review.ts';

const path = '/v1/review';

/** Answers that wait for a person, where the policy asks for one. */
export const reviewOperations = {
  listReview: {
    operationId: 'listReview',
    method: 'GET',
    path,
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'List answers that wait for a person',
    description:
      'Oldest first, a page at a time. Whoever may decide sees all that waits, also what was found for members of a group.',
    request: { query: reviewListQuerySchema },
    responses: { 200: jsonResponse('A page of answers.', heldAnswerPageSchema) },
    problems: [...keyProblems, 'invalid_cursor', 'validation_failed', 'audit_unavailable'],
  },
  getReview: {
    operationId: 'getReview',
    method: 'GET',
    path: `${path}/{message_id}`,
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'Read an answer that waits for a person',
    description: 'Not found once it has been decided on: the message says what became of it.',
    request: { params: messageParamsSchema },
    responses: { 200: jsonResponse('The answer.', heldAnswerSchema) },
    problems: [...keyProblems, 'not_found', 'audit_unavailable'],
  },
  decideReview: {
    operationId: 'decideReview',
    method: 'POST',
    path: `${path}/{message_id}`,
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'Decide whether an answer is given',
    description:
      'Ends the message, once. What is delivered is given exactly as it was held; where a source that it quotes has changed since, or the guardrail policy has and would not let it pass, it cannot be delivered any more, only blocked. What was redacted in the prompt stays redacted.',
    request: { params: messageParamsSchema, body: reviewRequestSchema },
    responses: { 200: jsonResponse('The message, as it has ended.', queryResponseSchema) },
    problems: [...keyProblems, ...bodyProblems, 'not_found', 'invalid_state', 'audit_unavailable'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
