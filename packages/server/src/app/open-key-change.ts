import type { Config } from '../config/load-config.ts';
import type { KeyChange } from '../storage/keys/key-change.ts';
import { openLockedKeys } from '../storage/sqlite/keys/open-locked-keys.ts';

/** The keys of all tenants, while no service runs. */
export async function openKeyChange({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<KeyChange> {
  if (databaseUrl === null) return await openLockedKeys(dataDir);
  return await (await import('../storage/postgres/keys/open-key-change.ts')).openPostgresKeyChange(
    databaseUrl,
  );
}
