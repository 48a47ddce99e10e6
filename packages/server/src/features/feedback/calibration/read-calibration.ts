import { calibrationNeeds, chooseExamples, nameModel } from '@avow/answering';
import { calibrationLimits } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import type { CalibrationState } from '../feedback.ts';
import { buildExamples } from '../labels/build-examples.ts';
import { isPaused } from './find-applies-at.ts';
import { type ProposalDependencies, showProposal } from './show-proposal.ts';

const { examplesMin, rightMin, wrongMin, examplesMax } = calibrationNeeds;
const needed = { usable: examplesMin, right: rightMin, wrong: wrongMin };

/** The tenant's calibration, and what the next fit has and needs. */
export async function readCalibration(
  parts: ProposalDependencies,
  tenantId: TenantId,
): Promise<CalibrationState> {
  const { store, model } = parts;
  const revisions = await store.listCalibrations(tenantId, calibrationLimits.revisionsListed);
  const newest = revisions[0] ?? null;
  const [labels, counts, proposal] = await Promise.all([
    store.listLabels(tenantId, { selection: 'counted' }, examplesMax),
    store.countLabels(tenantId, newest?.createdAtMs ?? 0),
    showProposal(parts, tenantId, newest),
  ]);
  const usable = chooseExamples(buildExamples(labels));
  const modelName = nameModel(model);
  const isInForce = newest !== null && newest.fit !== null && newest.model === modelName;
  return {
    model: modelName,
    inForce: isInForce ? newest : null,
    isAutomatic: !isPaused(newest),
    proposal,
    labels: {
      count: counts.all,
      visitors: counts.visitors,
      usable: usable.length,
      right: usable.filter(({ isRight }) => isRight).length,
      sinceFit: counts.since,
    },
    needed,
    revisions,
  };
}
