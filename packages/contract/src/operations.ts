import { z } from 'zod';
import { auditRecordSchema } from './audit-record.ts';
import { calibrationOperations } from './calibration-operations.ts';
import { itemOperations } from './content-item-operations.ts';
import { packOperations } from './content-pack-operations.ts';
import { feedbackOperations } from './feedback-operations.ts';
import { goldenOperations } from './golden-operations.ts';
import { guardrailOperations } from './guardrail-operations.ts';
import { idempotencyKeySchema, preferSchema } from './headers.ts';
import { insightOperations } from './insight-operations.ts';
import { logOperations } from './log-operations.ts';
import { messageListQuerySchema, messagePageSchema, messageParamsSchema, messageSchema } from './message.ts';
import {
  bodyProblems,
  jsonResponse,
  jsonType,
  keyHeaders,
  keyProblems,
  type Operation,
  unchangedResponse,
} from './operation.ts';
import { queryRequestSchema } from './query-request.ts';
import { queryResponseSchema } from './query-response.ts';
import { recordOperations } from './record-operations.ts';
import { reviewOperations } from './review-operations.ts';
import {
  getDocs,
  getHealth,
  getMetrics,
  getOpenApi,
  getProblem,
  getReadiness,
} from './service-operations.ts';
import { streamEvents } from './stream-events.ts';
import { cancelMessage, followMessage } from './stream-operations.ts';

const executeQuery = {
  operationId: 'executeQuery',
  method: 'POST',
  path: '/v1/query',
  tag: 'answers',
  scope: 'query:write',
  limit: 'query',
  summary: 'Ask a question',
  description:
    'Answers from the content packs of the tenant. Answered, not covered and blocked are all 200: read `status`, `source_type` and `agent_context`. The answer leaves only once its audit record is durable. With `stream`, or an `Accept` that prefers `text/event-stream`, the message is followed while it is answered, as by `followMessage`; closing the connection does not cancel it.',
  request: {
    headers: z.object({
      'Idempotency-Key': idempotencyKeySchema.exactOptional(),
      Prefer: preferSchema.exactOptional(),
    }),
    body: queryRequestSchema,
  },
  responses: {
    200: {
      description: 'The message has ended, with an answer or with the reason why there is none.',
      mediaType: jsonType,
      schema: queryResponseSchema,
      headers: [...keyHeaders, 'Idempotent-Replayed', 'Cache-Control'],
      events: streamEvents,
    },
    202: {
      description:
        'The question is accepted, or its answer waits for a person to decide (`in_review`); the answer will be found at `Location`.',
      mediaType: jsonType,
      schema: queryResponseSchema,
      headers: [...keyHeaders, 'Location', 'Idempotent-Replayed', 'Cache-Control'],
    },
  },
  problems: [
    ...keyProblems,
    ...bodyProblems,
    'not_found',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'concurrency_limited',
    'provider_error',
    'deadline_exceeded',
    'audit_unavailable',
  ],
} as const satisfies Operation;

const getAudit = {
  operationId: 'getAudit',
  method: 'GET',
  path: '/v1/messages/{message_id}/audit',
  tag: 'records',
  scope: 'audit:read',
  limit: 'audit',
  summary: 'Read the audit record of a message',
  description:
    'What was asked and answered, what was checked, and where the record stands in the log. Once erased or expired it says so in `content_state` and holds no content. Before it is shown, the log notes durably who read it; where nothing is shown, as by a 304, nothing is noted.',
  request: { params: messageParamsSchema },
  responses: {
    200: jsonResponse(
      'The record as it stands; `log` is null until the message has ended.',
      auditRecordSchema,
      ['ETag'],
    ),
    304: unchangedResponse,
  },
  problems: [...keyProblems, 'not_found', 'record_expired', 'audit_unavailable'],
} as const satisfies Operation;

const getMessage = {
  operationId: 'getMessage',
  method: 'GET',
  path: '/v1/messages/{message_id}',
  tag: 'answers',
  scope: 'messages:read',
  limit: 'audit',
  summary: 'Read a message',
  description:
    'The query response of the message as it stands, finished or not, and which findings moved its score. Once its content is erased or expired, `record_expired` says which.',
  request: { params: messageParamsSchema },
  responses: { 200: jsonResponse('The message.', messageSchema) },
  problems: [...keyProblems, 'not_found', 'record_expired', 'audit_unavailable'],
} as const satisfies Operation;

const listMessages = {
  operationId: 'listMessages',
  method: 'GET',
  path: '/v1/messages',
  tag: 'answers',
  scope: 'messages:read',
  limit: 'audit',
  summary: 'List messages',
  description:
    'Newest first, a page at a time; messages whose content is erased or expired are left out. Parameters it does not know are refused.',
  request: { query: messageListQuerySchema },
  responses: { 200: jsonResponse('A page of messages.', messagePageSchema) },
  problems: [...keyProblems, 'invalid_cursor', 'validation_failed', 'audit_unavailable'],
} as const satisfies Operation;

/** Every operation the service offers, by its id. */
export const operations = {
  executeQuery,
  getAudit,
  getMessage,
  listMessages,
  followMessage,
  cancelMessage,
  ...packOperations,
  ...itemOperations,
  ...goldenOperations,
  ...guardrailOperations,
  ...insightOperations,
  ...feedbackOperations,
  ...calibrationOperations,
  ...reviewOperations,
  ...recordOperations,
  ...logOperations,
  getHealth,
  getReadiness,
  getMetrics,
  getOpenApi,
  getDocs,
  getProblem,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationId = keyof typeof operations;
