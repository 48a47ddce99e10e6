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
  evidenceRequestSchema,
} from './audit-export.ts';

const exportsPath = '/v1/audit/exports';
const exportPath = `${exportsPath}/{export_id}`;
const params = auditExportParamsSchema;

const exportOperation = operationGroup({ tag: 'records', scope: 'audit:export', limit: 'audit' });

const file = (description: string, also: OperationResponse['headers']): OperationResponse => ({
  ...{ description, mediaType: 'application/jsonl', schema: null, otherTypes: ['application/zip'] },
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
  startEvidence: creating(
    exportOperation({
      operationId: 'startEvidence',
      shows: 'everybody',
      method: 'POST',
      path: '/v1/audit/evidence',
      summary: 'Start a pack of evidence',
      description: `Writes the folder that \`avow evidence\` writes, as a zip archive: figures of a period with their definitions, what they say about the controls of frameworks, the events of the log, and unless \`records\` is false the records that the caller may see with their proofs. \`SHA256SUMS\` is signed with the key of the log, and its hash is on the log. Figures count all messages, as those of insights do. It is an export like others: read, downloaded and deleted as such, within the same limits. The archive has less than 4 GiB. If the log contradicts its checkpoints, the export fails.`,
      request: { body: evidenceRequestSchema },
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
      'Returns the bundle, or the archive of a pack of evidence (`application/zip`), or with `Range` a part of it: an interrupted download is resumed with `If-Range`. Each request is logged before anything is sent. If several nodes serve, the file is on one of them: a request that reaches another is `audit_unavailable`, and can be repeated.',
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
