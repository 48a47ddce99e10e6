import { periodQuerySchema } from '@avow/contract';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validateParameters } from '../../../http/validate.ts';
import type { Insights } from '../insights.ts';
import { type InsightHandler, type InsightRoutesParts, periodOf } from './insight-route.ts';

/** `GET /v1/insights/confidence`, `/cost`, `/latency` and `/guardrails` */
export function getFigures(
  parts: InsightRoutesParts,
  which: 'confidence' | 'cost' | 'latency' | 'guardrails',
): InsightHandler {
  return async (request, reply) => {
    const readFigures: Insights[typeof which] = parts.insights[which];
    const { tenantId } = principalOf(request);
    const period = periodOf(validateParameters(periodQuerySchema, request.query), parts);
    return sendPrivateJson(reply, JSON.stringify(await readFigures(tenantId, period)));
  };
}
