import type { CalibrationParameters, StoredCalibration } from '@avow/answering';
import {
  calibrate,
  largestChange,
  logitOfEvidence,
  nameModel,
  probabilityOf,
  roundToFourDecimals,
} from '@avow/answering';
import { calibrationLimits } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import type { RecordStore } from '../../records/record-store.ts';
import { openEnvelope } from '../../records/records.ts';
import type { ShownProposal } from '../feedback.ts';
import { findAppliesAt, parametersOf } from './find-applies-at.ts';
import type { RefitDependencies } from './refit.ts';

/** Among so many messages, answers are looked for to show a proposal on. */
const messagesReadMax = 60;

export interface ProposalDependencies extends Pick<RefitDependencies, 'store' | 'model'> {
  readonly records: Pick<RecordStore, 'listMessages'>;
}

/** The proposal with what it would change; null: none. */
export async function showProposal(
  parts: ProposalDependencies,
  tenantId: TenantId,
  newest: StoredCalibration | null,
): Promise<ShownProposal | null> {
  const { store, model } = parts;
  const proposed = await store.getCalibrationProposal(tenantId);
  if (proposed === null || proposed.model !== nameModel(model)) return null;
  const [before, after] = [parametersOf(newest, model), proposed.fit.parameters];
  return {
    ...proposed,
    largestChange: largestChange(before, after),
    appliesAtMs: await findAppliesAt(parts, tenantId, proposed),
    scores: await compareScores(parts, tenantId, { before, after }),
  };
}

async function compareScores(
  { records, model }: ProposalDependencies,
  tenantId: TenantId,
  { before, after }: { readonly before: CalibrationParameters; readonly after: CalibrationParameters },
): Promise<ShownProposal['scores']> {
  const page = { before: null, limit: messagesReadMax };
  // Only what everybody may see: a proposal is shown to those who manage guardrails, whatever their groups.
  const filter = { status: 'delivered', readableBy: [] } as const;
  const recent = await records.listMessages(tenantId, filter, page);
  const compared = recent.flatMap(({ messageId, envelope }) => {
    const { scored } = openEnvelope(envelope);
    if (scored === null) return [];
    const { method } = scored.evidence;
    const logit = logitOfEvidence(model, scored.evidence);
    const by = (parameters: CalibrationParameters) =>
      roundToFourDecimals(probabilityOf(calibrate(parameters, { method, logit })));
    return [{ messageId, before: by(before), after: by(after) }];
  });
  return compared.slice(0, calibrationLimits.proposalScoresMax);
}
