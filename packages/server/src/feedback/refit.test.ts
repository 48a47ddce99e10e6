import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalibrationFit } from '../answers/confidence.ts';
import { endUserAuthor } from '../confidence/author-names.ts';
import { nameModel } from '../confidence/confidence-model.ts';
import { readCalibration } from './read-calibration.ts';
import { type RefitParts, refit } from './refit.ts';
import { type Labels, openLabels, plainModel, spread } from './test-support/open-labels.ts';

let labels: Labels;
let parts: RefitParts;
const callerId = 'key_01jd7b0s2t4v6w8x0y1z3a5b7c';

const reset = { model: nameModel(plainModel), fit: null, createdAtMs: 1, createdBy: null };
/** What the labels of answers that were mostly wrong would say. */
const lowering: CalibrationFit = {
  parameters: { offset: -1, slope: 1, methods: {} },
  exampleCount: 80,
  rightCount: 16,
  logLoss: { with: 0.6, without: 0.7 },
};

beforeAll(async () => {
  labels = await openLabels();
  parts = { store: labels.store.feedback, model: plainModel, nowMs: labels.nowMs };
});

afterAll(() => labels.close());

describe('refit', () => {
  it('puts a calibration in force that predicts better than the model alone', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(16, 80));
    const outcome = await refit(parts, tenantId, callerId);
    expect(outcome).toMatchObject({
      kind: 'fitted',
      calibration: {
        revision: 1,
        model: nameModel(plainModel),
        createdBy: callerId,
        createdAtMs: labels.nowMs(),
      },
    });
    const state = await readCalibration(parts, tenantId);
    expect(state).toMatchObject({
      ...{ isAutomatic: true, model: nameModel(plainModel) },
      labels: { count: 80, usable: 80, right: 16, sinceFit: 0 },
      needed: { usable: 60, right: 12, wrong: 12 },
    });
    expect(state.inForce).toEqual(outcome.kind === 'fitted' && outcome.calibration);
    expect(state.inForce?.fit?.logLoss.with).toBeLessThan(state.inForce?.fit?.logLoss.without ?? 0);
    // The same labels again do not make a new revision; one more does.
    expect(await refit(parts, tenantId, null)).toEqual(outcome);
    await labels.add(tenantId, [false]);
    expect((await readCalibration(parts, tenantId)).labels.sinceFit).toBe(1);
    expect(await refit(parts, tenantId, null)).toMatchObject({
      calibration: { revision: 2, createdBy: null, fit: { exampleCount: 81, rightCount: 16 } },
    });
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
    await labels.add(tenantId, spread(100, 200), endUserAuthor('only one'));
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

  it('withdraws a calibration that the labels no longer support, and keeps refitting', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(16, 80));
    await refit(parts, tenantId, null);
    // Enough right labels to match the prediction of the model.
    await labels.add(tenantId, spread(108, 120));
    const outcome = await refit(parts, tenantId, callerId);
    const fit = { parameters: { offset: 0, slope: 1, methods: {} }, exampleCount: 200, rightCount: 124 };
    expect(outcome).toMatchObject({
      kind: 'withdrawn',
      calibration: { revision: 2, fit, createdBy: callerId },
    });
    if (outcome.kind !== 'withdrawn') throw new Error('unreachable');
    expect(outcome.logLoss.inForce).toBeGreaterThan(outcome.logLoss.without);
    const { inForce, isAutomatic } = await readCalibration(parts, tenantId);
    expect([inForce, isAutomatic]).toEqual([outcome.calibration, true]);
    // Only once: the same labels support the neutral calibration.
    expect((await refit(parts, tenantId, null)).kind).toBe('not_better');
    await labels.add(tenantId, spread(10, 100));
    expect(await refit(parts, tenantId, null)).toMatchObject({
      kind: 'fitted',
      calibration: { revision: 3 },
    });
  });

  it('withdraws also if nothing can be fitted because nearly all answers are right', async () => {
    const better = await labels.createTenant();
    await labels.store.feedback.putCalibration(better, { ...reset, fit: lowering });
    await labels.add(better, spread(79, 80));
    expect(await refit(parts, better, null)).toMatchObject({
      kind: 'withdrawn',
      calibration: { fit: { exampleCount: 80, rightCount: 79 } },
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
    await refit(parts, tenantId, null);
    const later = { ...parts, model: { ...plainModel, usual: 0.5 } };
    const state = await readCalibration(later, tenantId);
    expect([state.inForce, state.isAutomatic]).toEqual([null, true]);
    expect(await refit(later, tenantId, null)).toMatchObject({
      calibration: { revision: 2, model: nameModel(later.model) },
    });
    expect((await readCalibration(later, tenantId)).inForce?.revision).toBe(2);
  });
});
