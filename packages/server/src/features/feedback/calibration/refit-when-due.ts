import { calibrationNeeds, nameModel } from '@avow/answering';
import type { TenantId } from '@avow/foundation';
import type { AccessStore } from '../../keys/access-store.ts';
import type { FeedbackOperations } from '../feedback.ts';
import { findAppliesAt, isPaused } from './find-applies-at.ts';
import type { RefitDependencies } from './refit.ts';

/** This many new labels trigger a fit immediately; fewer wait for a day. */
const newLabelsMin = 20;
const dayMs = 86_400_000;

export interface DueRefitDependencies extends RefitDependencies {
  readonly access: Pick<AccessStore, 'listTenants'>;
  readonly refit: FeedbackOperations['refit'];
  readonly applyDueProposal: FeedbackOperations['applyDueProposal'];
  /** Called for failures; the other tenants are still refitted. */
  readonly onFailure: (error: unknown, tenantId: TenantId) => void;
}

/** Applies proposals that are due, and refits the tenants with enough new labels, one at a time. Ends early if the signal aborts. */
export function createRefitWhenDue(parts: DueRefitDependencies): (signal: AbortSignal) => Promise<void> {
  /** When each was last tried, so that an unsuccessful fit is not repeated with the same labels. */
  const triedAtMs = new Map<TenantId, number>();

  async function isDue(tenantId: TenantId): Promise<boolean> {
    const newest = await parts.store.currentCalibration(tenantId);
    if (isPaused(newest)) return false;
    const proposed = await parts.store.getCalibrationProposal(tenantId);
    // What is shown until it applies is not replaced meanwhile: the time that it is shown for would begin again.
    if (proposed !== null && (await findAppliesAt(parts, tenantId, proposed)) !== null) return false;
    const tried = triedAtMs.get(tenantId);
    const lastMs = Math.max(newest?.createdAtMs ?? 0, proposed?.createdAtMs ?? 0, tried ?? 0);
    const labels = await parts.store.countLabels(tenantId, lastMs);
    if (labels.all - labels.visitors < calibrationNeeds.examplesMin) return false;
    // A calibration of another shipped model no longer applies.
    const isOutdated = newest !== null && newest.model !== nameModel(parts.model);
    if (isOutdated && tried === undefined) return true;
    return labels.since >= newLabelsMin || (labels.since > 0 && parts.nowMs() - lastMs >= dayMs);
  }

  return async (signal) => {
    for (const { tenantId, status } of await parts.access.listTenants()) {
      if (signal.aborted) return;
      if (status !== 'active') continue;
      try {
        // What was said while a proposal was shown counts from now on.
        const isApplied = await parts.applyDueProposal(tenantId);
        if (!isApplied && !(await isDue(tenantId))) continue;
        triedAtMs.set(tenantId, parts.nowMs());
        await parts.refit(tenantId, null);
      } catch (error) {
        parts.onFailure(error, tenantId);
      }
    }
  };
}
