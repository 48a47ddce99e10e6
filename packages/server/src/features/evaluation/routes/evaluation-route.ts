import type { EvaluationRuns, Evaluations, GoldenSets } from '@avow/evaluation';
import type { Cursors } from '../../../http/cursor.ts';

export interface EvaluationRoutesParts {
  readonly goldenSets: GoldenSets;
  readonly evaluations: Evaluations;
  readonly evaluationRuns: EvaluationRuns;
  readonly cursors: Cursors;
}
