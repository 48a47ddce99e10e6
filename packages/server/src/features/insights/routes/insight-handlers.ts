import type { OperationId } from '@avow/contract';
import { activityQuerySchema, periodQuerySchema } from '@avow/contract/insights';
import { principalOf, readerGroupsOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validateParameters } from '../../../http/validate.ts';
import type { Insights } from '../insights.ts';
import { type InsightHandler, type InsightRoutes, periodOf } from './insight-route.ts';
import { draftUnanswered, listUnanswered, listUnansweredTasks, markUnanswered } from './unanswered.ts';

/** The handlers of the operations on insights, by their ids. */
export function insightHandlers(parts: InsightRoutes) {
  return {
    listUnanswered: listUnanswered(parts),
    draftUnanswered: draftUnanswered(parts),
    dismissUnanswered: markUnanswered(parts, 'dismissed'),
    reopenUnanswered: markUnanswered(parts, 'open'),
    listUnansweredTasks: listUnansweredTasks(parts),
    getActivityInsight: getActivity(parts),
    getConfidenceInsight: getFigures(parts, 'confidence'),
    getCostInsight: getFigures(parts, 'cost'),
    getLatencyInsight: getFigures(parts, 'latency'),
    getGuardrailInsight: getFigures(parts, 'guardrails'),
  } satisfies Readonly<Partial<Record<OperationId, InsightHandler>>>;
}

/** `GET /v1/insights/activity` */
function getActivity(parts: InsightRoutes): InsightHandler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const wanted = validateParameters(activityQuerySchema, request.query);
    const period = { ...periodOf(wanted, parts), readableBy: readerGroupsOf(request) };
    const figures = await parts.insights.activity(tenantId, period, wanted.channel_type ?? null);
    return sendPrivateJson(reply, JSON.stringify(figures));
  };
}

/** `GET /v1/insights/confidence`, `/cost`, `/latency` and `/guardrails` */
function getFigures(
  parts: InsightRoutes,
  which: 'confidence' | 'cost' | 'latency' | 'guardrails',
): InsightHandler {
  return async (request, reply) => {
    const readFigures: Insights[typeof which] = parts.insights[which];
    const { tenantId } = principalOf(request);
    const period = periodOf(validateParameters(periodQuerySchema, request.query), parts);
    return sendPrivateJson(reply, JSON.stringify(await readFigures(tenantId, period)));
  };
}
