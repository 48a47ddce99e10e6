import type { Cursors } from '../../../http/cursor.ts';
import type { DraftTrials } from '../create-draft-trials.ts';
import type { EvaluationRuns, Evaluations, GoldenSets } from '../evaluation.ts';

export interface EvaluationRoutes {
  readonly goldenSets: GoldenSets;
  readonly evaluations: Evaluations;
  readonly evaluationRuns: EvaluationRuns;
  readonly draftTrials: DraftTrials;
  readonly cursors: Cursors;
}
