import { defaultScopes, type Scope } from '../packages/contract/src/index.ts';
import { createKey } from '../packages/server/src/access/manage-keys.ts';
import { type DataFolder, openDataFolder } from '../packages/server/src/app/open-data-folder.ts';
import { systemClock } from '../packages/server/src/clock/clock.ts';
import { loadConfig } from '../packages/server/src/config/load-config.ts';
import { newId } from '../packages/server/src/ids/typeid.ts';
import type { TenantId } from '../packages/server/src/interfaces/identity.ts';

const dayMs = 86_400_000;

/** An installation with one tenant and a key to it. The folder is open, and the caller's to close. */
export async function createInstallation(
  directory: string,
  scopes: readonly Scope[] = defaultScopes,
): Promise<{ readonly data: DataFolder; readonly tenantId: TenantId; readonly apiKey: string }> {
  const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: directory }));
  const nowMs = Date.now();
  const tenantId = newId('ten', nowMs);
  const name = 'trial';
  await data.store.access.createTenant({ tenantId, name, status: 'active', createdAtMs: nowMs });
  const key = { tenantId, name, mode: 'live' as const, scopes, expiresAtMs: nowMs + dayMs };
  const parts = { access: data.store.access, pepper: data.pepper, clock: systemClock };
  return { data, tenantId, apiKey: (await createKey(parts, key)).text };
}
