import { bodyProblems, type HttpOperation, jsonResponse, keyProblems } from '../api/operation.ts';
import { purposesRequestSchema, purposesSchema } from './purposes.ts';

const path = '/v1/purposes';

/** Who may read messages has to know what for; what for is set by those who may destroy them. */
export const purposeOperations = {
  getPurposes: {
    operationId: 'getPurposes',
    method: 'GET',
    path,
    tag: 'records',
    scope: 'messages:read',
    limit: 'audit',
    summary: 'Read what records may be read for',
    description:
      'Returns the purposes of the tenant, and whether the header `Avow-Purpose` must name one where content of records is shown. Default: none, and none is required.',
    request: {},
    responses: { 200: jsonResponse('The purposes.', purposesSchema) },
    problems: keyProblems,
  },
  setPurposes: {
    operationId: 'setPurposes',
    method: 'PUT',
    path,
    tag: 'records',
    scope: 'audit:erase',
    limit: 'audit',
    summary: 'Set what records may be read for',
    description:
      'Replaces the purposes; the log has them all. Requests that show content are held to them at once, and earlier entries of the log keep the ids that they have.',
    request: { body: purposesRequestSchema },
    responses: { 200: jsonResponse('The purposes.', purposesSchema) },
    problems: [...keyProblems, ...bodyProblems, 'audit_unavailable'],
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
