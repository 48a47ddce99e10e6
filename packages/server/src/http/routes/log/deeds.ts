import { type DeedEntry, deedListQuerySchema } from '@avow/contract';
import { messageIdFrom } from '../../../ids/message-id-from.ts';
import type { AuditLog } from '../../../interfaces/audit-log.ts';
import type { Handler } from '../../handler.ts';
import { principalOf } from '../../request-facts.ts';
import { sendPage } from '../../send-page.ts';
import { validateParameters } from '../../validate.ts';
import type { LogRoutesParts } from './log-route.ts';

type LoggedDeed = Awaited<ReturnType<AuditLog['listDeeds']>>[number];

/** `GET /v1/log/deeds` */
export function listDeeds({ auditLog, cursors }: LogRoutesParts): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { limit, cursor, ...wanted } = validateParameters(deedListQuerySchema, request.query);
    const { subject } = wanted;
    // Of the three names of a message deeds have one.
    const filter = subject === undefined ? wanted : { ...wanted, subject: messageIdFrom(subject) ?? subject };
    const list = { tenantId, filter: JSON.stringify(['deeds', filter.kind ?? null, filter.subject ?? null]) };
    const before = cursor === undefined ? null : Number(cursors.read(cursor, list));
    const found = await auditLog.listDeeds(tenantId, filter, { before, limit: limit + 1 });
    const placeOf = ({ leafIndex }: LoggedDeed) => String(leafIndex);
    return await sendPage(reply, cursors, { list, limit, found, placeOf, toWire: deedToWire });
  };
}

function deedToWire({ leafIndex, leafHash, entry }: LoggedDeed): DeedEntry {
  const { kind, subject, state, time, actor, details } = entry;
  return {
    leaf_index: leafIndex,
    leaf_hash: leafHash,
    ...{ kind: kind as DeedEntry['kind'], subject, state, at: time, actor: actor as DeedEntry['actor'] },
    details: Object.fromEntries(details),
  };
}
