import { type HttpOperation, jsonResponse, keyProblems } from '../api/operation.ts';
import { outageListSchema } from './outage.ts';

/** When the service or a part of it was away. */
export const outageOperations = {
  listOutages: {
    operationId: 'listOutages',
    method: 'GET',
    path: '/v1/outages',
    tag: 'service',
    scope: 'tenants:manage',
    limit: 'content',
    summary: 'List outages',
    description:
      'Returns when the service or a part of it was away, newest first: by what processes note while they run, so that an end that nobody had asked for is known as well. The times are of the installation and belong to no tenant.',
    request: {},
    responses: { 200: jsonResponse('The newest outages.', outageListSchema) },
    problems: [...keyProblems, 'audit_unavailable'],
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
