import type { Config } from '../config/load-config.ts';
import { changeMasterKey, type MasterKeyChange } from '../storage/keys/change-master-key.ts';
import type { KeyChange } from '../storage/keys/key-change.ts';
import { openLockedKeys } from '../storage/sqlite/keys/open-locked-keys.ts';

export type InstallationKeyChange = MasterKeyChange;

/** Encrypts the keys of all tenants under the master key of this file, while no service runs. */
export function changeInstallationKey(config: Config, to: string): Promise<InstallationKeyChange> {
  return changeMasterKey(config, to, () => openTenantKeys(config));
}

/** The keys of all tenants, while no service runs. */
export async function openTenantKeys({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<KeyChange> {
  if (databaseUrl === null) return await openLockedKeys(dataDir);
  return await (await import('../storage/postgres/keys/open-key-change.ts')).openPostgresKeyChange(
    databaseUrl,
  );
}
