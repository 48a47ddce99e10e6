import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { UserError, withFileLock } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import { openPassageSearch } from '@avow/search';
import { createLogKey, readLogKey } from '../access/log-key.ts';
import { createMasterKey, findMasterKey } from '../access/master-key.ts';
import { createPepper, readPepper } from '../access/pepper.ts';
import type { Config } from '../config/load-config.ts';
import type { TryPackLock } from '../content/jobs/pack-lock.ts';
import type { BrokenStore } from '../stores/broken-store.ts';
import { hasDatabase, hasTenantKeys, isBeforeKeys, isOutdated } from '../stores/sqlite/database-state.ts';
import { isLockedForServing, lockForServing } from '../stores/sqlite/lock-for-serving.ts';
import { databasePath } from '../stores/sqlite/open-database.ts';
import { openSqliteStore, type SqliteStore } from '../stores/sqlite/open-sqlite-store.ts';

/** Everything that an installation stores: records, content, the search index and its keys. */
export interface DataFolder {
  readonly directory: string;
  readonly store: SqliteStore;
  readonly search: PassageSearch;
  readonly pepper: KeyObject;
  /** Signs checkpoints of the log. */
  readonly logKey: KeyObject;
  /** Runs the work under the lock of this pack, which excludes other work in any process. */
  readonly tryPackLock: TryPackLock;
  close(): Promise<void>;
}

export type DataFolderSettings = Pick<
  Config,
  'dataDir' | 'pepperFile' | 'masterKey' | 'masterKeyFile' | 'logKeyFile'
>;

const searchFolder = 'search';
export const locksFolder = 'locks';
/** After this time the pack is reported as busy. */
const packLockWaitMs = 250;

/**
 * Opens the folder. `forServing`: for the service, of which only one may run at a time; the command line may work on the
 * folder meanwhile. `onBroken` is called once if the disk has failed: the service must end then.
 */
export async function openDataFolder(
  config: DataFolderSettings,
  {
    forServing = false,
    onBroken,
  }: { readonly forServing?: boolean; readonly onBroken?: (fault: BrokenStore) => void } = {},
): Promise<DataFolder> {
  const opened: Array<() => void | Promise<void>> = [];
  /** Closes all of them in reverse order, even if one fails. */
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await Promise.try(closeOne).catch(() => undefined);
  };
  try {
    if (forServing) opened.push(lockForServing(config.dataDir).release);
    else refuseUnderOlderService(config);
    const pepper = (await readPepper(config.pepperFile)) ?? (await firstPepper(config));
    // Created before the first record, so that a folder with encrypted records always has both keys.
    const logKey = (await readLogKey(config.logKeyFile)) ?? (await firstLogKey(config));
    const masterKey = (await findMasterKey(config)) ?? (await firstMasterKey(config));
    const store = await openSqliteStore({ directory: config.dataDir, masterKey, onBroken });
    opened.push(store.close);
    const search = await openPassageSearch({
      directory: join(config.dataDir, searchFolder),
      preload: forServing,
    });
    opened.push(() => search.close());
    const tryPackLock: TryPackLock = (packId, work) =>
      // Each pack has its own lock, so that no other pack, in particular another tenant's, waits for it.
      withFileLock(
        {
          path: join(config.dataDir, locksFolder, `${packId}.lock`),
          waitMs: packLockWaitMs,
          isRemoved: true,
        },
        work,
      );
    return { directory: config.dataDir, store, search, pepper, logKey, close, tryPackLock };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A running service of an earlier version could not use the upgraded database. */
function refuseUnderOlderService({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (isOutdated(dataDir) && isServed({ dataDir }))
    throw new UserError(
      'A service of an earlier version runs on this data folder: stop it first, since its database would be rewritten.',
    );
}

/** The path of the records. */
export function recordsPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return databasePath(dataDir);
}

/** Whether there is an installation in the folder. */
export function isInstalled({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return hasDatabase(dataDir);
}

/** Commands other than `serve` and `tenants create` work on an installation that exists: they do not create one. */
export function requireInstalled({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (isInstalled({ dataDir })) return;
  throw new UserError(
    `There is no Avow installation in ${dataDir}. Set AVOW_DATA_DIR to the data folder of one, or create one with "avow serve" or "avow tenants create NAME".`,
  );
}

/** Whether the folder has records that are encrypted under a master key. */
export function isSealed({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return hasTenantKeys(dataDir);
}

/** Whether the folder has unencrypted records of an earlier version, which are rewritten when it is opened. */
export function isUnsealed({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return isBeforeKeys(dataDir);
}

/** Whether a service is running on this folder. */
export function isServed({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return isLockedForServing(dataDir);
}

/** With a new pepper, no existing API key would work, without any explanation. */
async function firstPepper({
  dataDir,
  pepperFile,
}: Pick<Config, 'dataDir' | 'pepperFile'>): Promise<KeyObject> {
  if (isInstalled({ dataDir })) {
    throw new UserError(
      `The pepper file ${pepperFile} is missing. No key can be checked without it: restore it from a backup.`,
    );
  }
  return await createPepper(pepperFile);
}

/** A new master key could not open records that are encrypted under another, so it is created only if there are none. */
async function firstMasterKey({ dataDir, masterKeyFile }: DataFolderSettings): Promise<Uint8Array> {
  if (hasTenantKeys(dataDir)) {
    throw new UserError(
      `The master key file ${masterKeyFile} is missing. No content can be read without it: restore it from a backup, or set AVOW_MASTER_KEY or AVOW_MASTER_KEY_FILE.`,
    );
  }
  return await createMasterKey(masterKeyFile);
}

/** With another key, verifiers that know the first would not accept the log any more. */
async function firstLogKey({ dataDir, logKeyFile }: DataFolderSettings): Promise<KeyObject> {
  if (hasTenantKeys(dataDir)) {
    throw new UserError(
      `The log key file ${logKeyFile} is missing. The log cannot be continued with another key: restore it from a backup, or set AVOW_LOG_KEY_FILE.`,
    );
  }
  return await createLogKey(logKeyFile);
}
