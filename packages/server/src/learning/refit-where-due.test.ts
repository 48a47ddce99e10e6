import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KeyId, TenantId } from '../interfaces/identity.ts';
import { refit } from './refit.ts';
import { createRefitWhereDue } from './refit-where-due.ts';
import { type Labels, openLabels, plainModel, spread } from './test-support/open-labels.ts';

const dayMs = 86_400_000;

let labels: Labels;
let tenantId: TenantId;
/** Whom a refit was tried for, in order. */
let tried: TenantId[];
let failed: TenantId[];
let refitWhereDue: ReturnType<typeof createRefitWhereDue>;

function create(model = plainModel) {
  const { learning: store, access } = labels.store;
  const parts = { store, model, nowMs: labels.nowMs };
  return createRefitWhereDue({
    ...parts,
    access,
    refit: async (tenant: TenantId, createdBy: KeyId | null) => {
      tried.push(tenant);
      return await refit(parts, tenant, createdBy);
    },
    onFailure: (_, tenant) => failed.push(tenant),
  });
}

const isTried = async () => {
  tried = [];
  await refitWhereDue(new AbortController().signal);
  return tried.includes(tenantId);
};

beforeAll(async () => {
  labels = await openLabels();
});

beforeEach(async () => {
  [tried, failed] = [[], []];
  refitWhereDue = create();
  tenantId = await labels.createTenant();
});

afterAll(() => labels.close());

describe('refitting by itself', () => {
  it('waits for labels enough, then for twenty new ones', async () => {
    await labels.add(tenantId, spread(12, 59));
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, [false]);
    expect(await isTried()).toBe(true);
    expect(await labels.store.learning.currentCalibration(tenantId)).toMatchObject({
      revision: 1,
      createdBy: null,
    });
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, spread(5, 19));
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, [true]);
    expect(await isTried()).toBe(true);
    expect(await labels.store.learning.currentCalibration(tenantId)).toMatchObject({ revision: 2 });
  });

  it('takes fewer after a day, and none where none are new', async () => {
    await labels.add(tenantId, spread(15, 60));
    await isTried();
    labels.pass(dayMs);
    expect(await isTried()).toBe(false);
    await labels.add(tenantId, [false]);
    expect(await isTried()).toBe(true);
    expect(await isTried()).toBe(false);
  });

  it('does not try again on labels of which nothing came', async () => {
    await labels.add(tenantId, new Array(60).fill(true));
    expect(await isTried()).toBe(true);
    expect(await labels.store.learning.currentCalibration(tenantId)).toBeNull();
    expect(await isTried()).toBe(false);
    labels.pass(dayMs);
    expect(await isTried()).toBe(false);
  });

  it('rests after a reset, however many labels come', async () => {
    const reset = { model: 'any', fit: null, createdAtMs: labels.nowMs(), createdBy: null };
    await labels.store.learning.putCalibration(tenantId, reset);
    labels.pass(2 * dayMs);
    await labels.add(tenantId, spread(30, 100));
    expect(await isTried()).toBe(false);
  });

  it('fits anew where another model ships, once', async () => {
    await labels.add(tenantId, spread(15, 60));
    await isTried();
    refitWhereDue = create({ ...plainModel, usual: 0.5 });
    expect(await isTried()).toBe(true);
    expect(await isTried()).toBe(false);
    expect(await labels.store.learning.currentCalibration(tenantId)).toMatchObject({ revision: 2 });
  });

  it('leaves suspended tenants alone, and lets none stand in for another', async () => {
    const other = await labels.createTenant();
    await labels.add(tenantId, spread(15, 60));
    await labels.add(other, spread(15, 60));
    await labels.store.access.setTenantStatus(tenantId, 'suspended');
    expect(await isTried()).toBe(false);
    expect(tried).toContain(other);
  });

  it('goes on with the others where one fails, and ends when it is told to', async () => {
    const other = await labels.createTenant();
    for (const tenant of [tenantId, other]) await labels.add(tenant, spread(15, 60));
    const { learning: store, access } = labels.store;
    const failing = createRefitWhereDue({
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
