import type { Config } from '../../../config/load-config.ts';
import type { KeyChange } from '../store/key-change/key-change.ts';
import { openLockedKeys } from '../store/key-change/open-locked-keys.ts';

/** The keys of all tenants, while no service runs. */
export async function openKeyChange({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<KeyChange> {
  if (databaseUrl === null) return await openLockedKeys(dataDir);
  return await (await import('../store/key-change/open-postgres-key-change.ts')).openPostgresKeyChange(
    databaseUrl,
  );
}
