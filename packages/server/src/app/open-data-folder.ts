import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPepper, readPepper } from '../access/pepper.ts';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import type { PassageSearch } from '../interfaces/passage-search.ts';
import type { TryAlone } from '../knowledge/pack-work.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { openPassageSearch } from '../retrieval/open-passage-search.ts';
import { isLockedForServing, lockForServing } from '../stores/sqlite/lock-for-serving.ts';
import { databasePath } from '../stores/sqlite/open-database.ts';
import { openSqliteStore, type SqliteStore } from '../stores/sqlite/open-sqlite-store.ts';

/** Everything an installation keeps: records, knowledge, the search index and the pepper. */
export interface DataFolder {
  readonly store: SqliteStore;
  readonly search: PassageSearch;
  readonly pepper: KeyObject;
  /** Does the work while nobody else works on this pack, in this process or beside it. */
  readonly tryAlone: TryAlone;
  close(): Promise<void>;
}

const searchFolder = 'search';
const locksFolder = 'locks';
/** Whoever must wait longer is told so, and may try again. */
const turnWaitMs = 250;

/** Opens the folder. `forServing`: for a service, of which there is one at a time; the command line may work beside it. */
export async function openDataFolder(
  config: Pick<Config, 'dataDir' | 'pepperFile'>,
  { forServing = false }: { readonly forServing?: boolean } = {},
): Promise<DataFolder> {
  const opened: Array<() => void | Promise<void>> = [];
  /** In the opposite order, and all of them, whatever one says. */
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await Promise.try(closeOne).catch(() => undefined);
  };
  try {
    if (forServing) opened.push(lockForServing(config.dataDir).release);
    const pepper = (await readPepper(config.pepperFile)) ?? (await firstPepper(config));
    const store = await openSqliteStore({ directory: config.dataDir });
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
    return { store, search, pepper, close, tryAlone };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where the records lie. */
export function recordsPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return databasePath(dataDir);
}

/** Whether there is an installation here already. */
export function isInstalled({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  return existsSync(recordsPath({ dataDir }));
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
