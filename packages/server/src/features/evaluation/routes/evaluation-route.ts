import type { Cursors } from '../../../http/cursor.ts';
import type { EvaluationRuns, Evaluations, GoldenSets } from '../evaluation.ts';

export interface EvaluationRoutes {
  readonly goldenSets: GoldenSets;
  readonly evaluations: Evaluations;
  readonly evaluationRuns: EvaluationRuns;
  readonly cursors: Cursors;
}
