import type { CalibrationFit } from '@avow/answering';
import { nameModel } from '@avow/answering';
import type { TenantId } from '@avow/foundation';
import { endUserAuthor } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Labels, openLabels, plainModel, spread } from '../test-support/open-labels.ts';
import { acceptCalibration } from './change-calibration.ts';
import { readCalibration } from './read-calibration.ts';
import { type RefitDependencies, refit } from './refit.ts';
import type { ProposalDependencies } from './show-proposal.ts';

let labels: Labels;
let parts: RefitDependencies & ProposalDependencies;
const callerId = 'key_01jd7b0s2t4v6w8x0y1z3a5b7c';
const dayMs = 86_400_000;

const reset = {
  model: nameModel(plainModel),
  fit: null,
  createdAtMs: 1,
  createdBy: null,
  cause: 'reset',
} as const;
/** What the labels of answers that were mostly wrong would say. */
const lowering: CalibrationFit = {
  parameters: { offset: -1, slope: 1, methods: {} },
  exampleCount: 80,
  rightCount: 16,
  ...{ authorCount: 10, callerCount: 10 },
  logLoss: { with: 0.6, without: 0.7 },
};

beforeAll(async () => {
  labels = await openLabels();
  const records = { listMessages: async () => [] };
  parts = { store: labels.store.feedback, records, model: plainModel, nowMs: labels.nowMs };
});

afterAll(() => labels.close());

/** Proposes by the current labels, and accepts it. */
async function refitAndAccept(tenantId: TenantId, by = parts) {
  const outcome = await refit(by, tenantId, null);
  if (outcome.kind !== 'proposed') throw new Error(`nothing was proposed: ${outcome.kind}`);
  const { proposalId } = outcome.proposed;
  await acceptCalibration(by, tenantId, { proposalId, by: callerId });
  return await by.store.currentCalibration(tenantId);
}

