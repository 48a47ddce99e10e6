import { csvType, jsonType } from '@avow/contract';
import {
  type Message,
  messageListQuerySchema,
  type RecordListQuery,
  recordListQuerySchema,
} from '@avow/contract/query';
import { AppError, type Clock, type MessageId, suffixOf, type TenantId } from '@avow/foundation';
import { createWordMatch } from '@avow/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { qualityOf } from '../../../http/accept.ts';
import type { Cursors } from '../../../http/cursor.ts';
import { nextPageOf } from '../../../http/next-page.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { goneError } from '../../../http/refuse-gone.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { markGenerated, sendEntry, sendPrivateJson } from '../../../http/send-json.ts';
import { sendTagged } from '../../../http/send-tagged.ts';
import { validateParameters } from '../../../http/validate.ts';
import { type AuditLog, eventToWire } from '../../log/log.ts';
import type { ReaderGroups } from '../audience.ts';
import type { MessageFilter } from '../message-filter.ts';
import type { RecordStore, StoredMessage } from '../record-store.ts';
import { openEnvelope, responseOf, toAuditRecord, toMessage } from '../records.ts';
import { scanMessages } from '../scan-messages.ts';
import { writeRecordTable } from './write-record-table.ts';

export interface MessageRoutes {
  readonly records: RecordStore;
  readonly auditLog: AuditLog;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

/** `GET /v1/messages/{message_id}` */
export function getMessage({ records, auditLog }: MessageRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const stored = await records.getMessage(tenantId, messageIdOf(request));
    // Unknown ids, malformed ids and those of other tenants get the same answer.
    if (stored === null) throw new AppError('not_found');
    const receipt = await readReceipt(auditLog, tenantId, stored.messageId);
    const message = toMessage(stored, receipt);
    return sendPrivateJson(markGenerated(reply, message), JSON.stringify(message));
  };
}

/** Null: there is none yet, or the log cannot be proved, which its own address reports. A message is read all the same. */
async function readReceipt(
  auditLog: Pick<AuditLog, 'receiptOf'>,
  tenantId: TenantId,
  messageId: MessageId,
): Promise<Message['receipt']> {
  try {
    const made = await auditLog.receiptOf(tenantId, messageId, 'existing');
    return made.kind === 'receipt' ? (JSON.parse(made.text) as Message['receipt']) : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'audit_unavailable') return null;
    throw error;
  }
}

/** `GET /v1/messages/{message_id}/audit` */
export function getAudit({ records, auditLog, clock }: MessageRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId, callerId } = principalOf(request);
    const stored = await records.getRecord(tenantId, messageIdOf(request));
    if (stored === null) throw new AppError('not_found');
    if (stored.kind === 'dropped') throw goneError(stored);
    const rules = await auditLog.listRules(tenantId, stored.rules);
    return await sendTagged(request, reply, {
      body: JSON.stringify(toAuditRecord(tenantId, stored, rules.map(eventToWire))),
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
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const query = validateParameters(messageListQuerySchema, request.query);
    const { shown, cursor } = await readPage(parts, request, query);
    return sendEntry(reply, toPage(shown.map(responseOf), cursor));
  };
}

/** `GET /v1/audit/records` */
export function listAudits(parts: MessageRoutes) {
  const { auditLog, clock } = parts;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId, callerId } = principalOf(request);
    const query = validateParameters(recordListQuerySchema, request.query);
    const { shown, cursor } = await readPage(parts, request, query);
    const reads = shown.map(({ messageId }) => ({
      ...({ kind: 'access', subject: messageId, state: 'read', details: [] } as const),
      ...{ atMs: clock.nowMs(), actor: callerId },
    }));
    // Each record has its own entry, so that its history names everybody who read it.
    if (reads.length > 0) await auditLog.note(tenantId, ...reads);
    const records = await Promise.all(
      shown.map(async (stored) => {
        const rules = await auditLog.listRules(tenantId, stored.rules);
        return toAuditRecord(tenantId, { kind: 'whole', ...stored }, rules.map(eventToWire));
      }),
    );
    if (cursor !== null) reply.header('link', `<${nextPageOf(request, cursor)}>; rel="next"`);
    const { accept } = request.headers;
    if (qualityOf(accept, csvType) <= qualityOf(accept, jsonType))
      return sendEntry(reply, toPage(records, cursor));
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', `${csvType}; charset=utf-8`)
      .send(writeRecordTable(records, { hasHead: query.cursor === undefined }));
  };
}

const toPage = (data: readonly unknown[], cursor: string | null) => ({
  ...{ data, has_more: cursor !== null, next_cursor: cursor },
});

interface MessagePage {
  readonly shown: readonly StoredMessage[];
  /** Of the next page; null: there is none. */
  readonly cursor: string | null;
}

/** The messages that a request asks for. */
async function readPage(
  { records, cursors }: MessageRoutes,
  request: FastifyRequest,
  { cursor, limit, ...criteria }: RecordListQuery,
): Promise<MessagePage> {
  const { tenantId } = principalOf(request);
  const list = { tenantId, filter: JSON.stringify(criteria, Object.keys(criteria).sort()) };
  const before = cursor === undefined ? null : (cursors.read(cursor, list) as MessageId);
  const filter = filterOf(criteria, readerGroupsOf(request));
  if (filter === null) return { shown: [], cursor: null };
  const pageTo = (place: MessageId | null) => (place === null ? null : cursors.write({ ...list, place }));
  const isWanted = contentCondition(criteria);
  if (isWanted === null) {
    const found = await records.listMessages(tenantId, filter, { before, limit: limit + 1 });
    const shown = found.slice(0, limit);
    return { shown, cursor: pageTo(found.length > limit ? (shown.at(-1)?.messageId ?? null) : null) };
  }
  const { found, next } = await scanMessages(records, tenantId, { filter, before, limit, isWanted });
  return { shown: found, cursor: pageTo(next) };
}

/** What is wanted of the content of a message; null: anything. */
function contentCondition({
  text,
  content_pack_id: packId,
}: Pick<RecordListQuery, 'text' | 'content_pack_id'>): ((message: StoredMessage) => boolean) | null {
  if (text === undefined && packId === undefined) return null;
  const hasWords = text === undefined ? null : createWordMatch(text);
  return (message) => {
    const { question, metadata } = openEnvelope(message.envelope);
    const { answer, citations } = responseOf(message);
    if (packId !== undefined && !citations.some((cited) => cited.content_pack_id === packId)) return false;
    const texts = [question, answer, message.endUserId ?? '', ...Object.values(metadata)];
    return hasWords === null || hasWords(texts);
  };
}

/** Null if no message can match, since the thread id is malformed. */
function filterOf(
  query: Omit<RecordListQuery, 'cursor' | 'limit'>,
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
    ...(query.channel_type === undefined ? {} : { channelType: query.channel_type }),
    ...(query.latest_in_thread === true ? { isLatestInThread: true } : {}),
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
}: Pick<RecordListQuery, 'guardrail_id' | 'guardrail_result'>): Pick<MessageFilter, 'found'> {
  if (guardrailId === undefined) return {};
  return { found: { guardrailId, ...(result === undefined ? {} : { did: didOf[result] }) } };
}
