import { type MessageListQuery, messageListQuerySchema } from '@avow/contract/query';
import { AppError, type Clock, type MessageId, suffixOf } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { goneError } from '../../../http/refuse-gone.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { sendTagged } from '../../../http/send-tagged.ts';
import { validateParameters } from '../../../http/validate.ts';
import type { AuditLog } from '../../log/log.ts';
import type { ReaderGroups } from '../audience.ts';
import type { MessageFilter, RecordStore, StoredMessage } from '../record-store.ts';
import { responseOf, toAuditRecord, toMessage } from '../records.ts';

export interface MessageRoutes {
  readonly records: RecordStore;
  readonly auditLog: AuditLog;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

/** `GET /v1/messages/{message_id}` */
export function getMessage({ records }: MessageRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const stored = await records.getMessage(principalOf(request).tenantId, messageIdOf(request));
    // Unknown ids, malformed ids and those of other tenants get the same answer.
    if (stored === null) throw new AppError('not_found');
    return sendPrivateJson(reply, JSON.stringify(toMessage(stored)));
  };
}

/** `GET /v1/messages/{message_id}/audit` */
export function getAudit({ records, auditLog, clock }: MessageRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId, callerId } = principalOf(request);
    const stored = await records.getRecord(tenantId, messageIdOf(request));
    if (stored === null) throw new AppError('not_found');
    if (stored.kind === 'dropped') throw goneError(stored);
    return await sendTagged(request, reply, {
      body: JSON.stringify(toAuditRecord(tenantId, stored)),
      mediaType: 'application/json',
      cacheControl: 'no-store',
      // The access is on the log before the record is shown.
      beforeShown: () =>
        auditLog.note(tenantId, {
          ...{ kind: 'access', subject: stored.messageId, state: 'read', details: [] },
          ...{ atMs: clock.nowMs(), actor: callerId },
        }),
    });
  };
}

/** `GET /v1/messages` */
export function listMessages(parts: MessageRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    await sendPage(reply, parts.cursors, {
      ...(await readPage(parts, request)),
      toWire: (stored) => responseOf(stored),
    });
}

/** `GET /v1/audit/records` */
export function listAudits(parts: MessageRoutes) {
  const { auditLog, clock, cursors } = parts;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId, callerId } = principalOf(request);
    const page = await readPage(parts, request);
    const reads = page.found.slice(0, page.limit).map(({ messageId }) => ({
      ...({ kind: 'access', subject: messageId, state: 'read', details: [] } as const),
      ...{ atMs: clock.nowMs(), actor: callerId },
    }));
    // Each record has its own entry, so that its history names everybody who read it.
    if (reads.length > 0) await auditLog.note(tenantId, ...reads);
    return await sendPage(reply, cursors, {
      ...page,
      toWire: (stored) => toAuditRecord(tenantId, { kind: 'whole', ...stored }),
    });
  };
}

/** The messages that a request asks for, and one more if there are more. */
async function readPage({ records, cursors }: MessageRoutes, request: FastifyRequest) {
  const { tenantId } = principalOf(request);
  const { cursor, limit, ...filterText } = validateParameters(messageListQuerySchema, request.query);
  const list = { tenantId, filter: JSON.stringify(filterText, Object.keys(filterText).sort()) };
  const before = cursor === undefined ? null : (cursors.read(cursor, list) as MessageId);
  const filter = filterOf(filterText, readerGroupsOf(request));
  const found =
    filter === null ? [] : await records.listMessages(tenantId, filter, { before, limit: limit + 1 });
  return { list, limit, found, placeOf: ({ messageId }: StoredMessage) => messageId };
}

/** Null if no message can match, since the thread id is malformed. */
function filterOf(
  query: Omit<MessageListQuery, 'cursor' | 'limit'>,
  readableBy: ReaderGroups,
): MessageFilter | null {
  const threadSuffix = query.thread_id === undefined ? undefined : suffixOf(query.thread_id, ['thr']);
  if (threadSuffix === null) return null;
  return {
    readableBy,
    ...(threadSuffix === undefined ? {} : { threadId: `thr_${threadSuffix}` as const }),
    ...(query.end_user_id === undefined ? {} : { endUserId: query.end_user_id }),
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.band === undefined ? {} : { band: query.band }),
    ...(query.tripwire_triggered === undefined ? {} : { tripwireTriggered: query.tripwire_triggered }),
    ...foundBy(query),
    ...(query.created_from === undefined ? {} : { createdFromMs: Date.parse(query.created_from) }),
    ...(query.created_before === undefined ? {} : { createdBeforeMs: Date.parse(query.created_before) }),
  };
}

const didOf = {
  flagged: 'flag',
  redacted: 'redact',
  blocked: 'block',
  failed: 'failed',
  shadow: 'shadow',
} as const;

function foundBy({
  guardrail_id: guardrailId,
  guardrail_result: result,
}: Pick<MessageListQuery, 'guardrail_id' | 'guardrail_result'>): Pick<MessageFilter, 'found'> {
  if (guardrailId === undefined) return {};
  return { found: { guardrailId, ...(result === undefined ? {} : { did: didOf[result] }) } };
}
