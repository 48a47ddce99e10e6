import { jsonType, markdownType } from '@avow/contract';
import {
  groupDraftRequestSchema,
  groupRequestSchema,
  taskRequestSchema,
  unansweredQuerySchema,
} from '@avow/contract/insights';
import type { MessageId, PackId } from '@avow/foundation';
import { AppError, suffixOf } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import { qualityOf } from '../../../http/accept.ts';
import { found } from '../../../http/path-ids.ts';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import { pairToWire } from '../../curated/routes/pair-wire.ts';
import type { GroupPlace, Period, ReadablePeriod } from '../insights.ts';
import { type InsightHandler, type InsightRoutes, periodOf } from './insight-route.ts';
import { writeChecklist } from './write-checklist.ts';

/** A malformed id is not found, like an unknown one. */
function messageIdFrom(text: string): MessageId {
  const suffix = suffixOf(text, ['msg']);
  if (suffix === null) throw new AppError('not_found');
  return `msg_${suffix}`;
}

const readable = (request: FastifyRequest, period: Period): ReadablePeriod => ({
  ...period,
  readableBy: readerGroupsOf(request),
});

function groupOf(request: FastifyRequest): MessageId {
  return messageIdFrom((request.params as { group_id: string }).group_id);
}

/** A cursor keeps its period, so that questions asked meanwhile do not move entries. */
interface ListPlace {
  readonly period: Period;
  readonly after: GroupPlace;
}

/** `GET /v1/insights/unanswered` */
export function listUnanswered(parts: InsightRoutes): InsightHandler {
  const { insights, cursors } = parts;
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { cursor, limit, ...wanted } = validateParameters(unansweredQuerySchema, request.query);
    const filter = JSON.stringify([
      'unanswered',
      wanted.from ?? null,
      wanted.to ?? null,
      wanted.state ?? null,
    ]);
    const list = { tenantId, filter };
    const given = periodOf(wanted, parts);
    const place: ListPlace | null = cursor === undefined ? null : JSON.parse(cursors.read(cursor, list));
    const period = place?.period ?? given;
    const { hasMore, ...page } = await insights.listUnanswered(tenantId, readable(request, period), {
      state: wanted.state ?? null,
      after: place?.after ?? null,
      limit,
    });
    const last = hasMore ? page.data.at(-1) : undefined;
    const next =
      last === undefined
        ? null
        : cursors.write({
            ...list,
            place: JSON.stringify({ period, after: { count: last.count, group_id: last.group_id } }),
          });
    return sendPrivateJson(reply, JSON.stringify({ ...page, has_more: next !== null, next_cursor: next }));
  };
}

/** `POST /v1/insights/unanswered/{group_id}/draft` */
export function draftUnanswered(parts: InsightRoutes): InsightHandler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const messageId = groupOf(request);
    const given = validate(groupDraftRequestSchema, request.body);
    const { content_pack_id: packText, question = null, answer, source, url, tags, groups = null } = given;
    const packSuffix = suffixOf(packText, ['pack']);
    if (packSuffix === null) throw new AppError('not_found');
    const packId: PackId = `pack_${packSuffix}`;
    const wanted = { messageId, answer: { packId, question, answer, source, url, tags, groups } };
    const drafted = found(
      await parts.insights.draftPair(tenantId, readable(request, periodOf(given, parts)), wanted),
    );
    reply.code(201).header('location', `/v1/content-packs/${packId}/qna/${drafted.pair.curatedId}`);
    const body = {
      // A new pair; of one that was there, the owner is read with the pair.
      qna: pairToWire(drafted.pair, { owner: null }),
      content_pack_id: packId,
      group_id: drafted.groupId,
      marked: drafted.markedCount,
      omitted: drafted.omittedCount,
    };
    return sendPrivateJson(reply, JSON.stringify(body));
  };
}

/** `POST /v1/insights/unanswered/{group_id}/dismiss` and `/reopen` */
export function markUnanswered(parts: InsightRoutes, state: 'open' | 'dismissed'): InsightHandler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const messageId = groupOf(request);
    const period = readable(request, periodOf(validateOptional(groupRequestSchema, request.body), parts));
    const marked = found(await parts.insights.markGroup(tenantId, period, { messageId, state }));
    return sendPrivateJson(reply, JSON.stringify(marked));
  };
}

/** `POST /v1/insights/unanswered/tasks` */
export function listUnansweredTasks(parts: InsightRoutes): InsightHandler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { group_ids: named, limit, ...wanted } = validateOptional(taskRequestSchema, request.body);
    const groups = named === undefined ? null : named.map(messageIdFrom);
    const period = readable(request, periodOf(wanted, parts));
    const tasks = found(await parts.insights.listTasks(tenantId, period, { groups, limit }));
    const { accept } = request.headers;
    if (qualityOf(accept, markdownType) <= qualityOf(accept, jsonType))
      return sendPrivateJson(reply, JSON.stringify(tasks));
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', `${markdownType}; charset=utf-8`)
      .send(writeChecklist(tasks));
  };
}
