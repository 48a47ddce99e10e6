import { emptyRequestSchema } from './content-pack.ts';
import {
  acceptFeedbackRequestSchema,
  feedbackListQuerySchema,
  feedbackPageSchema,
  feedbackParamsSchema,
  feedbackRequestSchema,
  feedbackSchema,
} from './feedback.ts';
import { messageParamsSchema } from './message.ts';
import { bodyProblems, jsonResponse, keyProblems, type Operation } from './operation.ts';

const messagePath = '/v1/messages/{message_id}/feedback';
const path = '/v1/feedback';

/** What people say of answers, and what is made of it. */
export const feedbackOperations = {
  giveFeedback: {
    operationId: 'giveFeedback',
    method: 'POST',
    path: messagePath,
    tag: 'answers',
    scope: 'query:write',
    limit: 'query',
    summary: 'Say whether an answer was right',
    description:
      'For messages that were delivered or blocked. What the same author says again replaces what they said before, unless a hold keeps it. A comment and a better answer are looked through for what is private, and for words and patterns that the guardrails of the tenant take out of prompts: what these redact is stored redacted, and private data that they block is refused. Of one message at most 50 authors are heard.',
    request: { params: messageParamsSchema, body: feedbackRequestSchema },
    responses: {
      200: jsonResponse('The same was said before by the same author: nothing changed.', feedbackSchema),
      201: jsonResponse('It is kept.', feedbackSchema),
    },
    problems: [
      ...keyProblems,
      ...bodyProblems,
      'not_found',
      'invalid_state',
      'legal_hold',
      'record_expired',
      'audit_unavailable',
    ],
  },
  listMessageFeedback: {
    operationId: 'listMessageFeedback',
    method: 'GET',
    path: messagePath,
    tag: 'answers',
    scope: 'messages:read',
    limit: 'audit',
    summary: 'Read what was said of an answer',
    description: 'Newest first, all of it: at most 50 authors are heard.',
    request: { params: messageParamsSchema },
    responses: { 200: jsonResponse('The only page.', feedbackPageSchema) },
    problems: [...keyProblems, 'not_found', 'record_expired', 'audit_unavailable'],
  },
  listFeedback: {
    operationId: 'listFeedback',
    method: 'GET',
    path,
    tag: 'insights',
    scope: 'content:manage',
    limit: 'content',
    summary: 'List feedback',
    description: 'Of all messages, newest first, a page at a time.',
    request: { query: feedbackListQuerySchema },
    responses: { 200: jsonResponse('A page of feedback.', feedbackPageSchema) },
    problems: [...keyProblems, 'invalid_cursor', 'validation_failed', 'audit_unavailable'],
  },
  acceptFeedback: {
    operationId: 'acceptFeedback',
    method: 'POST',
    path: `${path}/{feedback_id}/accept`,
    tag: 'insights',
    scope: 'content:manage',
    limit: 'content',
    summary: 'Make a better answer a curated pair',
    description:
      'In the draft of a content pack: nothing is served before that is published. Where the draft has a pair under the same question, this gets the better answer in place of its own; where it has several, the one that gave the answer, else the request is refused with `pack_conflict`, which names them. A proposal is settled once.',
    request: { params: feedbackParamsSchema, body: acceptFeedbackRequestSchema, bodyOptional: true },
    responses: {
      200: jsonResponse('The feedback, with the pair that has the better answer now.', feedbackSchema),
    },
    problems: [
      ...keyProblems,
      ...bodyProblems,
      'not_found',
      'invalid_state',
      'pack_conflict',
      'audit_unavailable',
    ],
  },
  dismissFeedback: {
    operationId: 'dismissFeedback',
    method: 'POST',
    path: `${path}/{feedback_id}/dismiss`,
    tag: 'insights',
    scope: 'content:manage',
    limit: 'content',
    summary: 'Turn a better answer down',
    description: 'The verdict still counts. Dismissing again changes nothing.',
    request: { params: feedbackParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The feedback.', feedbackSchema) },
    problems: [...keyProblems, ...bodyProblems, 'not_found', 'invalid_state', 'audit_unavailable'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
