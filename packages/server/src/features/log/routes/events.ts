import { type LogEventEntry, logEventListQuerySchema } from '@avow/contract';
import { messageIdFrom } from '@avow/foundation';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validateParameters } from '../../../http/validate.ts';
import type { AuditLog } from '../audit-log.ts';
import type { LogRoutes } from './log-route.ts';

type LoggedEvent = Awaited<ReturnType<AuditLog['listLogEvents']>>[number];

/** `GET /v1/log/events` */
export function listLogEvents({ auditLog, cursors }: LogRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor, ...wanted } = validateParameters(logEventListQuerySchema, request.query);
    const { subject } = wanted;
    // Events name a message by its message id only.
    const filter = subject === undefined ? wanted : { ...wanted, subject: messageIdFrom(subject) ?? subject };
    const list = {
      tenantId,
      filter: JSON.stringify(['events', filter.kind ?? null, filter.subject ?? null]),
    };
    const before = cursor === undefined ? null : Number(cursors.read(cursor, list));
    const found = await auditLog.listLogEvents(tenantId, filter, { before, limit: limit + 1 });
    const placeOf = ({ leafIndex }: LoggedEvent) => String(leafIndex);
    return await sendPage(reply, cursors, { list, limit, found, placeOf, toWire: eventToWire });
  };
}

function eventToWire({ leafIndex, leafHash, entry }: LoggedEvent): LogEventEntry {
  const { kind, subject, state, time, actor, details } = entry;
  return {
    leaf_index: leafIndex,
    leaf_hash: leafHash,
    kind: kind as LogEventEntry['kind'],
    subject,
    action: state,
    occurred_at: time,
    actor: actor as LogEventEntry['actor'],
    details: Object.fromEntries(details),
  };
}
