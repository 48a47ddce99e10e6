import { z } from 'zod';
import { readerTokenHeaders, visitorTokenHeader, visitorTokenSchema } from '../api/headers.ts';
import {
  bodyProblems,
  creating,
  type HttpOperation,
  jsonResponse,
  keyProblems,
  operationGroup,
} from '../api/operation.ts';
import { emptyRequestSchema } from '../content/pack.ts';
import { messageParamsSchema } from '../query/message.ts';
import {
  acceptFeedbackRequestSchema,
  feedbackEntrySchema,
  feedbackListQuerySchema,
  feedbackPageSchema,
  feedbackParamsSchema,
  feedbackRequestSchema,
} from './feedback.ts';

const messagePath = '/v1/messages/{message_id}/feedback';
const path = '/v1/feedback';

const feedbackOperation = operationGroup({ tag: 'insights', scope: 'content:manage', limit: 'content' });

/** Feedback on answers, and proposals for better ones. */
export const feedbackOperations = {
  giveFeedback: creating(
    {
      operationId: 'giveFeedback',
      method: 'POST',
      path: messagePath,
      tag: 'answers',
      scope: 'query:write',
      publishable: true,
      limit: 'query',
      summary: 'Give feedback on an answer',
      description:
        'For delivered and blocked messages. New feedback from the same author replaces the previous feedback, unless it is under a legal hold. Comments and better answers are checked for personal data and secrets, and by the words and patterns guardrails of the tenant: redacted parts are stored redacted, and blocked personal data is refused. At most 50 authors can give feedback on a message.',
      request: {
        params: messageParamsSchema,
        headers: z.object({
          ...readerTokenHeaders,
          [visitorTokenHeader]: visitorTokenSchema.exactOptional(),
        }),
        body: feedbackRequestSchema,
      },
      responses: {
        200: jsonResponse(
          'The same author already gave the same feedback: nothing changed.',
          feedbackEntrySchema,
        ),
        201: jsonResponse('The feedback was stored.', feedbackEntrySchema),
      },
      problems: [
        ...keyProblems,
        ...bodyProblems,
        'origin_not_allowed',
        'not_found',
        'invalid_state',
        'legal_hold',
        'record_expired',
        'provider_error',
        'audit_unavailable',
      ],
    },
    'quoting',
  ),
  listMessageFeedback: {
    operationId: 'listMessageFeedback',
    shows: 'everybody',
    method: 'GET',
    path: messagePath,
    tag: 'answers',
    scope: 'messages:read',
    limit: 'audit',
    summary: 'List the feedback on a message',
    description: 'Newest first, all in one page: at most 50 authors can give feedback on a message.',
    request: { params: messageParamsSchema, headers: z.object(readerTokenHeaders) },
    responses: { 200: jsonResponse('The only page.', feedbackPageSchema) },
    problems: [...keyProblems, 'not_found', 'record_expired', 'provider_error', 'audit_unavailable'],
  },
  listFeedback: feedbackOperation({
    operationId: 'listFeedback',
    shows: 'everybody',
    method: 'GET',
    path,
    summary: 'List feedback',
    description: 'Feedback on all messages, newest first.',
    request: { query: feedbackListQuerySchema },
    responses: { 200: jsonResponse('A page of feedback.', feedbackPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  acceptFeedback: feedbackOperation({
    operationId: 'acceptFeedback',
    method: 'POST',
    path: `${path}/{feedback_id}/accept`,
    summary: 'Accept a better answer as a curated pair',
    description:
      'Adds the better answer, or with `answer` one for feedback that has none, to the draft of a content pack; it is served once the draft is published. If the draft has a pair with the same question, its answer is replaced. If it has several, the one that gave the answer is changed; otherwise the request fails with `pack_conflict`, which lists them. A proposal can be accepted or dismissed once.',
    request: { params: feedbackParamsSchema, body: acceptFeedbackRequestSchema, bodyOptional: true },
    responses: {
      200: jsonResponse('The feedback, with the pair that now has the better answer.', feedbackEntrySchema),
    },
    problems: ['not_found', 'invalid_state', 'pack_conflict'],
  }),
  dismissFeedback: feedbackOperation({
    operationId: 'dismissFeedback',
    method: 'POST',
    path: `${path}/{feedback_id}/dismiss`,
    summary: 'Dismiss feedback',
    description:
      'Its better answer, if it has one, is not used, and it is no longer open. The verdict still counts. Dismissing again has no effect.',
    request: { params: feedbackParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The feedback.', feedbackEntrySchema) },
    problems: ['not_found', 'invalid_state'],
  }),
} as const satisfies Readonly<Record<string, HttpOperation>>;
