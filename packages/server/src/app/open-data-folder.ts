import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Readiness } from '@avow/contract';
import { type Locked, makePrivateFolder, withFileLock } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import { openPassageSearch, openVersionFiles, type VersionFiles } from '@avow/search';
import type { BrokenStore } from '@avow/storage/sqlite';
import { lockForServing } from '@avow/storage/sqlite';
import type { Config } from '../config/load-config.ts';
import { refuseUnfinishedRestore } from '../features/backups/compose/unfinished-restore.ts';
import { type Nodes, onlyNode } from '../features/nodes/nodes.ts';
import {
  announcePublications,
  openPublished,
  searchPublished,
} from '../features/publication/compose/share-content.ts';
import type { PublishedVersions } from '../features/publication/indexing/published-versions.ts';
import type { SharedVersions } from '../features/publication/indexing/shared-versions.ts';
import type { TryPackLock } from '../limits/pack-lock.ts';
import { openSqliteStore } from '../storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../storage/store.ts';
import { refuseNewerRecords, refuseRecordsInFolder, refuseUnderOlderService } from './installation-state.ts';
import { type InstallationKeys, type KeySettings, openKeys, sharedKeys } from './open-keys.ts';

/**
 * Everything that an installation stores: records, content, the search index and its keys. With PostgreSQL, the folder of a
 * node has only its keys and what can be derived from the database.
 */
export interface DataFolder {
  readonly directory: string;
  readonly store: Store;
  readonly search: PassageSearch;
  readonly pepper: KeyObject;
  /** Signs checkpoints of the log. */
  readonly logKey: KeyObject;
  /** Runs the work under the lock of this pack, which excludes other work in any process. */
  readonly tryPackLock: TryPackLock;
  /** Runs the work under a lock with this name, which excludes others in any process. */
  readonly tryLock: TryLock;
  /** The lock of what this node has of a pack: its part of the search index. */
  readonly tryIndexLock: TryPackLock;
  readonly nodes: Nodes;
  /** Where nodes find the files of versions that others have built, and those of this node; null: there are no others. */
  readonly shared: { readonly versions: SharedVersions; readonly files: VersionFiles } | null;
  /** Which versions in the search index are those that were published; null: all of them. */
  readonly published: PublishedVersions | null;
  /** How the vector indexes of a search in the database are; `off`: passages are not searched there. */
  readonly vectorIndexes: () => Promise<Readiness['vector_indexes']>;
  close(): Promise<void>;
}

type TryLock = <Result>(
  name: string,
  options: { readonly waitMs: number },
  work: (lost: AbortSignal) => Promise<Result>,
) => Promise<Locked<Result>>;

export type DataFolderSettings = KeySettings & Pick<Config, 'databaseConnections' | 'search'>;

interface OpenOptions {
  readonly forServing?: boolean;
  readonly onBroken?: (fault: BrokenStore) => void;
  /** Called if a search index in the database could not be built. */
  readonly onIndexFailure?: ((error: unknown) => void) | undefined;
}

interface OpenedRecords {
  readonly versions: SharedVersions | null;
  readonly store: Store;
  readonly nodes: Nodes;
  readonly published: PublishedVersions | null;
  readonly tryLock: TryLock;
  close(): Promise<void>;
}

const searchFolder = 'search';
const locksFolder = 'locks';
/** Building one takes much of the memory of the database server. */
const indexesLock = 'vector-indexes';
/** After this time the pack is reported as busy. */
const packLockWaitMs = 250;
/** The lock of a file ends with its process. */
const neverLost = new AbortController().signal;

/**
 * Opens the folder. `forServing`: for the service, of which only one may run at a time; the command line may work on the
 * folder meanwhile. `onBroken` is called once if the disk has failed: the service must end then.
 */
