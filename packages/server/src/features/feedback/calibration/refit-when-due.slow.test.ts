import { largestChange, nameModel } from '@avow/answering/score';
import type { CallerId, TenantId } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unattendedBounds } from '../label-bounds.ts';
import { type OpenedLabels, openLabels, plainModel, spread } from '../test-support/open-labels.ts';
import { acceptCalibration, applyDueProposal, dismissCalibration } from './change-calibration.ts';
import { parametersOf } from './find-applies-at.ts';
import { refit } from './refit.ts';
import { createRefitWhenDue } from './refit-when-due.ts';

const dayMs = 86_400_000;

let labels: OpenedLabels;
let tenantId: TenantId;
/** The tenants for which a refit was tried, in order. */
let tried: TenantId[];
let failed: TenantId[];
let refitWhenDue: ReturnType<typeof createRefitWhenDue>;

function create(model = plainModel) {
  const { feedback: store, access } = labels.store;
  const parts = { store, model, nowMs: labels.nowMs };
  return createRefitWhenDue({
    ...parts,
    access,
    refit: async (tenant: TenantId, createdBy: CallerId | null) => {
      tried.push(tenant);
      return await refit(parts, tenant, createdBy);
    },
    applyDueProposal: (tenant: TenantId) => applyDueProposal(parts, tenant),
    onFailure: (_, tenant) => failed.push(tenant),
  });
}

const isTried = async () => {
  tried = [];
  await refitWhenDue(new AbortController().signal);
  return tried.includes(tenantId);
};

beforeAll(async () => {
  labels = await openLabels();
});

beforeEach(async () => {
  [tried, failed] = [[], []];
  refitWhenDue = create();
  tenantId = await labels.createTenant();
});

afterAll(() => labels.close());

const proposal = () => labels.store.feedback.getCalibrationProposal(tenantId);
const current = () => labels.store.feedback.currentCalibration(tenantId);
const by = 'key_01jd7b0s2t4v6w8x0y1z3a5b7c';

/** Accepts or dismisses what is proposed. */
async function settle(how: typeof acceptCalibration) {
  const proposalId = (await proposal())?.proposalId ?? 'cal_';
  const { feedback: store } = labels.store;
  await how({ store, model: plainModel, nowMs: labels.nowMs }, tenantId, { proposalId, by });
}

describe('refitting automatically', () => {
  it('waits for enough labels, then for twenty new ones', async () => {
    await labels.add(tenantId, spread(12, 59));
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, [false]);
    expect(await isTried()).toBe(true);
    const first = await proposal();
    expect(first).toMatchObject({ createdBy: null });
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, spread(5, 19));
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, [true]);
    expect(await isTried()).toBe(true);
    expect((await proposal())?.proposalId).not.toBe(first?.proposalId);
    // A change as large as this waits for a person, however long.
    labels.pass(30 * dayMs);
    await isTried();
    expect(await current()).toBeNull();
  });

  it('refits with fewer new labels after a day, but not without any', async () => {
    await labels.add(tenantId, spread(15, 60));
    await isTried();
    labels.pass(dayMs);
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, [false]);
    expect(await isTried()).toBe(true);
    expect(await isTried()).toBe(false);
  });

  it('does not retry an unsuccessful fit with the same labels', async () => {
    await labels.add(tenantId, new Array(60).fill(true));
    expect(await isTried()).toBe(true);
    expect(await labels.store.feedback.currentCalibration(tenantId)).toBeNull();
    expect(await isTried()).toBe(false);
    labels.pass(dayMs);
    expect(await isTried()).toBe(false);
  });

  it('pauses after a reset, however many labels arrive', async () => {
    const made = { createdAtMs: labels.nowMs(), createdBy: null, cause: 'reset' } as const;
    const reset = { model: 'any', fit: null, ...made };
    await labels.store.feedback.putCalibration(tenantId, reset);
    labels.pass(2 * dayMs);
    await labels.add(tenantId, spread(30, 100));
    expect(await isTried()).toBe(false);
  });

  it('refits once if another model ships', async () => {
    await labels.add(tenantId, spread(15, 60));
    await isTried();
    await settle(acceptCalibration);
    const later = { ...plainModel, usual: 0.5 };
    refitWhenDue = create(later);
    expect(await isTried()).toBe(true);
    expect(await isTried()).toBe(false);
    expect(await proposal()).toMatchObject({ model: nameModel(later) });
  });

  it('skips suspended tenants and refits the others', async () => {
    const other = await labels.createTenant();
    await labels.add(tenantId, spread(15, 60));
    await labels.add(other, spread(15, 60));
    await labels.store.access.setTenantStatus(tenantId, 'suspended');
    expect(await isTried()).toBe(false);
    expect(tried).toContain(other);
  });

  it('continues with the others if one fails, and stops when aborted', async () => {
    const other = await labels.createTenant();
    for (const tenant of [tenantId, other]) await labels.add(tenant, spread(15, 60));
    const { feedback: store, access } = labels.store;
    const failing = createRefitWhenDue({
      ...{ store, access, model: plainModel, nowMs: labels.nowMs },
      refit: async (tenant) => {
        tried.push(tenant);
        throw new Error('no');
      },
      applyDueProposal: async () => false,
      onFailure: (_, tenant) => failed.push(tenant),
    });
    await failing(AbortSignal.abort());
    expect(tried).toEqual([]);
    await failing(new AbortController().signal);
    expect(failed).toEqual(expect.arrayContaining([tenantId, other]));
  });
});

