import { z } from 'zod';
import { readerTokenHeaders, visitorTokenHeader, visitorTokenSchema } from '../api/headers.ts';
import {
  bodyProblems,
  creating,
  type HttpOperation,
  jsonResponse,
  keyProblems,
  type StatedOperation,
  unchangedResponse,
} from '../api/operation.ts';
import { emptyRequestSchema, pageQuerySchema } from '../content/pack.ts';
import { messagePageSchema, messageParamsSchema } from '../query/message.ts';
import { threadParamsSchema, threadSchema } from '../query/thread.ts';
import type { ProblemCode } from '../values/problems.ts';
import { auditProofSchema } from './audit-proof.ts';
import {
  endUserParamsSchema,
  erasedEndUserSchema,
  erasedMessageSchema,
  erasedThreadSchema,
} from './erasure.ts';
import {
  holdListQuerySchema,
  holdPageSchema,
  holdParamsSchema,
  holdRequestSchema,
  holdSchema,
} from './hold.ts';
import { receiptSchema } from './receipt.ts';
import { retentionRequestSchema, retentionSchema } from './retention.ts';

const messagePath = '/v1/messages/{message_id}';
const threadPath = '/v1/threads/{thread_id}';
const holdsPath = '/v1/holds';
const holdPath = `${holdsPath}/{hold_id}`;
const retentionPath = '/v1/retention';

/** Reading requires `audit:read`, and reading threads what reading messages does; destroying records, or protecting them from it, requires `audit:erase`. */
function recordOperation(stated: StatedOperation): HttpOperation {
  const problems: readonly ProblemCode[] = [
    ...keyProblems,
    'audit_unavailable',
    ...(stated.method === 'GET' || stated.method === 'DELETE' ? [] : bodyProblems),
    ...(stated.problems ?? []),
  ];
  const readScope = stated.path.startsWith(threadPath) ? 'messages:read' : 'audit:read';
  const scope = stated.method === 'GET' ? readScope : 'audit:erase';
  return { ...stated, tag: 'records', scope, limit: 'audit', problems };
}

