import { isDeepStrictEqual } from 'node:util';
import type {
  ConfidenceModel,
  LabelledExample,
  ProposedCalibration,
  StoredCalibration,
} from '@avow/answering';
import {
  type CalibrationOutcome,
  calibrationNeeds,
  findDisproof,
  fitCalibration,
  nameModel,
} from '@avow/answering';
import type { CallerId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import type { RefitOutcome } from '../feedback.ts';
import type { FeedbackStore } from '../feedback-store.ts';
import { buildExamples } from '../labels/build-examples.ts';

export interface RefitDependencies {
  readonly store: FeedbackStore;
  /** The shipped model. */
  readonly model: ConfidenceModel;
  readonly nowMs: () => number;
}

/**
 * Fits a calibration to the labels that count, and proposes it if it predicts them better than the shipped model. If it does
 * not, and the labels no longer support the calibration in force, its withdrawal is proposed. No score changes.
 */
export async function refit(
  parts: RefitDependencies,
  tenantId: TenantId,
  createdBy: CallerId | null,
): Promise<RefitOutcome> {
  const { store, model, nowMs } = parts;
  const selected = { selection: 'counted' } as const;
  const examples = buildExamples(await store.listLabels(tenantId, selected, calibrationNeeds.examplesMax));
  const newest = await store.currentCalibration(tenantId);
  const inForce = newest?.model === nameModel(model) ? newest : null;
  const outcome = fitCalibration(model, examples);
  const candidate = findCandidate(model, { examples, outcome, inForce });
  const there = await store.getCalibrationProposal(tenantId);
  if (candidate !== null && !isDeepStrictEqual(inForce?.fit, candidate.fit)) {
    const modelName = nameModel(model);
    // The same labels do not start the time again for which a proposal is shown.
    if (there?.model === modelName && isDeepStrictEqual(there.fit, candidate.fit))
      return { kind: 'proposed', proposed: there };
    const made = { model: modelName, ...candidate, createdAtMs: nowMs(), createdBy };
    const proposed = { proposalId: newId('cal', made.createdAtMs), ...made };
    await store.putCalibrationProposal(tenantId, proposed);
    return { kind: 'proposed', proposed };
  }
  // The labels say something else by now.
  if (there !== null)
    await store.dropCalibrationProposal(tenantId, there.proposalId, { actor: createdBy, atMs: nowMs() });
  if (candidate !== null && inForce !== null) return { kind: 'fitted', calibration: inForce };
  return refusalOf(outcome);
}

/** What should be in force; null: nothing else than what is. */
function findCandidate(
  model: ConfidenceModel,
  given: {
    readonly examples: readonly LabelledExample[];
    readonly outcome: CalibrationOutcome;
    readonly inForce: StoredCalibration | null;
  },
): Pick<ProposedCalibration, 'kind' | 'fit'> | null {
  const { examples, outcome, inForce } = given;
  if (outcome.kind === 'fitted') return { kind: 'fit', fit: outcome.fit };
  if (inForce === null || inForce.fit === null) return null;
  const disproof = findDisproof(model, examples, inForce.fit.parameters);
  return disproof === null ? null : { kind: 'withdrawal', fit: disproof.fit };
}

function refusalOf(outcome: CalibrationOutcome): RefitOutcome {
  if (outcome.kind === 'too_few')
    return { kind: 'too_few', usable: outcome.counted.examples, right: outcome.counted.right };
  return { kind: 'not_better', usable: outcome.fit.exampleCount, logLoss: outcome.fit.logLoss };
}
