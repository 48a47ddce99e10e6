import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endUserAuthor } from '../confidence/author-names.ts';
import { nameModel } from '../confidence/confidence-model.ts';
import { readCalibration } from './read-calibration.ts';
import { type RefitParts, refit } from './refit.ts';
import { type Labels, openLabels, plainModel, spread } from './test-support/open-labels.ts';

let labels: Labels;
let parts: RefitParts;
const keyId = 'key_01jd7b0s2t4v6w8x0y1z3a5b7c';

beforeAll(async () => {
  labels = await openLabels();
  parts = { store: labels.store.learning, model: plainModel, nowMs: labels.nowMs };
});

afterAll(() => labels.close());

describe('refit', () => {
  it('puts a calibration in force that predicts better than the model alone', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(16, 80));
    const outcome = await refit(parts, tenantId, keyId);
    expect(outcome).toMatchObject({
      kind: 'fitted',
      calibration: {
        revision: 1,
        model: nameModel(plainModel),
        createdBy: keyId,
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
    // The same labels again are no new revision; one more is.
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
  ])('does nothing where there are %s, and says what there is', async (_, areRight, usable, right) => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, areRight);
    expect(await refit(parts, tenantId, null)).toEqual({ kind: 'too_few', usable, right });
    expect(await labels.store.learning.currentCalibration(tenantId)).toBeNull();
  });

  it('does not count what one end user says for more than a fifth', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(100, 200), endUserAuthor('only one'));
    expect(await refit(parts, tenantId, null)).toEqual({ kind: 'too_few', usable: 0, right: 0 });
    await labels.add(tenantId, spread(24, 48));
    const { usable, count } = (await readCalibration(parts, tenantId)).labels;
    expect([usable, count]).toEqual([60, 248]);
  });

  it('keeps what is in force where another fit is no better', async () => {
    const tenantId = await labels.createTenant();
    await labels.add(tenantId, spread(16, 80));
    await refit(parts, tenantId, null);
    const before = await labels.store.learning.currentCalibration(tenantId);
    // So many right in all that they come to what the model says of such answers.
    await labels.add(tenantId, spread(108, 120));
    expect(await refit(parts, tenantId, null)).toMatchObject({ kind: 'not_better', usable: 200 });
    expect(await labels.store.learning.currentCalibration(tenantId)).toEqual(before);
  });

  it('holds for the model that it was fitted on, and for no other', async () => {
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
