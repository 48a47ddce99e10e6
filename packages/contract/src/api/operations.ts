import { z } from 'zod';
import { accessOperations } from '../access/access-operations.ts';
import { meOperations } from '../access/me-operations.ts';
import { signInOperations } from '../access/sign-in-operations.ts';
import { userOperations } from '../access/user-operations.ts';
import { chatOperations } from '../chat/chat-operations.ts';
import { mcpOperations } from '../chat/mcp-operations.ts';
import { itemOperations } from '../content/item-operations.ts';
import { packOperations } from '../content/pack-operations.ts';
import { goldenOperations } from '../evaluation/golden-operations.ts';
import { calibrationOperations } from '../feedback/calibration-operations.ts';
import { feedbackOperations } from '../feedback/feedback-operations.ts';
import { guaranteeOperations } from '../feedback/guarantee-operations.ts';
import { guardrailOperations } from '../guardrails/guardrail-operations.ts';
import { insightOperations } from '../insights/insight-operations.ts';
import { modelOperations } from '../models/model-operations.ts';
import { outageOperations } from '../outages/outage-operations.ts';
import {
  messageListQuerySchema,
  messagePageSchema,
  messageParamsSchema,
  messageSchema,
  recordListQuerySchema,
} from '../query/message.ts';
import { queryRequestSchema } from '../query/query-request.ts';
import { queryResponseSchema } from '../query/query-response.ts';
import { streamEvents } from '../query/stream-events.ts';
import { streamOperations } from '../query/stream-operations.ts';
import { auditRecordPageSchema, auditRecordSchema } from '../records/audit-record.ts';
import { exportOperations } from '../records/export-operations.ts';
import { logOperations } from '../records/log-operations.ts';
import { purposeOperations } from '../records/purpose-operations.ts';
import { recordOperations } from '../records/record-operations.ts';
import { replayOperations } from '../records/replay-operations.ts';
import { sampleOperations } from '../records/sample-operations.ts';
import { reviewOperations } from '../review/review-operations.ts';
import { securityStreamOperations } from '../security-streams/security-stream-operations.ts';
import { sourceOperations } from '../sources/source-operations.ts';
import { handoverOperations } from '../visitors/handover-operations.ts';
import { visitorOperations } from '../visitors/visitor-operations.ts';
import { webhookOperations } from '../webhooks/webhook-operations.ts';
import { widgetOperations } from '../widgets/widget-operations.ts';
import {
  endUserTokenHeader,
  endUserTokenSchema,
  idempotencyKeySchema,
  preferSchema,
  readerTokenHeaders,
  visitorTokenHeader,
  visitorTokenSchema,
} from './headers.ts';
import {
  bodyProblems,
  csvType,
  type HttpOperation,
  jsonResponse,
  jsonType,
  keyHeaders,
  keyProblems,
  showing,
  unchangedResponse,
} from './operation.ts';
import { serviceOperations } from './service-operations.ts';

const executeQuery = {
  operationId: 'executeQuery',
  method: 'POST',
  path: '/v1/query',
  tag: 'answers',
  scope: 'query:write',
  publishable: true,
  limit: 'query',
  summary: 'Ask a question',
  description:
    'Answers a question from the content packs of the tenant. Answered, not covered and blocked are all 200: read `status`, `source_type` and `agent_context`. The response is sent only once its audit record is durable. With `stream`, or an `Accept` that prefers `text/event-stream`, events are streamed as with `streamMessageEvents`; closing the connection does not cancel the message.',
  request: {
    headers: z.object({
      'Idempotency-Key': idempotencyKeySchema.exactOptional(),
      Prefer: preferSchema.exactOptional(),
      [endUserTokenHeader]: endUserTokenSchema.exactOptional(),
      [visitorTokenHeader]: visitorTokenSchema.exactOptional(),
    }),
    body: queryRequestSchema,
  },
  responses: {
    200: {
      description: 'The message has ended, with an answer or with the reason why there is no answer.',
      mediaType: jsonType,
      schema: queryResponseSchema,
      headers: [
        ...keyHeaders,
        'Preference-Applied',
        'Idempotent-Replayed',
        'Avow-Generated',
        'Cache-Control',
      ],
      events: streamEvents,
    },
    202: {
      description:
        'The question was accepted, or its answer is pending review (`in_review`). The answer will be available at `Location`.',
      mediaType: jsonType,
      schema: queryResponseSchema,
      headers: [...keyHeaders, 'Location', 'Preference-Applied', 'Idempotent-Replayed', 'Cache-Control'],
    },
  },
  problems: [
    ...keyProblems,
    ...bodyProblems,
    'origin_not_allowed',
    'not_found',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'concurrency_limited',
    'provider_error',
    'deadline_exceeded',
    'audit_unavailable',
  ],
} as const satisfies HttpOperation;

