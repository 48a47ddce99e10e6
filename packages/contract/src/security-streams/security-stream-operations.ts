import { type HttpOperation, jsonResponse, keyProblems } from '../api/operation.ts';
import { securityStreamListSchema } from './security-stream.ts';

/** Streams of security events to collectors of the operator. */
export const securityStreamOperations = {
  listSecurityStreams: {
    operationId: 'listSecurityStreams',
    method: 'GET',
    path: '/v1/security-streams',
    tag: 'service',
    scope: 'tenants:manage',
    limit: 'content',
    summary: 'List the streams of security events',
    description:
      'Returns the collectors that the file of `AVOW_SECURITY_STREAMS_FILE` names, in its order, with how far each is behind and why it does not take events. It contains neither events nor secrets.',
    request: {},
    responses: { 200: jsonResponse('The streams.', securityStreamListSchema) },
    problems: [...keyProblems, 'audit_unavailable'],
  },
} as const satisfies Readonly<Record<string, HttpOperation>>;
