import { rangeSchema } from '../api/headers.ts';
import {
  creating,
  deletedResponse,
  jsonResponse,
  keyHeaders,
  type OperationResponse,
  operationGroup,
  unchangedResponse,
} from '../api/operation.ts';
import {
  auditExportFileQuerySchema,
  auditExportLimits,
  auditExportListSchema,
  auditExportParamsSchema,
  auditExportRequestSchema,
  auditExportSchema,
} from './audit-export.ts';

const exportsPath = '/v1/audit/exports';
const exportPath = `${exportsPath}/{export_id}`;
const params = auditExportParamsSchema;

const exportOperation = operationGroup({ tag: 'records', scope: 'audit:export', limit: 'audit' });

const file = (description: string, also: OperationResponse['headers']): OperationResponse => ({
  ...{ description, mediaType: 'application/jsonl', schema: null },
  headers: [...keyHeaders, 'Cache-Control', 'ETag', 'Accept-Ranges', 'Content-Disposition', ...also],
});

/** Exports of records over HTTP. */
export const exportOperations = {
  startAuditExport: creating(
    exportOperation({
      operationId: 'startAuditExport',
      shows: 'everybody',
      method: 'POST',
      path: exportsPath,
      summary: 'Start an export of records',
      description: `Writes the records that fulfil all criteria, or all of them, with their proofs to a bundle that anyone can check, as \`avow audit export\` does. The export is logged before the first record is written. A tenant can run one export at a time, and have ${auditExportLimits.readyMax} that are ready: another one is refused with \`concurrency_limited\` or \`invalid_state\`. The file is encrypted, and deleted after ${auditExportLimits.keptMinutes} minutes, when the service stops, or as soon as any content of the tenant is erased.`,
      request: { body: auditExportRequestSchema, bodyOptional: true },
      responses: { 202: jsonResponse('The export.', auditExportSchema, ['Location', 'Retry-After']) },
      problems: ['invalid_state', 'concurrency_limited'],
    }),
    'response',
  ),
  listAuditExports: exportOperation({
    operationId: 'listAuditExports',
    method: 'GET',
    path: exportsPath,
    summary: 'List exports',
    description: 'Newest first: those that run, and those that ended within the last hour.',
    request: {},
    responses: { 200: jsonResponse('The exports.', auditExportListSchema) },
  }),
  getAuditExport: exportOperation({
    operationId: 'getAuditExport',
    method: 'GET',
    path: exportPath,
    summary: 'Read an export',
    description: 'While the export runs, `Retry-After` says when to poll again.',
    request: { params },
    responses: { 200: jsonResponse('The export.', auditExportSchema, ['Retry-After']) },
    problems: ['not_found'],
  }),
  downloadAuditExport: exportOperation({
    operationId: 'downloadAuditExport',
    shows: 'everybody',
    method: 'GET',
    path: `${exportPath}/file`,
    summary: 'Download an export',
    description:
      'Returns the bundle, or with `Range` a part of it: an interrupted download is resumed with `If-Range`. Each request is logged before anything is sent. If several nodes serve, the file is on one of them: a request that reaches another is `audit_unavailable`, and can be repeated.',
    request: { params, query: auditExportFileQuerySchema, headers: rangeSchema },
    responses: {
      200: file('The bundle.', []),
      206: file('The requested part of the bundle.', ['Content-Range']),
      304: unchangedResponse,
    },
    problems: [
      'validation_failed',
      'not_found',
      'invalid_state',
      'range_not_satisfiable',
      'concurrency_limited',
    ],
  }),
  deleteAuditExport: exportOperation({
    operationId: 'deleteAuditExport',
    method: 'DELETE',
    path: exportPath,
    summary: 'Delete an export',
    description: 'Deletes the file; an export that runs is cancelled.',
    request: { params },
    responses: { 204: deletedResponse },
    problems: ['not_found'],
  }),
} as const;
