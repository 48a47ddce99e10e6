import { UserError } from '@avow/foundation';
import { isLockedForServing } from '@avow/storage/sqlite';
import { databasePath } from '@avow/storage/threads';
import type { Config } from '../config/load-config.ts';
import {
  dataVersion,
  hasDatabase,
  hasTenantKeys,
  isOutdated,
  knownDataVersion,
} from '../storage/sqlite/database-state.ts';

/** Where an installation is: its folder, and for several nodes the database that they share. */
export type InstallationPlace = Pick<Config, 'dataDir' | 'databaseUrl'>;

async function isInDatabase(url: string): Promise<boolean> {
  return await (await import('@avow/storage/nodes')).hasInstallation(url);
}

/** The path of the records, if they are in SQLite. */
export function recordsPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return databasePath(dataDir);
}

/** Whether there is an installation. */
export async function isInstalled({ dataDir, databaseUrl }: InstallationPlace): Promise<boolean> {
  return databaseUrl === null ? hasDatabase(dataDir) : await isInDatabase(databaseUrl);
}

/** Commands other than `serve` and `tenants create` work on an installation that exists: they do not create one. */
export async function requireInstalled(place: InstallationPlace): Promise<void> {
  if (await isInstalled(place)) return;
  throw new UserError(
    place.databaseUrl === null
      ? `There is no Avow installation in ${place.dataDir}. Set AVOW_DATA_DIR to the data folder of one, or create one with "avow serve" or "avow tenants create NAME".`
      : 'There is no Avow installation in the database that AVOW_DATABASE_URL names. Create one with "avow serve" or "avow tenants create NAME", or move one there with "avow migrate".',
  );
}

/** Whether there may be records that are encrypted under a master key. */
export async function mayBeEncrypted({ dataDir, databaseUrl }: InstallationPlace): Promise<boolean> {
  return databaseUrl === null ? hasTenantKeys(dataDir) : await isInDatabase(databaseUrl);
}

/** Whether the folder has records of an earlier version, which are migrated when it is opened. */
export function isOlder({ dataDir, databaseUrl }: InstallationPlace): boolean {
  return databaseUrl === null && isOutdated(dataDir);
}

/** Whether a service is running on this folder. */
export function isServed({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return isLockedForServing(dataDir);
}

/** A running service of an earlier version could not use the upgraded database. */
export function refuseUnderOlderService({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (isOutdated(dataDir) && isServed({ dataDir }))
    throw new UserError(
      'A service of an earlier version runs on this data folder: stop it first, since its database would be rewritten.',
    );
}

/** Why this release does not open records; `found` is null if the version of the tables is unknown. */
export function describeNewerRecords(found: number | null): string {
  const versions = found === null ? '' : ` (schema ${found}, and this release knows ${knownDataVersion})`;
  return `The records were upgraded by a later release${versions}. They cannot be downgraded: install that release again, or restore a backup from before the upgrade, which loses everything since.`;
}

/** Before anything is opened, so that nothing is changed. */
export function refuseNewerRecords({ dataDir }: Pick<Config, 'dataDir'>): void {
  const found = dataVersion(dataDir);
  if (found !== null && found > knownDataVersion) throw new UserError(describeNewerRecords(found));
}

/** Records that are left where nobody looks for them would seem to be lost. */
export function refuseRecordsInFolder({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (!hasDatabase(dataDir)) return;
  throw new UserError(
    `The data folder ${dataDir} holds records in SQLite, and AVOW_DATABASE_URL names another database. Move them there with "avow migrate --from-sqlite", or set AVOW_DATA_DIR to another folder.`,
  );
}
