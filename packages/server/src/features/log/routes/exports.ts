import type { IncomingHttpHeaders } from 'node:http';
import {
  type AuditExportEntry,
  type AuditExportRequest,
  auditExportFileQuerySchema,
  auditExportRequestSchema,
  type EvidenceRequest,
  evidenceFrameworks,
  evidenceRequestSchema,
} from '@avow/contract/records';
import { formatTime } from '@avow/contract/values';
import { AppError, type Clock } from '@avow/foundation';
import type { BundleScope } from '@avow/ledger-log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handler } from '../../../http/handler.ts';
import { found, idOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { createResponseLimiter } from '../../../http/response-limiter.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { ReaderGroups } from '../../records/records.ts';
import { type AuditExport, type AuditExports, type ExportPlace, expiresAtMsOf } from '../audit-exports.ts';
import { exportScope } from '../export-records.ts';
import type { ExportContent } from '../export-run.ts';
import type { AuditLog } from '../log.ts';

export interface LogRoutes {
  readonly auditLog: AuditLog;
  readonly records: RecordStore;
  readonly auditExports: AuditExports;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

const retryAfterSeconds = '2';
const concurrentDownloads = { totalMax: 8, tenantMax: 2 };

function placeOf(request: FastifyRequest): ExportPlace {
  const { tenantId, groups: reader } = principalOf(request);
  return { tenantId, exportId: idOf(request, 'export_id', 'exp'), reader };
}

/** `POST /v1/audit/exports` */
export function startAuditExport({ auditExports, clock }: LogRoutes): Handler {
  return async (request, reply) => {
    const given = validateOptional(auditExportRequestSchema, request.body);
    const scope = scopeOf(given, principalOf(request).groups, clock.nowMs());
    return await startExport(auditExports, { request, reply }, { kind: 'records', scope });
  };
}

/** `POST /v1/audit/evidence` */
export function startEvidence({ auditExports }: LogRoutes): Handler {
  return async (request, reply) =>
    await startExport(
      auditExports,
      { request, reply },
      evidenceOf(validate(evidenceRequestSchema, request.body)),
    );
}

const dayMs = 86_400_000;

function evidenceOf({ from, to, frameworks, records = true }: EvidenceRequest): ExportContent {
  return {
    kind: 'evidence',
    period: { fromMs: Date.parse(from), untilMs: Date.parse(to) + dayMs },
    frameworks: evidenceFrameworks.filter((name) => frameworks?.includes(name) ?? true),
    withRecords: records,
  };
}

async function startExport(
  auditExports: AuditExports,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  content: ExportContent,
): Promise<FastifyReply> {
  const { tenantId, callerId, groups } = principalOf(request);
  const started = await auditExports.start(tenantId, content, { callerId, groups });
  const location = `/v1/audit/exports/${started.exportId}`;
  return sendExport(reply.code(202).header('location', location), started);
}

/** `GET /v1/audit/exports` */
export function listAuditExports({ auditExports }: LogRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, groups } = principalOf(request);
    const all = await auditExports.list(tenantId, groups);
    return sendEntry(reply, { data: all.map(exportToWire) });
  };
}

/** `GET /v1/audit/exports/{export_id}` */
export function getAuditExport({ auditExports }: LogRoutes): Handler {
  return async (request, reply) => sendExport(reply, found(await auditExports.get(placeOf(request))));
}

/** `DELETE /v1/audit/exports/{export_id}` */
export function deleteAuditExport({ auditExports }: LogRoutes): Handler {
  return async (request, reply) => sendDeleted(reply, await auditExports.delete(placeOf(request)));
}

