import type { CalibrationFit, ProposedCalibration } from '@avow/answering/score';
import type { TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';

const fit: CalibrationFit = {
  parameters: { offset: -0.125, slope: 0.875, methods: { extractive: 0.25 } },
  exampleCount: 80,
  rightCount: 60,
  ...{ authorCount: 12, callerCount: 3 },
  logLoss: { with: 0.5, without: 0.625 },
};

export function describeProposals(get: () => OpenedStore): void {
  const proposed = (): ProposedCalibration => ({
    ...{ proposalId: newId('cal', sampleTimeMs), model: 'avow-confidence-1', fit },
    ...{ kind: 'fit', createdAtMs: sampleTimeMs, createdBy: null },
  });
  const made = { model: 'avow-confidence-1', fit, createdAtMs: sampleTimeMs, createdBy: null } as const;
  const eventsOf = async (tenantId: TenantId) => {
    const page = { before: null, limit: 20 } as const;
    const entries = await get().log.listLogEvents(tenantId, { kind: 'calibration' }, page);
    return entries
      .map(({ text }) => parseEntry(text))
      .map(({ subject, state }) => `${subject} ${state}`)
      .reverse();
  };

  it('keeps one proposal for each tenant, until something is put in force', async () => {
    const { feedback, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const [first, second] = [proposed(), proposed()];
    expect(await feedback.getCalibrationProposal(tenantId)).toBeNull();
    await feedback.putCalibrationProposal(tenantId, first);
    await feedback.putCalibrationProposal(tenantId, second);
    expect(await feedback.getCalibrationProposal(tenantId)).toEqual(second);
    expect(await feedback.getCalibrationProposal(other)).toBeNull();
    // Only what is proposed is put in force by its id, and once.
    const accepted = { ...made, cause: 'accepted' } as const;
    expect(await feedback.putCalibration(tenantId, accepted, first.proposalId)).toBeNull();
    expect(await feedback.currentCalibration(tenantId)).toBeNull();
    expect(await feedback.putCalibration(tenantId, accepted, second.proposalId)).toBe(1);
    expect(await feedback.putCalibration(tenantId, accepted, second.proposalId)).toBeNull();
    await feedback.putCalibrationProposal(tenantId, first);
    expect(await feedback.putCalibration(tenantId, { ...made, fit: null, cause: 'reset' })).toBe(2);
    expect(await feedback.getCalibrationProposal(tenantId)).toBeNull();
    await feedback.putCalibrationProposal(tenantId, first);
    const by = { actor: null, atMs: sampleTimeMs };
    expect(await feedback.dropCalibrationProposal(tenantId, second.proposalId, by)).toBe(false);
    expect(await feedback.dropCalibrationProposal(tenantId, first.proposalId, by)).toBe(true);
    expect(await eventsOf(tenantId)).toEqual([
      ...[`${first.proposalId} proposed`, `${second.proposalId} proposed`, 'revision-1 accepted'],
      ...[`${first.proposalId} proposed`, 'revision-2 reset'],
      ...[`${first.proposalId} proposed`, `${first.proposalId} dropped`],
    ]);
  });

  it('finds the newest calibration that a person put in force', async () => {
    const { feedback, access } = get();
    const tenantId = await newTenant(access);
    expect(await feedback.lastAcceptedCalibration(tenantId)).toBeNull();
    for (const cause of ['automatic', 'accepted', 'automatic', 'automatic'] as const)
      await feedback.putCalibration(tenantId, { ...made, cause });
    expect(await feedback.lastAcceptedCalibration(tenantId)).toMatchObject({ revision: 2 });
  });
}

export function describeCalibrations(get: () => OpenedStore): void {
  it('numbers calibrations by tenant, and the last is in force', async () => {
    const { feedback, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    expect(await feedback.currentCalibration(tenantId)).toBeNull();
    const made = { createdAtMs: sampleTimeMs, createdBy: null };
    const given = { model: 'avow-confidence-1', fit, cause: 'automatic', ...made } as const;
    expect(await feedback.putCalibration(tenantId, given)).toBe(1);
    const none = { ...given, fit: null, cause: 'reset', createdBy: newId('key', sampleTimeMs) } as const;
    expect(await feedback.putCalibration(tenantId, none)).toBe(2);
    expect(await feedback.currentCalibration(tenantId)).toEqual({ revision: 2, ...none });
    expect(await feedback.listCalibrations(tenantId, 9)).toEqual([
      { revision: 2, ...none },
      { revision: 1, ...given },
    ]);
    expect(await feedback.listCalibrations(tenantId, 1)).toHaveLength(1);
    expect(await feedback.currentCalibration(other)).toBeNull();
    expect(await feedback.putCalibration(other, given)).toBe(1);
  });
}
