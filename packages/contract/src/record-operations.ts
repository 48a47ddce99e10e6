import { auditProofSchema } from './audit-proof.ts';
import { emptyRequestSchema } from './content-pack.ts';
import { endUserParamsSchema, erasedEndUserSchema, erasedMessageSchema } from './erasure.ts';
import {
  holdListQuerySchema,
  holdPageSchema,
  holdParamsSchema,
  holdRequestSchema,
  holdSchema,
} from './hold.ts';
import { messageParamsSchema } from './message.ts';
import {
  bodyProblems,
  jsonResponse,
  keyProblems,
  type Operation,
  type StatedOperation,
  unchangedResponse,
} from './operation.ts';
import type { ProblemCode } from './problems.ts';
import { retentionRequestSchema, retentionSchema } from './retention.ts';

const messagePath = '/v1/messages/{message_id}';
const holdsPath = '/v1/holds';
const holdPath = `${holdsPath}/{hold_id}`;
const retentionPath = '/v1/retention';

/** Reading needs `audit:read`; what destroys records, or keeps them from being destroyed, `audit:erase`. */
function recordOperation(stated: StatedOperation): Operation {
  const problems: readonly ProblemCode[] = [
    ...keyProblems,
    'audit_unavailable',
    ...(stated.method === 'GET' ? [] : bodyProblems),
    ...(stated.problems ?? []),
  ];
  const scope = stated.method === 'GET' ? 'audit:read' : 'audit:erase';
  return { ...stated, tag: 'records', scope, limit: 'audit', problems };
}

/** What is done with records once they are there: proved, erased, held, kept for a time. */
export const recordOperations = {
  getAuditProof: recordOperation({
    operationId: 'getAuditProof',
    method: 'GET',
    path: `${messagePath}/audit/proof`,
    summary: 'Prove that a record stands in the log',
    description:
      'Everything that is needed to check, without trusting the service, that the record of a message was logged and is still what was logged: the leaf, what opens its commitments, the way to the root of a signed checkpoint, and what was done with the record later. A client that kept the body of a response holds the exact text of the field `response`. Also of records that were erased or dropped. That it was read is noted in the log, as an access.',
    request: { params: messageParamsSchema },
    responses: { 200: jsonResponse('The proof.', auditProofSchema, ['ETag']), 304: unchangedResponse },
    problems: ['not_found', 'invalid_state'],
  }),
  eraseMessage: recordOperation({
    operationId: 'eraseMessage',
    method: 'POST',
    path: `${messagePath}/erase`,
    summary: 'Erase the content of a message',
    description:
      'Question, answer, metadata, who asked, what was said of the answer, and the key that they were kept under are destroyed before this answers; no copy of the database that is made from then on holds them. The record stays with its facts, and its place in the log stays provable. Erasing again changes nothing and gives the same answer. A message that has not ended cannot be erased, nor one that a hold keeps.',
    request: { params: messageParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('It is erased, and the log says so.', erasedMessageSchema) },
    problems: ['not_found', 'invalid_state', 'legal_hold', 'record_expired'],
  }),
  eraseEndUser: recordOperation({
    operationId: 'eraseEndUser',
    method: 'POST',
    path: '/v1/end-users/{end_user_id}/erase',
    summary: 'Erase a person',
    description:
      'The content of every message that came with this `end_user_id`, and what they said of answers. At most 500 messages a call: ask again while `has_more`. Messages that a hold keeps, or that have not ended, are named and stay. A hold over the person or over the tenant keeps everything. Of somebody unknown nothing is erased.',
    request: { params: endUserParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('What was erased, and what stays.', erasedEndUserSchema) },
    problems: ['legal_hold'],
  }),
  placeHold: recordOperation({
    operationId: 'placeHold',
    method: 'POST',
    path: holdsPath,
    summary: 'Keep records from being erased',
    description:
      'Of a message, a thread, a person or the tenant as a whole, those to come included. What is held can neither be erased nor expire until the hold is lifted. At most 1,000 holds stand at a time; one more is refused with `invalid_state`.',
    request: { body: holdRequestSchema },
    responses: { 201: jsonResponse('It stands.', holdSchema, ['Location']) },
    problems: ['not_found', 'invalid_state'],
  }),
  listHolds: recordOperation({
    operationId: 'listHolds',
    method: 'GET',
    path: holdsPath,
    summary: 'List holds',
    description: 'Newest first, a page at a time, those that were lifted too.',
    request: { query: holdListQuerySchema },
    responses: { 200: jsonResponse('A page of holds.', holdPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getHold: recordOperation({
    operationId: 'getHold',
    method: 'GET',
    path: holdPath,
    summary: 'Read a hold',
    description: 'What it keeps, why, who placed it, and who lifted it.',
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
      'What no other hold keeps can be erased from then on, and expires when it is due. A hold is lifted once.',
    request: { params: holdParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The hold, which no longer stands.', holdSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  getRetention: recordOperation({
    operationId: 'getRetention',
    method: 'GET',
    path: retentionPath,
    summary: 'Read how long records are kept',
    description: 'What was set last; before that, content for 400 days and records for good.',
    request: {},
    responses: { 200: jsonResponse('The rules in force.', retentionSchema) },
  }),
  setRetention: recordOperation({
    operationId: 'setRetention',
    method: 'PUT',
    path: retentionPath,
    summary: 'Set how long records are kept',
    description:
      'For records that are there as for those to come: content that is older than the new rule is destroyed soon after, and cannot be had back. What is held stays.',
    request: { body: retentionRequestSchema },
    responses: { 200: jsonResponse('The rules in force.', retentionSchema) },
  }),
} as const;
