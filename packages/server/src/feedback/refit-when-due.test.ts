import type { CallerId, TenantId } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refit } from './refit.ts';
import { createRefitWhenDue } from './refit-when-due.ts';
import { type Labels, openLabels, plainModel, spread } from './test-support/open-labels.ts';

const dayMs = 86_400_000;

let labels: Labels;
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

describe('refitting automatically', () => {
  it('waits for enough labels, then for twenty new ones', async () => {
    await labels.add(tenantId, spread(12, 59));
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, [false]);
    expect(await isTried()).toBe(true);
    expect(await labels.store.feedback.currentCalibration(tenantId)).toMatchObject({
      revision: 1,
      createdBy: null,
    });
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, spread(5, 19));
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, [true]);
    expect(await isTried()).toBe(true);
    expect(await labels.store.feedback.currentCalibration(tenantId)).toMatchObject({ revision: 2 });
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
    const reset = { model: 'any', fit: null, createdAtMs: labels.nowMs(), createdBy: null };
    await labels.store.feedback.putCalibration(tenantId, reset);
    labels.pass(2 * dayMs);
    await labels.add(tenantId, spread(30, 100));
    expect(await isTried()).toBe(false);
  });

  it('refits once if another model ships', async () => {
    await labels.add(tenantId, spread(15, 60));
    await isTried();
    refitWhenDue = create({ ...plainModel, usual: 0.5 });
    expect(await isTried()).toBe(true);
    expect(await isTried()).toBe(false);
    expect(await labels.store.feedback.currentCalibration(tenantId)).toMatchObject({ revision: 2 });
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
      onFailure: (_, tenant) => failed.push(tenant),
    });
    await failing(AbortSignal.abort());
    expect(tried).toEqual([]);
    await failing(new AbortController().signal);
    expect(failed).toEqual(expect.arrayContaining([tenantId, other]));
  });
});
