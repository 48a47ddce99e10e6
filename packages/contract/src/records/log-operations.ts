import {
  bodyProblems,
  bytesType,
  csvType,
  deletedResponse,
  type HttpOperation,
  jsonLinesType,
  jsonResponse,
  keyHeaders,
  keyProblems,
  plainType,
  type StatedOperation,
  unchangedResponse,
} from '../api/operation.ts';
import type { ProblemCode } from '../values/problems.ts';
import {
  consistencyQuerySchema,
  consistencySchema,
  logEventListQuerySchema,
  logEventPageSchema,
  logKeyListQuerySchema,
  logKeyListSchema,
  logTileParamsSchema,
  reasonErasureSchema,
} from './audit-log.ts';
import { momentsQuerySchema, momentsSchema } from './moments.ts';

const path = '/v1/log';
const headers = [...keyHeaders, 'Cache-Control', 'ETag'] as const;

function logOperation(stated: Omit<StatedOperation, 'method'>): HttpOperation {
  const problems: readonly ProblemCode[] = [...keyProblems, 'audit_unavailable', ...(stated.problems ?? [])];
  return { ...stated, method: 'GET', tag: 'log', scope: 'log:read', limit: 'audit', problems };
}

/** The log of a tenant for auditors: tiles and checkpoints in the formats of C2SP. */
export const logOperations = {
  getLogCheckpoint: logOperation({
    operationId: 'getLogCheckpoint',
    path: `${path}/checkpoint`,
    summary: 'Read the latest checkpoint',
    description:
      'Returns the signed size and root hash of the log. A change is covered by a checkpoint within ten seconds. Keep the checkpoints you have seen: every later one can be proved consistent with them.',
    request: {},
    responses: {
      200: { description: 'The exact signed note.', mediaType: plainType, schema: null, headers },
      304: unchangedResponse,
    },
  }),
  getLogKey: logOperation({
    operationId: 'getLogKey',
    path: `${path}/key`,
    summary: 'Read the key that verifies checkpoints',
    description:
      'The current key. Read it once, store it, and compare it over a second channel. If it is ever replaced, the list of keys has the statement that leads from the key you stored to the new one.',
    request: {},
    responses: {
      200: {
        description: 'The verifier key in C2SP format, followed by a newline.',
        mediaType: plainType,
        schema: null,
        headers: [...keyHeaders, 'Cache-Control'],
      },
    },
  }),
  listLogKeys: logOperation({
    operationId: 'listLogKeys',
    path: `${path}/keys`,
    summary: 'List the keys of the log',
    description:
      'All keys that have signed checkpoints, oldest first, and for each that was replaced the statement that it and its successor have signed. A reader who trusts one of them can verify all others. With the size of a checkpoint, the answer has the proofs that a reader needs to trust a checkpoint of a key that was replaced.',
    request: { query: logKeyListQuerySchema },
    responses: { 200: jsonResponse('The keys.', logKeyListSchema, ['ETag']), 304: unchangedResponse },
    problems: ['validation_failed', 'not_found'],
  }),
  getLogTile: logOperation({
    operationId: 'getLogTile',
    path: `${path}/tile/{path}`,
    restOfPath: true,
    summary: 'Read a tile of the log',
    description:
      'Returns tree hashes, or the leaves themselves under `entries/`, in the C2SP tile format; the path contains slashes. Only tiles that the latest checkpoint covers are available, and they never change.',
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
    summary: 'Prove that the log is append-only',
    description:
      'Returns a consistency proof between two sizes of the log. Sizes that the latest checkpoint does not cover are not found.',
    request: { query: consistencyQuerySchema },
    responses: { 200: jsonResponse('The proof.', consistencySchema, ['ETag']), 304: unchangedResponse },
    problems: ['validation_failed', 'not_found'],
  }),
  listLogEvents: logOperation({
    operationId: 'listLogEvents',
    path: `${path}/events`,
    summary: 'List log events',
    description:
      'Administrative events: who read, proved and exported records, what was erased and expired, and every change of what shapes answers and of who may do what, each with its author. Newest first. With `actor`, `changes` or a time, each page looks through the newest 5,000 events of the filter: a page can be empty although `has_more` is true. If `Accept` prefers `text/csv` or `application/jsonl`, the page is a table or has one event a line, and `Link` has the next page; a table has its heads on the first page only, so that pages can be joined.',
    request: { query: logEventListQuerySchema },
    responses: {
      200: {
        ...jsonResponse('A page of log events.', logEventPageSchema, ['Link']),
        otherTypes: [csvType, jsonLinesType],
      },
    },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
  compareMoments: logOperation({
    operationId: 'compareMoments',
    path: '/v1/audit/moments',
    summary: 'Compare what questions were answered by at two moments',
    description:
      'The versions of content packs, the policy, the calibration, models, settings and release that were in force at each of two moments, as the log says, and what was changed between them, with authors and reasons.',
    request: { query: momentsQuerySchema },
    responses: { 200: jsonResponse('Both moments, and the changes between them.', momentsSchema) },
    problems: ['validation_failed'],
  }),
  eraseLogReason: {
    operationId: 'eraseLogReason',
    method: 'POST',
    path: `${path}/reasons/erase`,
    tag: 'log',
    scope: 'audit:erase',
    limit: 'audit',
    summary: 'Erase the reason of a log event',
    description:
      'Makes the reason that the author of an event gave unreadable for ever. The event and all proofs stay valid. The erasure is an event itself.',
    request: { body: reasonErasureSchema },
    responses: { 204: deletedResponse },
    problems: [...keyProblems, ...bodyProblems, 'not_found', 'audit_unavailable'],
  },
} as const;
