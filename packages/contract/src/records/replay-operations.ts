import { bodyProblems, type HttpOperation, jsonResponse, keyProblems } from '../api/operation.ts';
import { messageParamsSchema } from '../query/message.ts';
import { replayRequestSchema, replaySchema } from './replay.ts';

/** Questions of records, asked again. Nothing is changed by it. */
export const replayOperations = {
  replayMessage: {
    operationId: 'replayMessage',
    shows: 'everybody',
    method: 'POST',
    path: '/v1/messages/{message_id}/replay',
    tag: 'records',
    scope: 'audit:read',
    limit: 'audit',
    summary: 'Ask the question of a record again',
    description:
      'Asks the question as it is stored, of the content versions and under the policy on record, or with `at` of those that were in force at another moment, as the log says. The models, the calibration, the settings and the release are the present ones. The answer is compared with the record. Nothing is recorded in messages, insights or events; that the record was read is logged before anything is asked. If an old version has to be prepared first and this takes longer than a minute, or if the tenant asks another, the request gets `concurrency_limited` and can be repeated. A message that cannot be asked again is `invalid_state`, with the reason. The cost of language models counts towards the budget.',
    request: { params: messageParamsSchema, body: replayRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('Both answers, and what differs.', replaySchema) },
    problems: [
      ...[...keyProblems, ...bodyProblems],
      ...(['not_found', 'record_expired', 'invalid_state'] as const),
      ...(['concurrency_limited', 'audit_unavailable'] as const),
    ],
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
