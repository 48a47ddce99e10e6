import type { EvaluationRuns, Evaluations, GoldenSets } from '../../../interfaces/evaluations.ts';
import type { ContentRoutesParts } from '../content/content-route.ts';

export interface GoldenRoutesParts extends ContentRoutesParts {
  readonly goldenSets: GoldenSets;
  readonly evaluations: Evaluations;
  readonly evaluationRuns: EvaluationRuns;
}
