import {
  type AuditExportEntry,
  type AuditExportRequest,
  auditExportRequestSchema,
  formatTime,
} from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { BundleScope } from '@avow/ledger-log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { createResponseLimiter } from '../../../http/response-limiter.ts';
import { validateOptional } from '../../../http/validate.ts';
import { found, idOf, sendDeleted, sendEntry } from '../../content/routes/content-route.ts';
import type { ReaderGroups } from '../../records/audience.ts';
import { type AuditExport, type ExportPlace, expiresAtMsOf } from '../audit-exports.ts';
import { exportScope } from '../export-scope.ts';
import type { LogRoutesParts } from './log-route.ts';
import { readRange } from './read-range.ts';

const retryAfterSeconds = '2';
const concurrentDownloads = { totalMax: 8, tenantMax: 2 };

function placeOf(request: FastifyRequest): ExportPlace {
  const { tenantId, groups: reader } = principalOf(request);
  return { tenantId, exportId: idOf(request, 'export_id', 'exp'), reader };
}

/** `POST /v1/audit/exports` */
export function startAuditExport({ auditExports, clock }: LogRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, callerId, groups } = principalOf(request);
    const given = validateOptional(auditExportRequestSchema, request.body);
    const started = await auditExports.start(tenantId, scopeOf(given, groups, clock.nowMs()), {
      callerId,
      groups,
    });
    const location = `/v1/audit/exports/${started.exportId}`;
    return sendExport(reply.code(202).header('location', location), started);
  };
}

/** `GET /v1/audit/exports` */
export function listAuditExports({ auditExports }: LogRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId, groups } = principalOf(request);
    const all = await auditExports.list(tenantId, groups);
    return sendEntry(reply, { data: all.map(exportToWire) });
  };
}

/** `GET /v1/audit/exports/{export_id}` */
export function getAuditExport({ auditExports }: LogRoutesParts): Handler {
  return async (request, reply) => sendExport(reply, found(await auditExports.get(placeOf(request))));
}

/** `DELETE /v1/audit/exports/{export_id}` */
export function deleteAuditExport({ auditExports }: LogRoutesParts): Handler {
  return async (request, reply) => sendDeleted(reply, await auditExports.delete(placeOf(request)));
}

/** `GET /v1/audit/exports/{export_id}/file` */
export function downloadAuditExport({ auditExports, auditLog, clock }: LogRoutesParts): Handler {
  const downloads = createResponseLimiter('downloads', concurrentDownloads);
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const { exportId, bytes, open } = found(await auditExports.file(placeOf(request)));
    const etag = `"${exportId}"`;
    const range = readRange(request.headers, { bytes, etag });
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
      'content-type': 'application/jsonl',
      'content-length': end - start,
      'content-disposition': `attachment; filename="${exportId}.jsonl"`,
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
    created_at: formatTime(shown.createdAtMs),
    created_by: shown.createdBy,
    ended_at: endedAtMs === null ? null : formatTime(endedAtMs),
    expires_at: expiresAtMs === null ? null : formatTime(expiresAtMs),
    failure: shown.failure,
  };
}
