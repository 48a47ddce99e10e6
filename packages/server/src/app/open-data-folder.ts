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

export const databaseFile = 'avow.db';
const searchFolder = 'search';
const loadingLockFile = 'loading.lock';
/** A load that must wait longer is told so. */
const loadingWaitMs = 5000;

/** Opens the folder. `forServing`: for a service, of which there is one at a time; the command line may work beside it. */
export async function openDataFolder(
  config: Pick<Config, 'dataDir' | 'pepperFile'>,
  { forServing = false }: { readonly forServing?: boolean } = {},
): Promise<DataFolder> {
  const lock = forServing ? lockForServing(config.dataDir) : null;
  try {
    const pepper = (await readPepper(config.pepperFile)) ?? (await firstPepper(config));
    const store = await openSqliteStore({ directory: config.dataDir });
    const search = await openLancePassageSearch({
      directory: join(config.dataDir, searchFolder),
      preload: forServing,
    });
    const loadingLock = { path: join(config.dataDir, loadingLockFile), waitMs: loadingWaitMs };
    return {
      store,
      search,
      pepper,
      exclusively: (work) => withFileLock(loadingLock, work),
      close: async () => {
        await search.close();
        await store.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** A new pepper beside old keys would lock everybody out without a word. */
async function firstPepper({
  dataDir,
  pepperFile,
}: Pick<Config, 'dataDir' | 'pepperFile'>): Promise<KeyObject> {
  if (existsSync(join(dataDir, databaseFile))) {
    throw new UserError(
      `The pepper file ${pepperFile} is missing. No key can be checked without it: restore it from a backup.`,
    );
  }
  return await createPepper(pepperFile);
}
