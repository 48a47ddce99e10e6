import { calibrationLimits } from '@avow/contract';
import { nameModel } from '../confidence/confidence-model.ts';
import { calibrationNeeds, chooseExamples } from '../confidence/fit-calibration.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { CalibrationState } from '../interfaces/learning.ts';
import { examplesOf } from './examples-of.ts';
import type { RefitParts } from './refit.ts';

const { examplesMin, rightMin, wrongMin, examplesMax } = calibrationNeeds;
const needed = { usable: examplesMin, right: rightMin, wrong: wrongMin };

/** What scores of the tenant are calibrated by, and what the next fit has and needs. */
export async function readCalibration(
  { store, model }: Pick<RefitParts, 'store' | 'model'>,
  tenantId: TenantId,
): Promise<CalibrationState> {
  const revisions = await store.listCalibrations(tenantId, calibrationLimits.revisionsListed);
  const newest = revisions[0] ?? null;
  const [labels, counts] = await Promise.all([
    store.listLabels(tenantId, {}, examplesMax),
    store.countLabels(tenantId, newest?.createdAtMs ?? 0),
  ]);
  const usable = chooseExamples(examplesOf(labels));
  const modelName = nameModel(model);
  const holds = newest !== null && newest.fit !== null && newest.model === modelName;
  return {
    model: modelName,
    inForce: holds ? newest : null,
    isAutomatic: !isResting(newest),
    labels: {
      count: counts.all,
      usable: usable.length,
      right: usable.filter(({ isRight }) => isRight).length,
      sinceFit: counts.since,
    },
    needed,
    revisions,
  };
}

/** Somebody went back to the model that ships: nothing is fitted until somebody asks. */
export function isResting(newest: { readonly fit: unknown } | null): boolean {
  return newest !== null && newest.fit === null;
}