describe('applying automatically', () => {
  /** A calibration that somebody accepted, and labels that suggest another, which is near to it. */
  async function proposeSmall() {
    await labels.add(tenantId, spread(16, 80));
    await isTried();
    await settle(acceptCalibration);
    await labels.add(tenantId, spread(5, 20));
    await isTried();
    expect(await proposal()).not.toBeNull();
  }

  it('applies a small change once it was shown for a day, and is on the log as its own', async () => {
    await proposeSmall();
    const shown = await proposal();
    labels.pass(dayMs - 1);
    await isTried();
    expect(await current()).toMatchObject({ revision: 1, cause: 'accepted' });
    // Further labels do not replace it, or it would never have been shown for long enough.
    await labels.add(tenantId, spread(5, 20));
    labels.pass(1);
    expect(await isTried()).toBe(true);
    expect(await current()).toMatchObject({
      revision: 2,
      fit: shown?.fit,
      createdBy: null,
      cause: 'automatic',
    });
  });

  it('applies nothing that was dismissed, and proposes no more', async () => {
    await proposeSmall();
    const before = await current();
    await settle(dismissCalibration);
    labels.pass(30 * dayMs);
    await labels.add(tenantId, spread(5, 40));
    expect(await isTried()).toBe(false);
    expect(await current()).toMatchObject({
      revision: 2,
      fit: before?.fit,
      cause: 'dismissed',
      createdBy: by,
    });
    expect(await proposal()).toBeNull();
  });

  it('goes no further by itself than a bound from what somebody accepted', async () => {
    await proposeSmall();
    const accepted = parametersOf(await current(), plainModel);
    // Day after day labels say that less is right.
    for (let day = 0; day < 40; day += 1) {
      const before = parametersOf(await current(), plainModel);
      await labels.add(tenantId, new Array(20).fill(false));
      labels.pass(dayMs);
      await isTried();
      const after = parametersOf(await current(), plainModel);
      expect(largestChange(before, after)).toBeLessThanOrEqual(unattendedBounds.perChange);
      expect(largestChange(accepted, after)).toBeLessThanOrEqual(unattendedBounds.sinceAccepted);
    }
    expect((await current())?.cause).toBe('automatic');
    // What would go further waits.
    labels.pass(dayMs);
    await isTried();
    expect(await proposal()).not.toBeNull();
  });
});
