import { calibrationLimits } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import { nameModel } from '../confidence/confidence-model.ts';
import { calibrationNeeds, chooseExamples } from '../confidence/fit-calibration.ts';
import { buildExamples } from './build-examples.ts';
import type { CalibrationState } from './feedback-operations.ts';
import type { RefitParts } from './refit.ts';

const { examplesMin, rightMin, wrongMin, examplesMax } = calibrationNeeds;
const needed = { usable: examplesMin, right: rightMin, wrong: wrongMin };

/** The tenant's calibration, and what the next fit has and needs. */
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
  const usable = chooseExamples(buildExamples(labels));
  const modelName = nameModel(model);
  const isInForce = newest !== null && newest.fit !== null && newest.model === modelName;
  return {
    model: modelName,
    inForce: isInForce ? newest : null,
    isAutomatic: !isPaused(newest),
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

/** Whether the calibration was reset: nothing is fitted until a refit is requested. */
export function isPaused(newest: { readonly fit: unknown } | null): boolean {
  return newest !== null && newest.fit === null;
}
