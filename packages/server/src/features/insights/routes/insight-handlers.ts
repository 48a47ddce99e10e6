import type { OperationId } from '@avow/contract';
import { getFigures } from './figures.ts';
import type { InsightHandler, InsightRoutesParts } from './insight-route.ts';
import { draftUnanswered, listUnanswered, listUnansweredTasks, markUnanswered } from './unanswered.ts';

/** The handlers of the operations on insights, by their ids. */
export function insightHandlers(parts: InsightRoutesParts) {
  return {
    listUnanswered: listUnanswered(parts),
    draftUnanswered: draftUnanswered(parts),
    dismissUnanswered: markUnanswered(parts, 'dismissed'),
    reopenUnanswered: markUnanswered(parts, 'open'),
    listUnansweredTasks: listUnansweredTasks(parts),
    getConfidenceInsight: getFigures(parts, 'confidence'),
    getCostInsight: getFigures(parts, 'cost'),
    getLatencyInsight: getFigures(parts, 'latency'),
    getGuardrailInsight: getFigures(parts, 'guardrails'),
  } satisfies Readonly<Partial<Record<OperationId, InsightHandler>>>;
}
