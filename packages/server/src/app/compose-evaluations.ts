import { createCheckGate } from '../evaluating/create-check-gate.ts';
import { createEvaluationRuns } from '../evaluating/create-evaluation-runs.ts';
import { createEvaluations } from '../evaluating/create-evaluations.ts';
import { createGoldenSets } from '../evaluating/create-golden-sets.ts';
import type { CheckGate, EvaluationRuns, Evaluations, GoldenSets } from '../interfaces/evaluations.ts';
import type { ScratchParts } from './ask-in-scratch.ts';
import { type AskingShared, composeAsking } from './compose-asking.ts';

export interface ComposedEvaluations {
  readonly goldenSets: GoldenSets;
  readonly evaluations: Evaluations;
  readonly evaluationRuns: EvaluationRuns;
  readonly checkGate: CheckGate;
}

/** Everything that has to do with golden sets, for the service and for the command line alike. */
export function composeEvaluations(parts: ScratchParts, shared: AskingShared): ComposedEvaluations {
  const { clock, log } = parts;
  const { knowledge, golden } = parts.data.store;
  const evaluating = { knowledge, golden, clock, asking: composeAsking(parts, shared) };
  const evaluations = createEvaluations(evaluating);
  return {
    goldenSets: createGoldenSets({ knowledge, golden, clock }),
    evaluations,
    evaluationRuns: createEvaluationRuns({
      ...{ evaluations, clock },
      onFailure: (error, evaluationId) =>
        log.error({ err: error, evaluation_id: evaluationId }, 'an evaluation failed'),
    }),
    checkGate: createCheckGate(evaluating),
  };
}
