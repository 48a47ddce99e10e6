import { statfs } from 'node:fs/promises';
import { systemClock, UserError } from '@avow/foundation';
import { copiedBytes } from '@avow/storage/sqlite';
import type { Config } from '../config/load-config.ts';
import { readBackupState } from '../features/backups/backup-state.ts';
import type { SealedCount } from '../features/keys/access-store.ts';
import { dataVersion, knownDataVersion } from '../storage/sqlite/database-state.ts';
import { describeNewerRecords, isInstalled, isServed } from './installation-state.ts';
import { openDataFolder } from './open-data-folder.ts';

export interface UpgradePlan {
  /** `newer`: a later release has upgraded the records, and this one cannot open them. */
  readonly state: 'none' | 'current' | 'older' | 'newer';
  /** The version of the tables; null: there are none, or PostgreSQL does not say. */
  readonly dataVersion: number | null;
  readonly knownDataVersion: number;
  /** What has to be done before. */
  readonly obstacles: readonly string[];
  readonly lastBackupAt: string | null;
}

/** What opening the records with this release would do. It changes nothing. */
export async function planUpgrade(config: Config): Promise<UpgradePlan> {
  const { dataDir, databaseUrl } = config;
  const lastBackupAt = (await readBackupState(dataDir))?.succeeded_at ?? null;
  const known = { knownDataVersion, lastBackupAt };
  if (!(await isInstalled(config))) return { state: 'none', dataVersion: null, obstacles: [], ...known };
  if (databaseUrl !== null) {
    const { inspectDatabase } = await import('../storage/postgres/inspect-database.ts');
    const { schema } = await inspectDatabase(databaseUrl);
    return { state: schema, dataVersion: null, obstacles: [], ...known };
  }
  const found = dataVersion(dataDir) ?? 0;
  const state = found > knownDataVersion ? 'newer' : found < knownDataVersion ? 'older' : 'current';
  const obstacles = state === 'older' ? await findObstacles(config) : [];
  return { state, dataVersion: found, obstacles, ...known };
}

async function findObstacles({ dataDir }: Config): Promise<string[]> {
  const { bavail, bsize } = await statfs(dataDir);
  const neededBytes = copiedBytes(dataDir);
  return [
    ...(isServed({ dataDir }) ? ['A service runs on this data folder: stop it first.'] : []),
    ...(bavail * bsize < neededBytes
      ? [`${Math.ceil(neededBytes / 1e6)} MB must be free in ${dataDir}: free some space first.`]
      : []),
  ];
}

/** Throws if a later release has upgraded the records. */
export function refuseDowngrade({ state, dataVersion: found }: UpgradePlan): void {
  if (state === 'newer') throw new UserError(describeNewerRecords(found));
}

/** Upgrades the records by opening them, in one transaction. How many rows that say who may do what were sealed, and how many not. */
export async function upgradeRecords(
  config: Config,
  { forServing }: { readonly forServing: boolean },
): Promise<SealedCount> {
  const data = await openDataFolder(config, { forServing: forServing && config.databaseUrl === null });
  try {
    const by = { atMs: systemClock.nowMs(), actor: 'operator' } as const;
    const counted = { sealed: 0, refused: 0 };
    for (const { tenantId } of await data.store.access.listTenants()) {
      const { sealed, refused } = await data.store.access.sealUnsealed(tenantId, by);
      counted.sealed += sealed;
      counted.refused += refused;
    }
    return counted;
  } finally {
    await data.close();
  }
}
