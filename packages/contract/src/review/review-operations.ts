import { bodyProblems, type HttpOperation, jsonResponse, keyProblems } from '../api/operation.ts';
import { messageParamsSchema } from '../query/message.ts';
import { queryResponseSchema } from '../query/query-response.ts';
import {
  pendingReviewPageSchema,
  pendingReviewSchema,
  reviewListQuerySchema,
  reviewRequestSchema,
} from './review.ts';

const path = '/v1/review';

/** Answers that are pending human review, if the policy requires it. */
export const reviewOperations = {
  listPendingReviews: {
    operationId: 'listPendingReviews',
    method: 'GET',
    path,
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'List pending reviews',
    description:
      'Oldest first. Reviewers see all pending answers, including those from content that is restricted to groups.',
    request: { query: reviewListQuerySchema },
    responses: { 200: jsonResponse('A page of pending reviews.', pendingReviewPageSchema) },
    problems: [...keyProblems, 'invalid_cursor', 'validation_failed', 'audit_unavailable'],
  },
  getPendingReview: {
    operationId: 'getPendingReview',
    method: 'GET',
    path: `${path}/{message_id}`,
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'Read a pending review',
    description: 'Not found once it has been decided: read the message for the outcome.',
    request: { params: messageParamsSchema },
    responses: { 200: jsonResponse('The pending review.', pendingReviewSchema) },
    problems: [...keyProblems, 'not_found', 'audit_unavailable'],
  },
  decideReview: {
    operationId: 'decideReview',
    method: 'POST',
    path: `${path}/{message_id}`,
    tag: 'answers',
    scope: 'review:decide',
    limit: 'audit',
    summary: 'Decide a pending review',
    description:
      'Delivers or blocks the answer and ends the message. A decision is final. The answer is delivered exactly as reviewed, or as the reviewer edited it. If a quoted source has changed since, or a changed guardrail policy would block the answer, it can only be blocked. Redactions in the prompt are kept.',
    request: { params: messageParamsSchema, body: reviewRequestSchema },
    responses: { 200: jsonResponse('The finished message.', queryResponseSchema) },
    problems: [...keyProblems, ...bodyProblems, 'not_found', 'invalid_state', 'audit_unavailable'],
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
