import { nameModel } from '../confidence/confidence-model.ts';
import { calibrationNeeds } from '../confidence/fit-calibration.ts';
import type { AccessStore } from '../interfaces/access-store.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { Learning } from '../interfaces/learning.ts';
import { isResting } from './read-calibration.ts';
import type { RefitParts } from './refit.ts';

/** So many new labels are worth a fit at once; fewer wait for a day. */
const newLabelsMin = 20;
const dayMs = 86_400_000;

export interface RefitWhereDueParts extends RefitParts {
  readonly access: Pick<AccessStore, 'listTenants'>;
  readonly refit: Learning['refit'];
  /** Told of what failed; the other tenants have their turn all the same. */
  readonly onFailure: (error: unknown, tenantId: TenantId) => void;
}

/** Refits, one tenant at a time, wherever enough was said since the last time. Ends early where the signal says so. */
export function createRefitWhereDue(parts: RefitWhereDueParts): (signal: AbortSignal) => Promise<void> {
  /** When each was last tried: what came of nothing is not tried again on the same labels. */
  const triedAtMs = new Map<TenantId, number>();

  async function isDue(tenantId: TenantId): Promise<boolean> {
    const newest = await parts.store.currentCalibration(tenantId);
    if (isResting(newest)) return false;
    const tried = triedAtMs.get(tenantId);
    const lastMs = Math.max(newest?.createdAtMs ?? 0, tried ?? 0);
    const labels = await parts.store.countLabels(tenantId, lastMs);
    if (labels.all < calibrationNeeds.examplesMin) return false;
    // With another model that ships, what was fitted no longer holds.
    const isOutdated = newest !== null && newest.model !== nameModel(parts.model);
    if (isOutdated && tried === undefined) return true;
    return labels.since >= newLabelsMin || (labels.since > 0 && parts.nowMs() - lastMs >= dayMs);
  }

  return async (signal) => {
    for (const { tenantId, status } of await parts.access.listTenants()) {
      if (signal.aborted) return;
      if (status !== 'active') continue;
      try {
        if (!(await isDue(tenantId))) continue;
        triedAtMs.set(tenantId, parts.nowMs());
        await parts.refit(tenantId, null);
      } catch (error) {
        parts.onFailure(error, tenantId);
      }
    }
  };
}
