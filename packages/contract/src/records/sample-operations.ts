import {
  bodyProblems,
  creating,
  csvType,
  type HttpOperation,
  jsonResponse,
  keyProblems,
  type StatedOperation,
} from '../api/operation.ts';
import { pageQuerySchema } from '../content/pack.ts';
import type { ProblemCode } from '../values/problems.ts';
import {
  judgementRequestSchema,
  sampleItemParamsSchema,
  samplePageSchema,
  sampleParamsSchema,
  sampleRequestSchema,
  sampleSchema,
  signOffRequestSchema,
} from './samples.ts';

const path = '/v1/audit/samples';
const samplePath = `${path}/{sample_id}`;

function sampleOperation(stated: StatedOperation): HttpOperation {
  const problems: readonly ProblemCode[] = [
    ...keyProblems,
    'audit_unavailable',
    ...(stated.method === 'GET' ? [] : bodyProblems),
    ...(stated.problems ?? []),
  ];
  return { ...stated, tag: 'records', scope: 'audit:sample', limit: 'audit', problems };
}

/** Records that somebody judges for all others. They change no record, no answer and no rule. */
export const sampleOperations = {
  drawSample: creating(
    sampleOperation({
      operationId: 'drawSample',
      method: 'POST',
      path,
      summary: 'Draw a sample of records',
      description:
        'Draws up to 500 records of a period whose content is present, among those that the caller may see. The service draws the seed; the seed, the method, the filters, how many records there were and a hash of the ids are on the log in the same commit, and a sample is never deleted. At random, the records with the lowest SHA-256 over the seed and the hash of their leaf are drawn. No content is shown: each record is read, and logged as read, by its own operation. At most 1,000,000 records can be drawn from, and a tenant can have 1,000 samples: another one is refused with `invalid_state`.',
      request: { body: sampleRequestSchema },
      responses: { 201: jsonResponse('The sample.', sampleSchema, ['Location']) },
      problems: ['invalid_state', 'concurrency_limited'],
    }),
    'response',
  ),
  listSamples: sampleOperation({
    operationId: 'listSamples',
    method: 'GET',
    path,
    summary: 'List samples',
    description:
      'Newest first, without their records. Samples of those who see more than the caller are not there for them.',
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of samples.', samplePageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  getSample: sampleOperation({
    operationId: 'getSample',
    method: 'GET',
    path: samplePath,
    summary: 'Read a sample',
    description:
      'Returns its records with what was found, and what that says of all records. If `Accept` prefers `text/csv`, the records are a table for spreadsheets.',
    request: { params: sampleParamsSchema },
    responses: { 200: { ...jsonResponse('The sample.', sampleSchema), otherTypes: [csvType] } },
    problems: ['not_found'],
  }),
  judgeSampleItem: sampleOperation({
    operationId: 'judgeSampleItem',
    method: 'PUT',
    path: `${samplePath}/items/{message_id}`,
    summary: 'State what was found of a record',
    description:
      'The finding is on the log with a commitment to the note. Until the sample is signed off, a record can be judged again, 20 times in all; earlier findings stay on the log.',
    request: { params: sampleItemParamsSchema, body: judgementRequestSchema },
    responses: { 200: jsonResponse('The sample.', sampleSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  signOffSample: {
    ...sampleOperation({
      operationId: 'signOffSample',
      method: 'POST',
      path: `${samplePath}/sign-off`,
      summary: 'Sign a sample off',
      description:
        'States that the sample is complete, under the name of the person who is signed in. Every record must have a finding. Nothing about the sample changes afterwards.',
      request: { params: sampleParamsSchema, body: signOffRequestSchema, bodyOptional: true },
      responses: { 200: jsonResponse('The sample.', sampleSchema) },
      problems: ['not_found', 'invalid_state', 'session_required'],
    }),
    session: true,
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
