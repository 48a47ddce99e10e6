import { fileURLToPath } from 'node:url';
import { defaultScopes } from '@avow/contract';
import { createKey } from '../access/manage-keys.ts';
import { systemClock } from '../clock/clock.ts';
import { newId } from '../ids/typeid.ts';
import { loadPackFolder } from './load-pack-folder.ts';
import type { DataFolder } from './open-data-folder.ts';

/** This product's own documentation, and the handbook of a company that does not exist. */
const demoFolders = ['../../../../docs/guide', '../../demo/handbook'];
const dayMs = 86_400_000;

export interface Demo {
  readonly tenantName: string;
  readonly keyText: string;
}

/**
 * Gives an installation without any tenant one to try things with. The key comes last: a start that was interrupted
 * leaves a tenant without a key, and the next one makes good on it.
 */
export async function createDemo(
  data: DataFolder,
  onProgress: (done: number, total: number) => void,
): Promise<Demo | null> {
  const { access } = data.store;
  const nowMs = systemClock.nowMs();
  const tenants = await access.listTenants();
  const [first] = tenants;
  const unfinished =
    tenants.length === 1 && first?.name === 'demo' && (await access.listKeys(first.tenantId)).length === 0;
  if (first !== undefined && !unfinished) return null;
  const tenant = first ?? {
    tenantId: newId('ten', nowMs),
    name: 'demo',
    status: 'active' as const,
    createdAtMs: nowMs,
  };
  if (first === undefined) await access.createTenant(tenant);
  for (const folder of demoFolders) {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    await loadPackFolder(data, tenant.tenantId, path, { skipFaulty: false, onProgress });
  }
  const key = {
    tenantId: tenant.tenantId,
    name: 'demonstration',
    mode: 'test' as const,
    scopes: defaultScopes,
    expiresAtMs: nowMs + 365 * dayMs,
  };
  const issued = await createKey({ access, pepper: data.pepper, clock: systemClock }, key);
  return { tenantName: tenant.name, keyText: issued.text };
}