describe('refit', () => {
  it('proposes a calibration that predicts better than the model alone, and changes no score', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(16, 80));
    const outcome = await refit(parts, tenantId, callerId);
    const made = { model: nameModel(plainModel), createdBy: callerId, createdAtMs: labels.nowMs() };
    const basis = { exampleCount: 80, rightCount: 16, authorCount: 10, callerCount: 10 };
    expect(outcome).toMatchObject({ kind: 'proposed', proposed: { kind: 'fit', fit: basis, ...made } });
    const state = await readCalibration(parts, tenantId);
    expect(state).toMatchObject({
      ...{ inForce: null, isAutomatic: true, model: nameModel(plainModel), revisions: [] },
      labels: { count: 80, visitors: 0, usable: 80, right: 16 },
      needed: { usable: 60, right: 12, wrong: 12 },
      proposal: outcome.kind === 'proposed' && outcome.proposed,
    });
    const { logLoss } = state.proposal?.fit ?? lowering;
    expect(logLoss.with).toBeLessThan(logLoss.without);
    // The same labels again are the same proposal; one more makes another.
    expect(await refit(parts, tenantId, null)).toEqual(outcome);
    await labels.add(tenantId, [false]);
    const next = await refit(parts, tenantId, null);
    expect(next).toMatchObject({
      kind: 'proposed',
      proposed: { createdBy: null, fit: { exampleCount: 81 } },
    });
    // Once it is in force there is nothing left to propose.
    await refitAndAccept(tenantId);
    const { inForce, proposal } = await readCalibration(parts, tenantId);
    expect(inForce).toMatchObject({ revision: 1, cause: 'accepted', createdBy: callerId });
    expect(proposal).toBeNull();
    expect(await refit(parts, tenantId, null)).toEqual({ kind: 'fitted', calibration: inForce });
  });

  it('drops a proposal that the labels no longer support', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(16, 80));
    await refit(parts, tenantId, null);
    await labels.add(tenantId, spread(108, 120));
    expect((await refit(parts, tenantId, null)).kind).toBe('not_better');
    expect((await readCalibration(parts, tenantId)).proposal).toBeNull();
  });

  it.each([
    ['too few in all', spread(30, 59), 59, 30],
    ['too few that are right', spread(11, 90), 90, 11],
    ['too few that are wrong', spread(79, 90), 90, 79],
  ])('does nothing with %s, and reports the counts', async (_, areRight, usable, right) => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, areRight);
    expect(await refit(parts, tenantId, null)).toEqual({ kind: 'too_few', usable, right });
    expect(await labels.store.feedback.currentCalibration(tenantId)).toBeNull();
  });

  it('limits the labels of one end user to a fifth', async () => {
    const tenantId = await labels.createTenant();
    for (let rest = 200; rest > 0; rest -= 10) {
      // No more than ten of a day count.
      await labels.add(tenantId, spread(5, 10), { author: endUserAuthor('only one') });
      labels.pass(dayMs);
    }
    expect(await refit(parts, tenantId, null)).toEqual({ kind: 'too_few', usable: 0, right: 0 });
    await labels.add(tenantId, spread(24, 48));
    const { usable, count } = (await readCalibration(parts, tenantId)).labels;
    expect([usable, count]).toEqual([60, 248]);
  });

  it('keeps the calibration in force if a new fit is not better and the labels support it', async () => {
    const tenantId = await labels.createTenant();
    // Closer to the labels than the model is, and than any fit that has not seen all of them.
    const parameters = { offset: -0.005, slope: 1, methods: {} };
    await labels.store.feedback.putCalibration(tenantId, { ...reset, fit: { ...lowering, parameters } });
    const before = await labels.store.feedback.currentCalibration(tenantId);
    await labels.add(tenantId, spread(124, 200));
    expect(await refit(parts, tenantId, null)).toMatchObject({ kind: 'not_better', usable: 200 });
    expect(await labels.store.feedback.currentCalibration(tenantId)).toEqual(before);
  });

  it('proposes to withdraw a calibration that the labels no longer support, and keeps refitting', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(16, 80));
    const before = await refitAndAccept(tenantId);
    // Enough right labels to match the prediction of the model.
    await labels.add(tenantId, spread(108, 120));
    const fit = { parameters: { offset: 0, slope: 1, methods: {} }, exampleCount: 200, rightCount: 124 };
    expect(await refit(parts, tenantId, callerId)).toMatchObject({
      kind: 'proposed',
      proposed: { kind: 'withdrawal', fit, createdBy: callerId },
    });
    expect((await readCalibration(parts, tenantId)).inForce).toEqual(before);
    expect(await refitAndAccept(tenantId)).toMatchObject({ revision: 2, fit });
    // Only once: the same labels support the neutral calibration.
    expect((await refit(parts, tenantId, null)).kind).toBe('not_better');
    await labels.add(tenantId, spread(10, 100));
    expect((await refit(parts, tenantId, null)).kind).toBe('proposed');
  });

  it('withdraws also if nothing can be fitted because nearly all answers are right', async () => {
    const better = await labels.createTenant();
    await labels.store.feedback.putCalibration(better, { ...reset, fit: lowering });
    await labels.add(better, spread(79, 80));
    expect(await refit(parts, better, null)).toMatchObject({
      kind: 'proposed',
      proposed: { kind: 'withdrawal', fit: { exampleCount: 80, rightCount: 79 } },
    });
    // Fewer labels prove nothing.
    const few = await labels.createTenant();
    await labels.store.feedback.putCalibration(few, { ...reset, fit: lowering });
    await labels.add(few, spread(59, 59));
    expect(await refit(parts, few, null)).toEqual({ kind: 'too_few', usable: 59, right: 59 });
  });

  it('withdraws nothing after a reset, and no calibration of another model', async () => {
    for (const before of [reset, { ...reset, model: 'another', fit: lowering }]) {
      const tenantId = await labels.createTenant();
      await labels.store.feedback.putCalibration(tenantId, before);
      await labels.add(tenantId, spread(124, 200));
      expect((await refit(parts, tenantId, null)).kind).toBe('not_better');
    }
  });

  it('applies only to the model that it was fitted on', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(16, 80));
    await refitAndAccept(tenantId);
    const later = { ...parts, model: { ...plainModel, usual: 0.5 } };
    const state = await readCalibration(later, tenantId);
    expect([state.inForce, state.isAutomatic]).toEqual([null, true]);
    // What was proposed for another model cannot be accepted.
    await labels.add(tenantId, [false]);
    const stale = await refit(parts, tenantId, null);
    if (stale.kind !== 'proposed') throw new Error('nothing was proposed');
    const { proposalId } = stale.proposed;
    await expect(acceptCalibration(later, tenantId, { proposalId, by: callerId })).rejects.toThrow();
    expect((await readCalibration(later, tenantId)).proposal).toBeNull();
    expect(await refitAndAccept(tenantId, later)).toMatchObject({
      revision: 2,
      model: nameModel(later.model),
    });
    expect((await readCalibration(later, tenantId)).inForce?.revision).toBe(2);
  });
});
