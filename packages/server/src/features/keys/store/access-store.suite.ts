import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleKey, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { sampleEndpoint, sampleSecret } from '../../webhooks/store/test-support/webhook-samples.ts';
import type { Tenant } from '../access-store.ts';

/** What every store of tenants and keys must do, on any database. */
export function describeAccessStore(name: string, open: OpenStore): void {
  describe(`${name} as an access store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describeTenants(() => store);
    describeKeys(() => store);
    describeRotation(() => store);
    describeExpiry(() => store);
  });
}

function describeTenants(get: () => OpenedStore): void {
  it('creates, finds and lists tenants', async () => {
    const { access } = get();
    const tenant: Tenant = {
      tenantId: newId('ten', sampleTimeMs),
      name: 'Ärzte & Söhne',
      status: 'active',
      createdAtMs: sampleTimeMs,
    };
    expect(await access.createTenant(tenant)).toBe('created');
    expect(await access.getTenant(tenant.tenantId)).toEqual(tenant);
    expect(await access.findTenantByName(tenant.name)).toEqual(tenant);
    expect(await access.findTenantByName('nobody')).toBeNull();
    expect(await access.listTenants()).toContainEqual(tenant);
  });

  it('rejects a name that is taken', async () => {
    const { access } = get();
    const first = await newTenant(access);
    const second: Tenant = {
      tenantId: newId('ten', sampleTimeMs),
      name: first,
      status: 'active',
      createdAtMs: sampleTimeMs,
    };
    expect(await access.createTenant(second)).toBe('name_taken');
    expect(await access.getTenant(second.tenantId)).toBeNull();
    await expect(access.createTenant({ ...second, tenantId: first, name: 'other' })).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('suspends one tenant and no other', async () => {
    const { access } = get();
    const [suspended, other] = [await newTenant(access), await newTenant(access)];
    const key = sampleKey(suspended);
    await access.insertKey(suspended, key);
    expect(await access.setTenantStatus(suspended, 'suspended')).toBe(true);
    expect((await access.getTenant(suspended))?.status).toBe('suspended');
    expect((await access.findKey(key.publicId))?.tenant.status).toBe('suspended');
    expect((await access.getTenant(other))?.status).toBe('active');
    expect(await access.setTenantStatus(newId('ten', sampleTimeMs), 'suspended')).toBe(false);
  });
}

function describeKeys(get: () => OpenedStore): void {
  it('[CON-8-05] finds a key by its public id, with the one tenant it belongs to', async () => {
    const { access } = get();
    const tenantId = await newTenant(access);
    const key = sampleKey(tenantId, { scopes: ['tenants:manage'], mode: 'test', name: 'Schlüssel 🔑' });
    await access.insertKey(tenantId, key);
    expect(await access.findKey(key.publicId)).toEqual({ key, tenant: await access.getTenant(tenantId) });
    expect(await access.findKey('nokeyhasthis')).toBeNull();
    expect(await access.findKey('')).toBeNull();
    expect(await access.listKeys(tenantId)).toEqual([key]);
  });

  it('stores a key for its own tenant only, and a public id once', async () => {
    const { access } = get();
    const [owner, stranger] = [await newTenant(access), await newTenant(access)];
    const key = sampleKey(owner);
    await expect(access.insertKey(stranger, key)).rejects.toMatchObject({ code: 'internal' });
    await access.insertKey(owner, key);
    const twin = sampleKey(stranger, { publicId: key.publicId });
    await expect(access.insertKey(stranger, twin)).rejects.toMatchObject({ code: 'internal' });
    expect((await access.findKey(key.publicId))?.tenant.tenantId).toBe(owner);
    expect(await access.listKeys(stranger)).toEqual([]);
  });

  it('changes a publishable key of its tenant, and its seal with it', async () => {
    const { access } = get();
    const [owner, stranger] = [await newTenant(access), await newTenant(access)];
    const packIds = [newId('pack', sampleTimeMs)];
    const key = sampleKey(owner, { origins: ['https://a.example'], packIds: [] });
    await access.insertKey(owner, key);
    const by = { atMs: sampleTimeMs, actor: 'operator' as const };
    expect(await access.changeKey(stranger, key.keyId, { changes: { packIds }, by })).toBeNull();
    expect(await access.changeKey(owner, key.keyId, { changes: { packIds }, by })).toEqual({
      ...key,
      packIds,
    });
    const changes = { name: 'shop', origins: ['https://b.example'] };
    const after = { ...key, ...changes, packIds };
    expect(await access.changeKey(owner, key.keyId, { changes, by })).toEqual(after);
    expect((await access.findKey(key.publicId))?.key).toEqual(after);
  });

  it('revokes a key once, at the first time, and only for its tenant', async () => {
    const { access } = get();
    const [owner, stranger] = [await newTenant(access), await newTenant(access)];
    const [key, other] = [sampleKey(owner), sampleKey(owner)];
    for (const each of [key, other]) await access.insertKey(owner, each);
    expect(await access.revokeKey(stranger, key.keyId, 1)).toBe(false);
    expect((await access.findKey(key.publicId))?.key.revokedAtMs).toBeNull();
    expect(await access.revokeKey(owner, key.keyId, 2)).toBe(true);
    expect(await access.revokeKey(owner, key.keyId, 3)).toBe(true);
    expect((await access.findKey(key.publicId))?.key).toEqual({ ...key, revokedAtMs: 2 });
    expect((await access.findKey(other.publicId))?.key).toEqual(other);
  });
}

function describeExpiry(get: () => OpenedStore): void {
  it('announces a key that expires soon, once, unless it is revoked or replaced', async () => {
    const { access, webhooks } = get();
    const dayMs = 86_400_000;
    const tenantId = await newTenant(access);
    const endpoint = sampleEndpoint();
    await webhooks.createEndpoint(tenantId, endpoint, { secret: sampleSecret, endpointsMax: 5 });
    // Later than the keys of any other test.
    const createdAtMs = sampleTimeMs + 100_000 * dayMs;
    const lasting = (days: number) =>
      sampleKey(tenantId, { createdAtMs, expiresAtMs: createdAtMs + days * dayMs });
    const [long, short, revoked, old] = [lasting(100), lasting(8), lasting(100), lasting(100)];
    for (const key of [long, short, revoked, old]) await access.insertKey(tenantId, key);
    await access.revokeKey(tenantId, revoked.keyId, createdAtMs);
    const next = { ...lasting(1000), rotatedFrom: old.keyId };
    await access.rotateKey(tenantId, old.keyId, { key: next, oldExpiresAtMs: createdAtMs + 100 * dayMs });
    const announced = async (days: number) => {
      await access.noteExpiringKeys(createdAtMs + days * dayMs, 100);
      const options = { status: null, before: null, limit: 10 };
      const sent = await webhooks.listDeliveries(tenantId, endpoint.endpointId, options);
      return sent.map(({ type }) => type);
    };
    expect(await announced(5)).toEqual([]);
    expect(await announced(6)).toEqual(['key.expiring']);
    expect(await announced(92)).toEqual(['key.expiring']);
    expect(await announced(94)).toEqual(['key.expiring', 'key.expiring']);
    expect(await announced(99)).toEqual(['key.expiring', 'key.expiring']);
  });
}

function describeRotation(get: () => OpenedStore): void {
  it('[CON-8-10] expires the old key and leaves the new one valid', async () => {
    const { access } = get();
    const tenantId = await newTenant(access);
    const old = sampleKey(tenantId);
    const next = sampleKey(tenantId, { rotatedFrom: old.keyId });
    await access.insertKey(tenantId, old);
    const rotation = { key: next, oldExpiresAtMs: sampleTimeMs + 50 };
    expect(await access.rotateKey(tenantId, old.keyId, rotation)).toBe(true);
    expect((await access.findKey(old.publicId))?.key.expiresAtMs).toBe(sampleTimeMs + 50);
    expect((await access.findKey(next.publicId))?.key).toEqual(next);
  });

  it('never lengthens the life of the old key', async () => {
    const { access } = get();
    const tenantId = await newTenant(access);
    const old = sampleKey(tenantId, { expiresAtMs: sampleTimeMs + 10 });
    await access.insertKey(tenantId, old);
    const rotation = { key: sampleKey(tenantId), oldExpiresAtMs: sampleTimeMs + 50 };
    expect(await access.rotateKey(tenantId, old.keyId, rotation)).toBe(true);
    expect((await access.findKey(old.publicId))?.key.expiresAtMs).toBe(sampleTimeMs + 10);
  });

  it('rotates as a whole or not at all', async () => {
    const { access } = get();
    const [owner, stranger] = [await newTenant(access), await newTenant(access)];
    const [old, taken] = [sampleKey(owner), sampleKey(owner)];
    for (const each of [old, taken]) await access.insertKey(owner, each);

    const foreign = { key: sampleKey(stranger), oldExpiresAtMs: 1 };
    expect(await access.rotateKey(stranger, old.keyId, foreign)).toBe(false);
    expect(await access.findKey(foreign.key.publicId)).toBeNull();

    const clashing = { key: sampleKey(owner, { publicId: taken.publicId }), oldExpiresAtMs: 1 };
    await expect(access.rotateKey(owner, old.keyId, clashing)).rejects.toMatchObject({ code: 'internal' });
    const misplaced = { key: sampleKey(stranger), oldExpiresAtMs: 1 };
    await expect(access.rotateKey(owner, old.keyId, misplaced)).rejects.toMatchObject({ code: 'internal' });
    expect((await access.findKey(old.publicId))?.key).toEqual(old);
    expect(await access.listKeys(stranger)).toEqual([]);
  });
}
