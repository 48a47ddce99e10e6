import type { EvaluationRoutes } from './evaluation-route.ts';
import { runHandlers } from './evaluations.ts';
import { gateHandlers, goldenSetHandlers } from './golden-sets.ts';

/** The handlers of the operations on golden sets, evaluations and gates. */
export function evaluationHandlers(parts: EvaluationRoutes) {
  return { ...goldenSetHandlers(parts), ...gateHandlers(parts), ...runHandlers(parts) };
}
