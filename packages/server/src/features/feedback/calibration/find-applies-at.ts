import {
  type CalibrationCause,
  type CalibrationParameters,
  type ConfidenceModel,
  identity,
  largestChange,
  nameModel,
  type ProposedCalibration,
  type StoredCalibration,
} from '@avow/answering';
import type { TenantId } from '@avow/foundation';
import { unattendedBounds } from '../label-bounds.ts';
import type { RefitDependencies } from './refit.ts';

/** What a calibration does to scores: nothing, if there is none or it is of another model. */
export function parametersOf(
  stored: Pick<StoredCalibration, 'model' | 'fit'> | null,
  model: ConfidenceModel,
): CalibrationParameters {
  return stored?.fit?.parameters !== undefined && stored.model === nameModel(model)
    ? stored.fit.parameters
    : identity;
}

/**
 * When the service applies a proposal by itself: once it was shown for a while, if no score changes by more than a little, now
 * and since a person last decided. Null: it waits for a person.
 */
export async function findAppliesAt(
  { store, model }: Pick<RefitDependencies, 'store' | 'model'>,
  tenantId: TenantId,
  proposed: ProposedCalibration,
): Promise<number | null> {
  const [newest, accepted] = await Promise.all([
    store.currentCalibration(tenantId),
    store.lastAcceptedCalibration(tenantId),
  ]);
  if (isPaused(newest) || proposed.model !== nameModel(model)) return null;
  const { shownMs, perChange, sinceAccepted } = unattendedBounds;
  const changeFrom = (stored: StoredCalibration | null) =>
    largestChange(parametersOf(stored, model), proposed.fit.parameters);
  const isSmall = changeFrom(newest) <= perChange && changeFrom(accepted) <= sinceAccepted;
  return isSmall ? proposed.createdAtMs + shownMs : null;
}

const pausing: ReadonlySet<CalibrationCause> = new Set(['dismissed', 'reset', 'reverted']);

/** Whether somebody has decided against a change: nothing is done automatically until they accept one. */
export function isPaused(newest: Pick<StoredCalibration, 'cause'> | null): boolean {
  return newest !== null && pausing.has(newest.cause);
}
