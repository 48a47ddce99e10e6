import { isDeepStrictEqual } from 'node:util';
import type { ConfidenceModel } from '../confidence/confidence-model.ts';
import { nameModel } from '../confidence/confidence-model.ts';
import { calibrationNeeds, findDisproof, fitCalibration } from '../confidence/fit-calibration.ts';
import type { CalibrationFit } from '../interfaces/confidence.ts';
import type { KeyId, TenantId } from '../interfaces/identity.ts';
import type { RefitOutcome } from '../interfaces/learning.ts';
import type { LearningStore, StoredCalibration } from '../interfaces/learning-store.ts';
import { examplesOf } from './examples-of.ts';

export interface RefitParts {
  readonly store: LearningStore;
  /** The model that ships. */
  readonly model: ConfidenceModel;
  readonly nowMs: () => number;
}

/**
 * Fits what the tenant's labels say, and puts it in force where it predicts them better than the model that ships. Where it
 * does not, what is in force stays only as long as the labels bear it out.
 */
export async function refit(
  parts: RefitParts,
  tenantId: TenantId,
  createdBy: KeyId | null,
): Promise<RefitOutcome> {
  const { store, model } = parts;
  const examples = examplesOf(await store.listLabels(tenantId, {}, calibrationNeeds.examplesMax));
  const newest = await store.currentCalibration(tenantId);
  const inForce = newest?.model === nameModel(model) ? newest : null;
  const outcome = fitCalibration(model, examples);
  if (outcome.kind === 'fitted') {
    // The same labels again are no new revision.
    const calibration =
      inForce !== null && isDeepStrictEqual(inForce.fit, outcome.fit)
        ? inForce
        : await put(parts, tenantId, { fit: outcome.fit, createdBy });
    return { kind: 'fitted', calibration };
  }
  const disproof =
    inForce === null || inForce.fit === null ? null : findDisproof(model, examples, inForce.fit.parameters);
  if (disproof !== null) {
    const calibration = await put(parts, tenantId, { fit: disproof.fit, createdBy });
    const logLoss = { inForce: disproof.lossInForce, without: disproof.fit.logLoss.without };
    return { kind: 'withdrawn', calibration, logLoss };
  }
  if (outcome.kind === 'too_few')
    return { kind: 'too_few', usable: outcome.counted.examples, right: outcome.counted.right };
  return { kind: 'not_better', usable: outcome.fit.exampleCount, logLoss: outcome.fit.logLoss };
}

async function put(
  { store, model, nowMs }: RefitParts,
  tenantId: TenantId,
  { fit, createdBy }: { readonly fit: CalibrationFit; readonly createdBy: KeyId | null },
): Promise<StoredCalibration> {
  const calibration = { model: nameModel(model), fit, createdAtMs: nowMs(), createdBy };
  return { revision: await store.putCalibration(tenantId, calibration), ...calibration };
}
