import { csvType, jsonLinesType, jsonType } from '@avow/contract';
import { changesShownMax, type MomentsEntry, momentsQuerySchema } from '@avow/contract/auditing';
import { logEventListQuerySchema, reasonErasureSchema } from '@avow/contract/records';
import { formatTime } from '@avow/contract/values';
import { AppError, messageIdFrom, type TenantId } from '@avow/foundation';
import { qualityOf } from '../../../http/accept.ts';
import type { Handler } from '../../../http/handler.ts';
import { nextPageOf } from '../../../http/next-page.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import { rulesAt } from '../../rules/rules.ts';
import { eventToWire } from '../log.ts';
import { type ConcernedMessage, listChanges, scanEvents, withIncidents } from '../scan-events.ts';
import type { LogRoutes } from './exports.ts';
import { writeEventTable } from './write-event-table.ts';

/** `GET /v1/log/events` */
export function listLogEvents({ auditLog, records, cursors }: LogRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor, ...criteria } = validateParameters(logEventListQuerySchema, request.query);
    const { kind, subject, actor, changes, purpose, incidents } = criteria;
    const { occurred_from: from, occurred_before: before, message } = criteria;
    const list = { tenantId, filter: JSON.stringify(['events', criteria]) };
    const isAboutAll = kind === undefined && subject === undefined && changes !== true;
    const reader = readerGroupsOf(request);
    const listed =
      incidents === true && isAboutAll
        ? withIncidents(auditLog, (page) => records.listIncidents(tenantId, reader, page))
        : auditLog;
    const { found, next } = await scanEvents(listed, tenantId, {
      filter: {
        ...(kind === undefined ? {} : { kind }),
        // Events name a message by its message id only.
        ...(subject === undefined ? {} : { subject: messageIdFrom(subject) ?? subject }),
      },
      wanted: {
        ...(actor === undefined ? {} : { actor }),
        ...(changes === undefined ? {} : { changes }),
        ...(purpose === undefined ? {} : { purpose }),
        ...(message === undefined ? {} : { message: await findConcerned(records, tenantId, message) }),
        ...(from === undefined ? {} : { from: formatTime(Date.parse(from)) }),
        ...(before === undefined ? {} : { before: formatTime(Date.parse(before)) }),
      },
      before: cursor === undefined ? null : Number(cursors.read(cursor, list)),
      limit,
    });
    const data = found.map(eventToWire);
    const nextCursor = next === null ? null : cursors.write({ ...list, place: String(next) });
    if (nextCursor !== null) reply.header('link', `<${nextPageOf(request, nextCursor)}>; rel="next"`);
    const { accept } = request.headers;
    const type = [csvType, jsonLinesType].find(
      (other) => qualityOf(accept, other) > qualityOf(accept, jsonType),
    );
    if (type === undefined)
      return sendPrivateJson(
        reply,
        JSON.stringify({ data, has_more: nextCursor !== null, next_cursor: nextCursor }),
      );
    const body =
      type === csvType
        ? writeEventTable(data, { hasHead: cursor === undefined })
        : data.map((event) => `${JSON.stringify(event)}\n`).join('');
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', `${type}; charset=utf-8`)
      .send(body);
  };
}

/** `GET /v1/audit/moments` */
export function compareMoments({ auditLog, clock }: LogRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const query = validateParameters(momentsQuerySchema, request.query);
    const first = formatTime(Date.parse(query.first));
    const second = formatTime(query.second === undefined ? clock.nowMs() : Date.parse(query.second));
    const momentAt = async (at: string) => {
      const { inForce, isComplete } = await rulesAt(auditLog, tenantId, at);
      return { at, in_force: inForce.map(eventToWire), complete: isComplete };
    };
    const period = { from: first, before: second };
    const { found, hasMore } = await listChanges(auditLog, tenantId, { period, limit: changesShownMax });
    const body: MomentsEntry = {
      ...{ first: await momentAt(first), second: await momentAt(second) },
      ...{ changes: found.map(eventToWire), has_more: hasMore },
    };
    return sendPrivateJson(reply, JSON.stringify(body));
  };
}

/** What events name a message by. Of one that is not on record, only what names it itself is found. */
async function findConcerned(
  records: LogRoutes['records'],
  tenantId: TenantId,
  named: string,
): Promise<ConcernedMessage> {
  const messageId = messageIdFrom(named);
  const record = messageId === null ? null : await records.getRecord(tenantId, messageId);
  const isWhole = record !== null && record.kind !== 'dropped';
  return {
    messageId: messageId ?? named,
    threadId: isWhole ? record.threadId : null,
    leafIndex: record?.log?.leafIndex ?? null,
    askedAt: isWhole ? formatTime(record.createdAtMs) : '',
  };
}

/** `POST /v1/log/reasons/erase` */
export function eraseLogReason({ auditLog, clock }: LogRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const { leaf_index: leafIndex } = validate(reasonErasureSchema, request.body);
    const by = { atMs: clock.nowMs(), actor: callerId };
    if (!(await auditLog.eraseReason(tenantId, leafIndex, by)))
      throw new AppError('not_found', { detail: 'That entry has no reason, or it was erased before.' });
    return reply.code(204).header('cache-control', 'no-store').send();
  };
}