const getAudit = {
  operationId: 'getAudit',
  shows: 'everybody',
  method: 'GET',
  path: '/v1/messages/{message_id}/audit',
  tag: 'records',
  scope: 'audit:read',
  limit: 'audit',
  summary: 'Read the audit record of a message',
  description:
    'Returns the question and answer, guardrail results, and the position of the record in the log. Once erased or expired, `content_state` says so and the content is empty. The access is logged durably before the record is returned; a 304 is not logged.',
  request: { params: messageParamsSchema, headers: z.object(readerTokenHeaders) },
  responses: {
    200: jsonResponse('The record. `log` is null until the message has ended.', auditRecordSchema, ['ETag']),
    304: unchangedResponse,
  },
  problems: [...keyProblems, 'not_found', 'record_expired', 'provider_error', 'audit_unavailable'],
} as const satisfies HttpOperation;

const listAudits = {
  operationId: 'listAudits',
  shows: 'everybody',
  method: 'GET',
  path: '/v1/audit/records',
  tag: 'records',
  scope: 'audit:read',
  limit: 'audit',
  summary: 'List audit records',
  description:
    'Newest first, by the filters of the list of messages; records whose content is erased or expired are not included. Each record of the page is logged as read, durably and before the page is returned, as if it had been read alone. If `Accept` prefers `text/csv`, the page is a table for spreadsheets, with its heads on the first page only, so that pages can be joined; `Link` then has the next page.',
  request: { query: recordListQuerySchema },
  responses: {
    200: { ...jsonResponse('A page of records.', auditRecordPageSchema, ['Link']), otherTypes: [csvType] },
  },
  problems: [...keyProblems, 'invalid_cursor', 'validation_failed', 'audit_unavailable'],
} as const satisfies HttpOperation;

const getMessage = {
  operationId: 'getMessage',
  shows: 'people',
  method: 'GET',
  path: '/v1/messages/{message_id}',
  tag: 'answers',
  scope: 'messages:read',
  publishable: true,
  limit: 'audit',
  summary: 'Read a message',
  description:
    'Returns the current query response of the message, finished or not, and how its score was computed. Once its content is erased or expired, the response is `record_expired`.',
  request: {
    params: messageParamsSchema,
    headers: z.object({ ...readerTokenHeaders, [visitorTokenHeader]: visitorTokenSchema.exactOptional() }),
  },
  responses: { 200: jsonResponse('The message.', messageSchema, ['Avow-Generated']) },
  problems: [
    ...keyProblems,
    'origin_not_allowed',
    'not_found',
    'record_expired',
    'provider_error',
    'audit_unavailable',
  ],
} as const satisfies HttpOperation;

const listMessages = {
  operationId: 'listMessages',
  shows: 'everybody',
  method: 'GET',
  path: '/v1/messages',
  tag: 'answers',
  scope: 'messages:read',
  limit: 'audit',
  summary: 'List messages',
  description:
    'Newest first. Messages whose content is erased or expired are not included. Unknown parameters are refused.',
  request: { query: messageListQuerySchema, headers: z.object(readerTokenHeaders) },
  responses: { 200: jsonResponse('A page of messages.', messagePageSchema) },
  problems: [...keyProblems, 'invalid_cursor', 'validation_failed', 'provider_error', 'audit_unavailable'],
} as const satisfies HttpOperation;

const stated = {
  executeQuery,
  getAudit,
  listAudits,
  getMessage,
  listMessages,
  ...streamOperations,
  ...chatOperations,
  ...mcpOperations,
  ...packOperations,
  ...itemOperations,
  ...sourceOperations,
  ...goldenOperations,
  ...guardrailOperations,
  ...insightOperations,
  ...feedbackOperations,
  ...calibrationOperations,
  ...guaranteeOperations,
  ...reviewOperations,
  ...visitorOperations,
  ...handoverOperations,
  ...recordOperations,
  ...exportOperations,
  ...logOperations,
  ...purposeOperations,
  ...replayOperations,
  ...sampleOperations,
  ...webhookOperations,
  ...signInOperations,
  ...meOperations,
  ...userOperations,
  ...accessOperations,
  ...widgetOperations,
  ...modelOperations,
  ...securityStreamOperations,
  ...outageOperations,
  ...serviceOperations,
} as const satisfies Readonly<Record<string, HttpOperation>>;

/** Every operation the service offers, by its id. */
export const operations = Object.fromEntries(
  Object.entries<HttpOperation>(stated).map(([id, operation]) => [id, showing(operation)]),
) as typeof stated;

export type OperationId = keyof typeof operations;
