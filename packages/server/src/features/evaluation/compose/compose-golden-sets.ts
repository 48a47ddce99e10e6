import { type Clock, systemClock } from '@avow/foundation';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { createStoredEvaluations } from '../create-evaluations.ts';
import { createGoldenSets } from '../create-golden-sets.ts';
import type { Evaluations, GoldenSets } from '../evaluation.ts';

/** Golden sets, and the evaluations that were run. No model is needed for them. */
export function composeGoldenSets(
  { store: { content, golden } }: Pick<DataFolder, 'store'>,
  clock: Clock = systemClock,
): { readonly goldenSets: GoldenSets; readonly evaluations: Pick<Evaluations, 'get' | 'list'> } {
  return {
    goldenSets: createGoldenSets({ content, golden, clock }),
    evaluations: createStoredEvaluations({ content, golden }),
  };
}
