import { defaultScopes, type Scope } from '@avow/contract/roles';
import type { TenantId } from '@avow/foundation';
import { newId, systemClock } from '@avow/foundation';
import type { DataFolder } from '@avow/server';
import { createKey, loadConfig, openDataFolder } from '@avow/server';

/** Longer than the longest soak. */
const keyMs = 30 * 86_400_000;

/** An installation with one tenant and a key to it. The folder is open, and the caller's to close. */
export async function createInstallation(
  directory: string,
  scopes: readonly Scope[] = defaultScopes,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly data: DataFolder; readonly tenantId: TenantId; readonly apiKey: string }> {
  const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: directory, ...env }));
  return { data, ...(await addTenant(data, 'trial', scopes)) };
}

export async function addTenant(
  data: DataFolder,
  name: string,
  scopes: readonly Scope[] = defaultScopes,
): Promise<{ readonly tenantId: TenantId; readonly apiKey: string }> {
  const nowMs = Date.now();
  const tenantId = newId('ten', nowMs);
  await data.store.access.createTenant({ tenantId, name, status: 'active', createdAtMs: nowMs });
  const rights = { scopes, groups: null, expiresAtMs: nowMs + keyMs };
  const key = { tenantId, name, mode: 'live' as const, ...rights };
  const parts = { access: data.store.access, pepper: data.pepper, clock: systemClock };
  return { tenantId, apiKey: (await createKey(parts, key)).text };
}
