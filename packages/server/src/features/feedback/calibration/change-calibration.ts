import {
  type CalibrationId,
  nameModel,
  type ProposedCalibration,
  type StoredCalibration,
} from '@avow/answering';
import { AppError, type CallerId, type TenantId } from '@avow/foundation';
import { findAppliesAt, isPaused } from './find-applies-at.ts';
import type { RefitDependencies } from './refit.ts';

/** The most that is searched for a revision to restore. */
const revisionsMax = 1_000;

type Made = Pick<StoredCalibration, 'fit' | 'createdBy' | 'cause'>;

/** Puts a calibration in force. False: its proposal is no longer there. */
async function put(
  { store, model, nowMs }: RefitDependencies,
  tenantId: TenantId,
  { proposalId, ...made }: Made & { readonly proposalId?: CalibrationId },
): Promise<boolean> {
  const calibration = { ...made, model: nameModel(model), createdAtMs: nowMs() };
  return (await store.putCalibration(tenantId, calibration, proposalId)) !== null;
}

/** Applies a proposal that changes little and was shown for long enough. */
export async function applyDueProposal(parts: RefitDependencies, tenantId: TenantId): Promise<boolean> {
  const { store, nowMs } = parts;
  const proposed = await store.getCalibrationProposal(tenantId);
  if (proposed === null) return false;
  const dueMs = await findAppliesAt(parts, tenantId, proposed);
  if (dueMs === null || nowMs() < dueMs) return false;
  const { proposalId, fit } = proposed;
  return await put(parts, tenantId, { proposalId, fit, createdBy: null, cause: 'automatic' });
}

export async function acceptCalibration(
  parts: RefitDependencies,
  tenantId: TenantId,
  { proposalId, by }: { readonly proposalId: CalibrationId; readonly by: CallerId },
): Promise<void> {
  const { fit } = await requireProposal(parts, tenantId, proposalId);
  if (!(await put(parts, tenantId, { proposalId, fit, createdBy: by, cause: 'accepted' })))
    throw notProposed();
}

/** What is in force is confirmed: the service proposes nothing by itself until somebody accepts a proposal. */
export async function dismissCalibration(
  parts: RefitDependencies,
  tenantId: TenantId,
  { proposalId, by }: { readonly proposalId: CalibrationId; readonly by: CallerId },
): Promise<void> {
  await requireProposal(parts, tenantId, proposalId);
  const newest = await parts.store.currentCalibration(tenantId);
  const fit = newest?.model === nameModel(parts.model) ? newest.fit : null;
  if (!(await put(parts, tenantId, { proposalId, fit, createdBy: by, cause: 'dismissed' })))
    throw notProposed();
}

async function requireProposal(
  { store, model }: RefitDependencies,
  tenantId: TenantId,
  proposalId: CalibrationId,
): Promise<ProposedCalibration> {
  const there = await store.getCalibrationProposal(tenantId);
  if (there?.proposalId !== proposalId || there.model !== nameModel(model)) throw notProposed();
  return there;
}

function notProposed(): AppError {
  return new AppError('invalid_state', {
    detail: 'This calibration is not proposed, or no longer. Read what is proposed now.',
  });
}

export async function revertCalibration(
  parts: RefitDependencies,
  tenantId: TenantId,
  { revision, by }: { readonly revision: number | null; readonly by: CallerId },
): Promise<void> {
  const all = await parts.store.listCalibrations(tenantId, revisionsMax);
  const newest = all[0]?.revision ?? 0;
  if (newest === 0) throw cannotRevert('No calibration was ever in force.');
  const wanted = revision ?? newest - 1;
  const found = all.find((one) => one.revision === wanted) ?? null;
  if (wanted !== 0 && found === null) throw cannotRevert(`There is no revision ${wanted} to restore.`);
  if (found !== null && found.fit !== null && found.model !== nameModel(parts.model))
    throw cannotRevert(`Revision ${wanted} belongs to another built-in model.`);
  await put(parts, tenantId, {
    ...{ fit: found?.fit ?? null, createdBy: by, cause: 'reverted' },
  });
}

function cannotRevert(detail: string): AppError {
  return new AppError('invalid_state', { detail });
}

export async function resetCalibration(
  parts: RefitDependencies,
  tenantId: TenantId,
  by: CallerId,
): Promise<void> {
  const newest = await parts.store.currentCalibration(tenantId);
  if (newest !== null && newest.fit === null && isPaused(newest)) return;
  await put(parts, tenantId, { fit: null, createdBy: by, cause: 'reset' });
}
