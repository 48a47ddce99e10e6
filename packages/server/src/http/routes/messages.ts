import { createHash } from 'node:crypto';
import { type MessageListQuery, type MessagePage, messageListQuerySchema } from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditRecord } from '../../audit/audit-record.ts';
import { responseOf } from '../../audit/envelope.ts';
import { toMessage } from '../../audit/message.ts';
import { AppError } from '../../errors/app-error.ts';
import { suffixOf } from '../../ids/typeid.ts';
import type { MessageId, TenantId } from '../../interfaces/identity.ts';
import type { MessageFilter, RecordStore, StoredMessage } from '../../interfaces/record-store.ts';
import type { Cursors } from '../cursor.ts';
import { messageIdOf } from '../message-id-of.ts';
import { principalOf } from '../request-facts.ts';
import { sendPrivateJson } from '../send-json.ts';
import { validateParameters } from '../validate.ts';

export interface MessageRoutesParts {
  readonly records: RecordStore;
  readonly cursors: Cursors;
}

async function findMessage(
  records: RecordStore,
  request: FastifyRequest,
): Promise<{ tenantId: TenantId; stored: StoredMessage }> {
  const { tenantId } = principalOf(request);
  const stored = await records.getMessage(tenantId, messageIdOf(request));
  // Unknown, malformed and another tenant's: one and the same answer.
  if (stored === null) throw new AppError('not_found');
  return { tenantId, stored };
}

/** `GET /v1/messages/{message_id}` */
export function getMessage({ records }: MessageRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { stored } = await findMessage(records, request);
    return sendPrivateJson(reply, JSON.stringify(toMessage(stored)));
  };
}

/** `GET /v1/messages/{message_id}/audit` */
export function getAudit({ records }: MessageRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId, stored } = await findMessage(records, request);
    const body = JSON.stringify(toAuditRecord(tenantId, stored));
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    reply.header('etag', etag);
    if (matchesTag(request.headers['if-none-match'], etag))
      return reply.code(304).header('cache-control', 'no-store').send();
    return sendPrivateJson(reply, body);
  };
}

/** `GET /v1/messages` */
export function listMessages({ records, cursors }: MessageRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const { cursor, limit, ...filterText } = validateParameters(messageListQuerySchema, request.query);
    const list = { tenantId, filter: JSON.stringify(filterText, Object.keys(filterText).sort()) };
    const before = cursor === undefined ? null : (cursors.read(cursor, list) as MessageId);
    const filter = filterOf(filterText);
    // One more than asked for tells whether there is more.
    const found =
      filter === null ? [] : await records.listMessages(tenantId, filter, { before, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const page: MessagePage = {
      data: shown.map((stored) => responseOf(stored)),
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : cursors.write({ ...list, place: last.messageId }),
    };
    return sendPrivateJson(reply, JSON.stringify(page));
  };
}

/** Null where no message can fit: an ill-formed thread id is the id of no thread. */
function filterOf(query: Omit<MessageListQuery, 'cursor' | 'limit'>): MessageFilter | null {
  const threadSuffix = query.thread_id === undefined ? undefined : suffixOf(query.thread_id, ['thr']);
  if (threadSuffix === null) return null;
  return {
    ...(threadSuffix === undefined ? {} : { threadId: `thr_${threadSuffix}` as const }),
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.band === undefined ? {} : { band: query.band }),
    ...(query.tripwire_triggered === undefined ? {} : { tripwireTriggered: query.tripwire_triggered }),
    ...(query.created_from === undefined ? {} : { createdFromMs: Date.parse(query.created_from) }),
    ...(query.created_before === undefined ? {} : { createdBeforeMs: Date.parse(query.created_before) }),
  };
}

function matchesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
