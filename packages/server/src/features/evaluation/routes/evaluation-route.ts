import type { EvaluationRuns, Evaluations, GoldenSets } from '@avow/evaluation';
import type { ContentRoutesParts } from '../../content/routes/content-route.ts';

export interface GoldenRoutesParts extends ContentRoutesParts {
  readonly goldenSets: GoldenSets;
  readonly evaluations: Evaluations;
  readonly evaluationRuns: EvaluationRuns;
}