/** `GET /v1/audit/exports/{export_id}/file` */
export function downloadAuditExport({ auditExports, auditLog, clock }: LogRoutes): Handler {
  const downloads = createResponseLimiter('downloads', concurrentDownloads);
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    validateParameters(auditExportFileQuerySchema, request.query);
    const { exportId, isArchive, bytes, open } = found(await auditExports.file(placeOf(request)));
    const etag = `"${exportId}"`;
    const range = readByteRange(request.headers, { bytes, etag });
    if (range === 'outside') {
      reply.header('content-range', `bytes */${bytes}`);
      throw new AppError('range_not_satisfiable', { detail: `The file has ${bytes} bytes.` });
    }
    const tagged = { etag, 'cache-control': 'no-store', 'accept-ranges': 'bytes' };
    if (range === 'unchanged') return reply.code(304).headers(tagged).send();
    downloads.acquire(tenantId, reply.raw);
    const { start, end } = range;
    await auditLog.note(tenantId, {
      ...{ kind: 'access', subject: exportId, state: 'downloaded', details: [] },
      ...{ atMs: clock.nowMs(), actor: callerId },
    });
    reply.headers({
      ...tagged,
      'content-type': isArchive ? 'application/zip' : 'application/jsonl',
      'content-length': end - start,
      'content-disposition': `attachment; filename="${isArchive ? `evidence-${exportId}.zip` : `${exportId}.jsonl`}"`,
    });
    if (range.isPart) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes}`);
    return reply.send(open({ start, end }));
  };
}

/**
 * A caller who may not name every group cannot have everything, since what they may not see is left out: they get what there is
 * until now.
 */
function scopeOf(given: AuditExportRequest, groups: ReaderGroups, nowMs: number): BundleScope {
  const timeOf = (text: string | undefined) => (text === undefined ? null : formatTime(Date.parse(text)));
  const criteria = {
    from: timeOf(given.from),
    until: timeOf(given.until),
    threadId: given.thread_id ?? null,
    endUserId: given.end_user_id ?? null,
    status: given.status ?? null,
    band: given.band ?? null,
    tripwireTriggered: given.tripwire_triggered ?? null,
  };
  const scope = exportScope(criteria);
  return scope.kind === 'all' && groups !== null
    ? { kind: 'period', from: null, until: formatTime(nowMs) }
    : scope;
}

function sendExport(reply: FastifyReply, shown: AuditExport): FastifyReply {
  if (shown.status === 'running') reply.header('retry-after', retryAfterSeconds);
  return sendEntry(reply, exportToWire(shown));
}

function exportToWire(shown: AuditExport): AuditExportEntry {
  const { report, endedAtMs } = shown;
  const expiresAtMs = expiresAtMsOf(shown);
  return {
    export_id: shown.exportId,
    status: shown.status,
    selection: shown.selection,
    progress: { ...shown.progress },
    records: report?.records ?? null,
    events: report?.events ?? null,
    checkpoint_size: report?.size ?? null,
    bytes: report?.bytes ?? null,
    log_verified: report?.isVerified ?? null,
    created_at: formatTime(shown.createdAtMs),
    created_by: shown.createdBy,
    ended_at: endedAtMs === null ? null : formatTime(endedAtMs),
    expires_at: expiresAtMs === null ? null : formatTime(expiresAtMs),
    failure: shown.failure,
  };
}

/** The part of a file to send, from `start` up to but not including `end`. */
interface FileRange {
  readonly start: number;
  readonly end: number;
  readonly isPart: boolean;
}

const rangePattern = /^bytes=(?<first>\d{0,15})-(?<last>\d{0,15})$/;

/**
 * What a request wants of a file with this tag (RFC 9110). A header that is not understood, several ranges, and a range of
 * another file mean all of it. `unchanged`: the client has the file. `outside`: it has no such part.
 */
export function readByteRange(
  headers: IncomingHttpHeaders,
  { bytes, etag }: { readonly bytes: number; readonly etag: string },
): FileRange | 'unchanged' | 'outside' {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers;
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return 'unchanged';
  const whole = { start: 0, end: bytes, isPart: false };
  if (typeof ifRange === 'string' && ifRange !== etag) return whole;
  const asked = rangePattern.exec(range ?? '')?.groups;
  const [first = '', last = ''] = [asked?.['first'], asked?.['last']];
  if (first === '' && last === '') return whole;
  if (first === '') {
    const length = Math.min(bytes, Number(last));
    return length === 0 ? 'outside' : { start: bytes - length, end: bytes, isPart: true };
  }
  const start = Number(first);
  const end = last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (end <= start && Number(last) < start && last !== '') return whole;
  return start >= bytes ? 'outside' : { start, end, isPart: true };
}
