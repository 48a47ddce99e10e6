import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { createLogKey, readLogKey } from '../access/log-key.ts';
import { createMasterKey, parseMasterKey, readMasterKey } from '../access/master-key.ts';
import { createPepper, readPepper } from '../access/pepper.ts';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import type { BrokenStore } from '../interfaces/broken-store.ts';
import type { PassageSearch } from '../interfaces/passage-search.ts';
import type { TryAlone } from '../knowledge/pack-work.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { openPassageSearch } from '../retrieval/open-passage-search.ts';
import { hasDatabase, hasTenantKeys, isBeforeKeys, isOutdated } from '../stores/sqlite/database-state.ts';
import { isLockedForServing, lockForServing } from '../stores/sqlite/lock-for-serving.ts';
import { databasePath } from '../stores/sqlite/open-database.ts';
import { openSqliteStore, type SqliteStore } from '../stores/sqlite/open-sqlite-store.ts';

/** Everything an installation keeps: records, knowledge, the search index and its keys. */
export interface DataFolder {
  readonly store: SqliteStore;
  readonly search: PassageSearch;
  readonly pepper: KeyObject;
  /** Signs checkpoints of the log. */
  readonly logKey: KeyObject;
  /** Does the work while nobody else works on this pack, in this process or beside it. */
  readonly tryAlone: TryAlone;
  close(): Promise<void>;
}

export type DataFolderSettings = Pick<
  Config,
  'dataDir' | 'pepperFile' | 'masterKey' | 'masterKeyFile' | 'logKeyFile'
>;

const searchFolder = 'search';
export const locksFolder = 'locks';
/** Whoever must wait longer is told so, and may try again. */
const turnWaitMs = 250;

/**
 * Opens the folder. `forServing`: for a service, of which there is one at a time; the command line may work beside it.
 * `onBroken` is told once that the disk has failed: whoever serves has to end then.
 */
export async function openDataFolder(
  config: DataFolderSettings,
  {
    forServing = false,
    onBroken,
  }: { readonly forServing?: boolean; readonly onBroken?: (fault: BrokenStore) => void } = {},
): Promise<DataFolder> {
  const opened: Array<() => void | Promise<void>> = [];
  /** In the opposite order, and all of them, whatever one says. */
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await Promise.try(closeOne).catch(() => undefined);
  };
  try {
    if (forServing) opened.push(lockForServing(config.dataDir).release);
    else refuseUnderOlderService(config);
    const pepper = (await readPepper(config.pepperFile)) ?? (await firstPepper(config));
    // Before the first record, so that where there are records under a master key both keys have been made.
    const logKey = (await readLogKey(config.logKeyFile)) ?? (await firstLogKey(config));
    const masterKey = (await findMasterKey(config)) ?? (await firstMasterKey(config));
    const store = await openSqliteStore({ directory: config.dataDir, masterKey, onBroken });
    opened.push(store.close);
    const directory = join(config.dataDir, searchFolder);
    const search = await openPassageSearch({ directory, preload: forServing });
    opened.push(() => search.close());
    const tryAlone: TryAlone = (packId, work) =>
      // As many locks as an id has last characters: packs that share one wait for each other now and then.
      withFileLock(
        { path: join(config.dataDir, locksFolder, `${packId.slice(-1)}.lock`), waitMs: turnWaitMs },
        work,
      );
    return { store, search, pepper, logKey, close, tryAlone };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What runs on the folder would find another database than it knows. */
function refuseUnderOlderService({ dataDir }: Pick<Config, 'dataDir'>): void {
  if (isOutdated(dataDir) && isServed({ dataDir }))
    throw new UserError(
      'A service of an earlier version runs on this data folder: stop it first, since its database would be rewritten.',
    );
}

/** Where the records lie. */
export function recordsPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return databasePath(dataDir);
}

/** Whether there is an installation here already. */
export function isInstalled({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return hasDatabase(dataDir);
}

/** Whether there are records here that only their master key opens. */
export function isSealed({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return hasTenantKeys(dataDir);
}

/** Whether there are records here from before records had keys, which are rewritten as the folder is opened. */
export function isUnsealed({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return isBeforeKeys(dataDir);
}

/** Whether a service works on this folder at this moment. */
export function isServed({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return isLockedForServing(dataDir);
}

/** A new pepper beside old keys would lock everybody out without a word. */
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

/** The one that the configuration gives or names; null where there is no such file. */
export async function findMasterKey({
  masterKey,
  masterKeyFile,
}: Pick<Config, 'masterKey' | 'masterKeyFile'>): Promise<Uint8Array | null> {
  return masterKey === null ? await readMasterKey(masterKeyFile) : parseMasterKey(masterKey);
}

/** A folder of before there was a master key gets one; beside records under another, it would open none of them. */
async function firstMasterKey({ dataDir, masterKeyFile }: DataFolderSettings): Promise<Uint8Array> {
  if (hasTenantKeys(dataDir)) {
    throw new UserError(
      `The master key file ${masterKeyFile} is missing. No content can be read without it: restore it from a backup, or set AVOW_MASTER_KEY or AVOW_MASTER_KEY_FILE.`,
    );
  }
  return await createMasterKey(masterKeyFile);
}

/** With another key the log would be another one in the eyes of all who kept the first. */
async function firstLogKey({ dataDir, logKeyFile }: DataFolderSettings): Promise<KeyObject> {
  if (hasTenantKeys(dataDir)) {
    throw new UserError(
      `The log key file ${logKeyFile} is missing. The log cannot be gone on with under another key: restore it from a backup, or set AVOW_LOG_KEY_FILE.`,
    );
  }
  return await createLogKey(logKeyFile);
}
