import {
  consistencyQuerySchema,
  consistencySchema,
  deedListQuerySchema,
  deedPageSchema,
  logTileParamsSchema,
} from './audit-log.ts';
import {
  bytesType,
  jsonResponse,
  keyHeaders,
  keyProblems,
  type Operation,
  plainType,
  type StatedOperation,
  unchangedResponse,
} from './operation.ts';
import type { ProblemCode } from './problems.ts';

const path = '/v1/log';
const headers = [...keyHeaders, 'Cache-Control', 'ETag'] as const;

function logOperation(stated: Omit<StatedOperation, 'method'>): Operation {
  const problems: readonly ProblemCode[] = [...keyProblems, 'audit_unavailable', ...(stated.problems ?? [])];
  return { ...stated, method: 'GET', tag: 'log', scope: 'log:read', limit: 'audit', problems };
}

/** The log of a tenant, as whoever wants to check it reads it: in the formats of C2SP, from its tiles and checkpoints. */
export const logOperations = {
  getLogCheckpoint: logOperation({
    operationId: 'getLogCheckpoint',
    path: `${path}/checkpoint`,
    summary: 'Read the newest checkpoint',
    description:
      'How large the log is and what its root is, signed. A change is covered by a checkpoint ten seconds later at the latest. Keep those you have seen: every later one can be proved to begin with them.',
    request: {},
    responses: {
      200: { description: 'The signed note, to the letter.', mediaType: plainType, schema: null, headers },
      304: unchangedResponse,
    },
  }),
  getLogKey: logOperation({
    operationId: 'getLogKey',
    path: `${path}/key`,
    summary: 'Read the key that verifies checkpoints',
    description: 'It does not change. Read it once, keep it, and compare it by another way.',
    request: {},
    responses: {
      200: {
        description: 'The verifier key, as C2SP writes it, and a newline.',
        mediaType: plainType,
        schema: null,
        headers: [...keyHeaders, 'Cache-Control'],
      },
    },
  }),
  getLogTile: logOperation({
    operationId: 'getLogTile',
    path: `${path}/tile/{path}`,
    restOfPath: true,
    summary: 'Read a tile of the log',
    description:
      'Hashes of the tree, or the leaves themselves under `entries/`, as C2SP names and lays them out; the path holds slashes. Only what the newest checkpoint covers is there, and none of it ever changes.',
    request: { params: logTileParamsSchema },
    responses: {
      200: { description: 'The tile.', mediaType: bytesType, schema: null, headers },
      304: unchangedResponse,
    },
    problems: ['not_found'],
  }),
  getLogConsistency: logOperation({
    operationId: 'getLogConsistency',
    path: `${path}/consistency`,
    summary: 'Prove that the log only grew',
    description:
      'That the tree of one size begins with all of the tree of a smaller size. Sizes that the newest checkpoint does not cover are not found.',
    request: { query: consistencyQuerySchema },
    responses: { 200: jsonResponse('The proof.', consistencySchema, ['ETag']), 304: unchangedResponse },
    problems: ['validation_failed', 'not_found'],
  }),
  listDeeds: logOperation({
    operationId: 'listDeeds',
    path: `${path}/deeds`,
    summary: 'List what was done with records',
    description:
      'Who read, proved and exported them, what was erased and what expired, holds, and rules of retention; newest first, a page at a time.',
    request: { query: deedListQuerySchema },
    responses: { 200: jsonResponse('A page of deeds.', deedPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
} as const;
