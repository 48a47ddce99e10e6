import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPepper, readPepper } from '../access/pepper.ts';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import type { PassageSearch } from '../interfaces/passage-search.ts';
import type { PublishParts } from '../knowledge/publish-pack.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { openLancePassageSearch } from '../retrieval/lance-passage-search.ts';
import { lockForServing } from '../stores/sqlite/lock-for-serving.ts';
import { databasePath } from '../stores/sqlite/open-database.ts';
import { openSqliteStore, type SqliteStore } from '../stores/sqlite/open-sqlite-store.ts';

/** Everything an installation keeps: records, knowledge, the search index and the pepper. */
export interface DataFolder {
  readonly store: SqliteStore;
  readonly search: PassageSearch;
  readonly pepper: KeyObject;
  /** Does the work while nobody else loads knowledge into this folder. */
  readonly exclusively: NonNullable<PublishParts['exclusively']>;
  close(): Promise<void>;
}

const searchFolder = 'search';
const loadingLockFile = 'loading.lock';
/** A load that must wait longer is told so. */
const loadingWaitMs = 5000;

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
    const search = await openLancePassageSearch({ directory, preload: forServing });
    opened.push(() => search.close());
    const loadingLock = { path: join(config.dataDir, loadingLockFile), waitMs: loadingWaitMs };
    return { store, search, pepper, close, exclusively: (work) => withFileLock(loadingLock, work) };
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