/** Proofs, erasure, legal holds and retention of records. */
export const recordOperations = {
  getAuditProof: recordOperation({
    operationId: 'getAuditProof',
    shows: 'everybody',
    method: 'GET',
    path: `${messagePath}/audit/proof`,
    summary: 'Prove that a record is in the log',
    description:
      'Returns everything needed to verify, without trusting the service, that the record of a message was logged and has not changed since: the leaf, the salts that open its commitments, the inclusion proof to a signed checkpoint, and later events on the record. The exact body of the original response is the text of the field `response`. Also works for erased and dropped records. The access is itself logged.',
    request: { params: messageParamsSchema },
    responses: { 200: jsonResponse('The proof.', auditProofSchema, ['ETag']), 304: unchangedResponse },
    problems: ['not_found', 'invalid_state'],
  }),
  getReceipt: {
    operationId: 'getReceipt',
    shows: 'people',
    method: 'GET',
    path: `${messagePath}/receipt`,
    tag: 'records',
    scope: 'messages:read',
    publishable: true,
    limit: 'audit',
    summary: 'Take the receipt of a message',
    description:
      'Proves the answer to anybody who has the receipt, without the service: `avow verify` and the page `/verify` check it with the key of the log alone. If no checkpoint covers the record yet, one is signed. Also works once the content is erased or expired; such a receipt proves that, and opens nothing. Keep the body as it is: a receipt has one spelling.',
    request: {
      params: messageParamsSchema,
      headers: z.object({ ...readerTokenHeaders, [visitorTokenHeader]: visitorTokenSchema.exactOptional() }),
    },
    responses: { 200: jsonResponse('The receipt.', receiptSchema, ['ETag']), 304: unchangedResponse },
    problems: [
      ...keyProblems,
      ...([
        'origin_not_allowed',
        'not_found',
        'invalid_state',
        'provider_error',
        'audit_unavailable',
      ] as const),
    ],
  },
  eraseMessage: recordOperation({
    operationId: 'eraseMessage',
    method: 'POST',
    path: `${messagePath}/erase`,
    summary: 'Erase the content of a message',
    description:
      'Destroys the question, answer, metadata, end user id and feedback, and the key that they are encrypted with, before the response is sent; later copies of the database do not contain them. The record keeps its facts and remains provable in the log. Erasing again has no effect and returns the same response. A message that has not ended or is under a legal hold cannot be erased.',
    request: { params: messageParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: {
      200: jsonResponse('The message was erased, and the erasure is logged.', erasedMessageSchema),
    },
    problems: ['not_found', 'invalid_state', 'legal_hold', 'record_expired'],
  }),
  eraseEndUser: recordOperation({
    operationId: 'eraseEndUser',
    method: 'POST',
    path: '/v1/end-users/{end_user_id}/erase',
    summary: 'Erase an end user',
    description:
      'Erases the content of every message with this `end_user_id`, and their feedback. At most 500 messages per call: call again while `has_more` is true. Messages that are under a legal hold or have not ended are listed and not erased. A hold on the end user or on the tenant prevents the erasure altogether. For an unknown end user nothing is erased.',
    request: { params: endUserParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('What was erased, and what was not.', erasedEndUserSchema) },
    problems: ['legal_hold'],
  }),
  getThread: recordOperation({
    operationId: 'getThread',
    method: 'GET',
    path: threadPath,
    summary: 'Read a thread',
    description: 'Returns how many messages the thread has, and whether it can be continued.',
    request: { params: threadParamsSchema },
    responses: { 200: jsonResponse('The thread.', threadSchema) },
    problems: ['not_found'],
  }),
  listThreadMessages: recordOperation({
    operationId: 'listThreadMessages',
    shows: 'everybody',
    method: 'GET',
    path: `${threadPath}/messages`,
    summary: 'List the messages of a thread',
    description: 'Newest first. Messages whose content is erased or expired are not included.',
    request: { params: threadParamsSchema, query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of messages.', messagePageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  deleteThread: recordOperation({
    operationId: 'deleteThread',
    method: 'DELETE',
    path: threadPath,
    summary: 'Delete a thread',
    description:
      'Closes the thread, so that no question can continue it, and erases the content of its messages as `eraseMessage` does; each erasure is logged. At most 500 messages per call: call again while `has_more` is true. Messages that are under a legal hold or have not ended are listed and not erased. A hold on the thread or on the tenant prevents the deletion altogether.',
    request: { params: threadParamsSchema },
    responses: { 200: jsonResponse('What was erased, and what was not.', erasedThreadSchema) },
    problems: ['not_found', 'legal_hold'],
  }),
  placeHold: creating(
    recordOperation({
      operationId: 'placeHold',
      method: 'POST',
      path: holdsPath,
      summary: 'Place a legal hold',
      description:
        'Protects the records of a message, a thread, an end user or the whole tenant, including future ones, from erasure and expiry until the hold is lifted. At most 1,000 holds can be active; another one is refused with `invalid_state`.',
      request: { body: holdRequestSchema },
      responses: { 201: jsonResponse('The hold.', holdSchema, ['Location']) },
      problems: ['not_found', 'invalid_state'],
    }),
    'quoting',
  ),
  listHolds: recordOperation({
    operationId: 'listHolds',
    method: 'GET',
    path: holdsPath,
    summary: 'List holds',
    description: 'Active and lifted holds, newest first.',
    request: { query: holdListQuerySchema },
    responses: { 200: jsonResponse('A page of holds.', holdPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getHold: recordOperation({
    operationId: 'getHold',
    method: 'GET',
    path: holdPath,
    summary: 'Read a hold',
    description: 'Returns its scope and reason, who placed it, and who lifted it.',
    request: { params: holdParamsSchema },
    responses: { 200: jsonResponse('The hold.', holdSchema) },
    problems: ['not_found'],
  }),
  liftHold: recordOperation({
    operationId: 'liftHold',
    method: 'POST',
    path: `${holdPath}/lift`,
    summary: 'Lift a hold',
    description:
      'Records that are under no other hold can be erased again, and expire when they are due. A hold can be lifted once.',
    request: { params: holdParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The lifted hold.', holdSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  getRetention: recordOperation({
    operationId: 'getRetention',
    method: 'GET',
    path: retentionPath,
    summary: 'Read the retention rules',
    description: 'Default: content is kept for 400 days, records indefinitely.',
    request: {},
    responses: { 200: jsonResponse('The rules in force.', retentionSchema) },
  }),
  setRetention: recordOperation({
    operationId: 'setRetention',
    method: 'PUT',
    path: retentionPath,
    summary: 'Set the retention rules',
    description:
      'Applies to existing and future records. Content that is older than the new rule allows is destroyed soon after and cannot be recovered. Records under a legal hold are kept.',
    request: { body: retentionRequestSchema },
    responses: { 200: jsonResponse('The rules in force.', retentionSchema) },
  }),
} as const;
