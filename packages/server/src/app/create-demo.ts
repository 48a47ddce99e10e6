import { fileURLToPath } from 'node:url';
import { defaultScopes } from '@avow/contract';
import { createKey } from '../access/manage-keys.ts';
import { systemClock } from '../clock/clock.ts';
import { newId } from '../ids/typeid.ts';
import type { Tenant } from '../interfaces/access-store.ts';
import { loadPackFolder } from './load-pack-folder.ts';
import type { DataFolder } from './open-data-folder.ts';

/** This product's own documentation, and the handbook of a company that does not exist. */
const demoFolders = ['../../../../docs/guide', '../../demo/handbook'];
const demoName = 'demo';
const dayMs = 86_400_000;

/**
 * Gives an installation without any tenant one to try things with. Its key comes later, when it can be shown: a start
 * that fails leaves a tenant without a key, and the next one makes good on it. Null where there is something already.
 */
export async function prepareDemo(
  data: DataFolder,
  onProgress: (done: number, total: number) => void,
): Promise<Tenant | null> {
  const { access } = data.store;
  const nowMs = systemClock.nowMs();
  const tenants = await access.listTenants();
  const [first] = tenants;
  const unfinished =
    tenants.length === 1 && first?.name === demoName && (await access.listKeys(first.tenantId)).length === 0;
  if (first !== undefined && !unfinished) return null;
  const tenant: Tenant = first ?? {
    tenantId: newId('ten', nowMs),
    name: demoName,
    status: 'active',
    createdAtMs: nowMs,
  };
  if (first === undefined) await access.createTenant(tenant);
  for (const folder of demoFolders) {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    await loadPackFolder(data, tenant.tenantId, path, { skipFaulty: false, onProgress });
  }
  return tenant;
}

/** The text of a new key for the demonstration. */
export async function createDemoKey(
  data: Pick<DataFolder, 'store' | 'pepper'>,
  { tenantId }: Tenant,
): Promise<string> {
  const expiresAtMs = systemClock.nowMs() + 365 * dayMs;
  const key = { tenantId, name: 'demonstration', mode: 'test' as const, scopes: defaultScopes, expiresAtMs };
  const parts = { access: data.store.access, pepper: data.pepper, clock: systemClock };
  return (await createKey(parts, key)).text;
}
