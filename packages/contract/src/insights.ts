/** What many messages have in common: figures of a period, and the questions that were not answered. */

// Periods.

export { insightLimits, periodQuerySchema } from './insights/insight-period.ts';

// Figures.

export {
  type ActivityCounts,
  type ActivityInsight,
  activityQuerySchema,
} from './insights/insight-activity.ts';
export type { BandReliability, ConfidenceInsight } from './insights/insight-confidence.ts';
export type {
  BudgetLeft,
  CostInsight,
  GuardrailInsight,
  LatencyInsight,
  Spent,
  Timing,
} from './insights/insight-figures.ts';

// Questions without an answer.

export {
  groupDraftRequestSchema,
  groupRequestSchema,
  type NearestKnowledge,
  taskRequestSchema,
  type UnansweredAction,
  type UnansweredCause,
  type UnansweredGroup,
  type UnansweredMarked,
  type UnansweredPage,
  type UnansweredState,
  type UnansweredTask,
  type UnansweredTasks,
  unansweredQuerySchema,
} from './insights/insight-unanswered.ts';