export async function openDataFolder(
  config: DataFolderSettings,
  { forServing = false, onBroken, onIndexFailure }: OpenOptions = {},
): Promise<DataFolder> {
  const opened: Array<() => void | Promise<void>> = [];
  /** Closes all of them in reverse order, even if one fails. */
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await Promise.try(closeOne).catch(() => undefined);
  };
  try {
    refuseUnfinishedRestore(config);
    if (config.databaseUrl !== null) refuseRecordsInFolder(config);
    else refuseNewerRecords(config);
    if (config.databaseUrl === null && !forServing) refuseUnderOlderService(config);
    if (forServing) opened.push(lockForServing(config.dataDir).release);
    const keys = await openKeys(config);
    const {
      store,
      nodes,
      published,
      versions,
      tryLock,
      close: closeRecords,
    } = await openRecords(config, keys, onBroken);
    opened.push(closeRecords);
    const { search: index, vectorIndexes } = await openSearch(config, {
      ...{ preload: forServing, onIndexFailure, tryLock },
    });
    opened.push(() => index.close());
    // What PostgreSQL searches is there for every node; files of an index are pulled from the node that built them.
    const files = isEmbedded(config) ? openVersionFiles(join(config.dataDir, searchFolder)) : null;
    const shared = versions && files && { versions, files };
    const search = published === null ? index : searchPublished(index, published);
    const { pepper, logKey } = keys;
    const locks = { tryLock, ...packLocks(config, tryLock) };
    const parts = { store, nodes, published, shared, search, vectorIndexes, pepper, logKey };
    return { directory: config.dataDir, ...parts, close, ...locks };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Each pack has its own lock, so that no other pack, in particular another tenant's, waits for it. */
function packLocks(
  config: DataFolderSettings,
  tryLock: TryLock,
): Pick<DataFolder, 'tryPackLock' | 'tryIndexLock'> {
  const lockBy =
    (lock: TryLock): TryPackLock =>
    (packId, work) =>
      lock(packId, { waitMs: packLockWaitMs }, work);
  const [tryShared, tryOwn] = [lockBy(tryLock), lockBy(tryFolderLock(config))];
  if (config.databaseUrl === null) return { tryPackLock: tryOwn, tryIndexLock: tryOwn };
  if (config.search === 'postgres') return { tryPackLock: tryShared, tryIndexLock: tryShared };
  const tryPackLock: TryPackLock = async (packId, work) => {
    const locked = await tryShared(packId, (lost) => tryOwn(packId, () => work(lost)));
    return locked.kind === 'done' ? locked.value : locked;
  };
  return { tryPackLock, tryIndexLock: tryOwn };
}

function isEmbedded({ search, databaseUrl }: DataFolderSettings): boolean {
  return search === 'embedded' || databaseUrl === null;
}

/** In the data folder, or in the database that all nodes share. */
async function openSearch(
  config: DataFolderSettings,
  {
    preload,
    onIndexFailure,
    tryLock,
  }: Pick<OpenOptions, 'onIndexFailure'> & { readonly preload: boolean; readonly tryLock: TryLock },
): Promise<{ readonly search: PassageSearch } & Pick<DataFolder, 'vectorIndexes'>> {
  const { dataDir, databaseUrl, databaseConnections } = config;
  if (isEmbedded(config) || databaseUrl === null) {
    const search = await openPassageSearch({ directory: join(dataDir, searchFolder), preload });
    return { search, vectorIndexes: async () => 'off' };
  }
  const { openPostgresSearch } = await import('@avow/search-postgres');
  const search = await openPostgresSearch({
    ...{ url: databaseUrl, connections: databaseConnections },
    ...(onIndexFailure === undefined ? {} : { onIndexFailure }),
    buildAlone: async (work) => {
      const locked = await tryLock(indexesLock, { waitMs: 0 }, work);
      return locked.kind === 'done' ? locked.value : null;
    },
  });
  return { search, vectorIndexes: () => search.indexState() };
}

function tryFolderLock({ dataDir }: Pick<Config, 'dataDir'>): TryLock {
  return (name, { waitMs }, work) =>
    withFileLock({ path: join(dataDir, locksFolder, `${name}.lock`), waitMs, isRemoved: true }, () =>
      work(neverLost),
    );
}

async function openRecords(
  config: DataFolderSettings,
  keys: InstallationKeys,
  onBroken: OpenOptions['onBroken'],
): Promise<OpenedRecords> {
  const { dataDir, databaseUrl, databaseConnections } = config;
  const { masterKey } = keys;
  if (databaseUrl === null) {
    const store = await openSqliteStore({ directory: dataDir, masterKey, onBroken });
    const alone = { nodes: onlyNode, published: null, versions: null, tryLock: tryFolderLock(config) };
    return { store, ...alone, close: store.close };
  }
  makePrivateFolder(dataDir);
  const { openPostgresRecords } = await import('../storage/postgres/open-postgres-records.ts');
  const { store, leases, nodes, versions, close } = await openPostgresRecords({
    ...{ url: databaseUrl, masterKey, connections: databaseConnections, search: config.search },
    keys: sharedKeys(config, keys),
  });
  // In an index that all nodes share, a version is staged by the node that publishes it, and by no other.
  const published = config.search === 'postgres' ? null : openPublished(config);
  const content = announcePublications(store.content, { nodes, published });
  return {
    store: { ...store, content },
    nodes,
    published,
    versions,
    close,
    tryLock: (name, options, work) => leases.during(name, options, ({ signal }) => work(signal)),
  };
}
