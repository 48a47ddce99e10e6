import { isDeepStrictEqual } from 'node:util';
import type { ConfidenceModel } from '../confidence/confidence-model.ts';
import { nameModel } from '../confidence/confidence-model.ts';
import { calibrationNeeds, fitCalibration } from '../confidence/fit-calibration.ts';
import type { KeyId, TenantId } from '../interfaces/identity.ts';
import type { RefitOutcome } from '../interfaces/learning.ts';
import type { LearningStore } from '../interfaces/learning-store.ts';
import { examplesOf } from './examples-of.ts';

export interface RefitParts {
  readonly store: LearningStore;
  /** The model that ships. */
  readonly model: ConfidenceModel;
  readonly nowMs: () => number;
}

/** Fits what the tenant's labels say, and puts it in force where it is better; else what is in force stays. */
export async function refit(
  { store, model, nowMs }: RefitParts,
  tenantId: TenantId,
  createdBy: KeyId | null,
): Promise<RefitOutcome> {
  const labels = await store.listLabels(tenantId, {}, calibrationNeeds.examplesMax);
  const outcome = fitCalibration(model, examplesOf(labels));
  if (outcome.kind === 'too_few') {
    const { examples: usable, right } = outcome.counted;
    return { kind: 'too_few', usable, right };
  }
  const { fit } = outcome;
  if (outcome.kind === 'no_better')
    return { kind: 'not_better', usable: fit.exampleCount, logLoss: fit.logLoss };
  const modelName = nameModel(model);
  const current = await store.currentCalibration(tenantId);
  // The same labels again are no new revision.
  if (current?.model === modelName && isDeepStrictEqual(current.fit, fit))
    return { kind: 'fitted', calibration: current };
  const calibration = { model: modelName, fit, createdAtMs: nowMs(), createdBy };
  const revision = await store.putCalibration(tenantId, calibration);
  return { kind: 'fitted', calibration: { revision, ...calibration } };
}
