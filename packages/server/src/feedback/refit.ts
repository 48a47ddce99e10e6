import { isDeepStrictEqual } from 'node:util';
import type { CallerId, TenantId } from '@avow/foundation';
import type { CalibrationFit, StoredCalibration } from '../answers/confidence.ts';
import type { ConfidenceModel } from '../confidence/confidence-model.ts';
import { nameModel } from '../confidence/confidence-model.ts';
import { calibrationNeeds, findDisproof, fitCalibration } from '../confidence/fit-calibration.ts';
import { buildExamples } from './build-examples.ts';
import type { RefitOutcome } from './feedback-operations.ts';
import type { FeedbackStore } from './feedback-store.ts';

export interface RefitParts {
  readonly store: FeedbackStore;
  /** The shipped model. */
  readonly model: ConfidenceModel;
  readonly nowMs: () => number;
}

/**
 * Fits a calibration to the tenant's labels, and puts it in force if it predicts them better than the shipped model. If it
 * does not, the calibration in force stays only as long as the labels support it.
 */
export async function refit(
  parts: RefitParts,
  tenantId: TenantId,
  createdBy: CallerId | null,
): Promise<RefitOutcome> {
  const { store, model } = parts;
  const examples = buildExamples(await store.listLabels(tenantId, {}, calibrationNeeds.examplesMax));
  const newest = await store.currentCalibration(tenantId);
  const inForce = newest?.model === nameModel(model) ? newest : null;
  const outcome = fitCalibration(model, examples);
  if (outcome.kind === 'fitted') {
    // The same labels do not create a new revision.
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
  { fit, createdBy }: { readonly fit: CalibrationFit; readonly createdBy: CallerId | null },
): Promise<StoredCalibration> {
  const calibration = { model: nameModel(model), fit, createdAtMs: nowMs(), createdBy };
  return { revision: await store.putCalibration(tenantId, calibration), ...calibration };
}
