import { setTimeout as sleep } from 'node:timers/promises';
import type { PackVersion, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { PassageQuery, PassageSearch } from '@avow/search';
import {
  PassageSearchError,
  readLimit,
  requireDirection,
  requireValidId,
  requireValidPack,
  requireValidQuery,
  requireValidVectors,
  requireValidVersion,
  waitingMax,
} from '@avow/search/engine';
import {
  bringUpToDate,
  Connection,
  ConnectionPool,
  reachDatabase,
  withoutValues,
} from '@avow/storage/postgres';
import { findPassages } from './find-passages.ts';
import { addVectors, listWaiting, vectorProgress } from './passage-vectors.ts';
import { pruneStoredVersions } from './prune-versions.ts';
import { requireVectorExtension } from './require-vector-extension.ts';
import { searchMigrations } from './search-tables.ts';
import { type Ask, inTransaction, outOfTime } from './search-transactions.ts';
import { stageVersion } from './stage-version.ts';
import { StoredStatistics } from './term-statistics.ts';
import { buildIndexes, completeSpaces, countUnbuilt, indexedFromDefault } from './vector-indexes.ts';

export interface PostgresSearchOptions {
  /** As `postgres://user@host/database`. The tables of the records must be there. */
  readonly url: string;
  /** Connections that search, and half as many that file. */
  readonly connections?: number;
  /** With so many vectors, a pack gets an index of its own. */
  readonly indexedFrom?: number;
  /** Called if an index could not be built. Searches go on, and compare all vectors of the pack. */
  readonly onIndexFailure?: (error: unknown) => void;
  /** Does the work while no other node does such work; null: another does. Omitted: there is no other. */
  readonly buildAlone?: (work: () => Promise<boolean>) => Promise<boolean | null>;
  /** After so long a build that another node was in the way of, or that failed, is tried again. */
  readonly retryMs?: number;
}

/** A search whose vector indexes are built in the background. */
export interface PostgresPassageSearch extends PassageSearch {
  /** `failing`: one could not be built; searches compare all vectors of its pack until it is. */
  indexState(): Promise<'ok' | 'building' | 'failing'>;
}

const defaultConnections = 8;
/** Searches that wait for a connection; beyond this, one is rejected immediately. */
const waitingSearchesMax = 1_000;
const writeTimeoutMs = 0;
const readTimeoutMs = 60_000;
const retryDefaultMs = 60_000;

/** So many new passages change what PostgreSQL must know of the tables to find the right plan for the next search. */
const analyzedFrom = 1_000;
const analyzeSql = `SET statement_timeout = 0;
ANALYZE search_units, search_places, search_entries, search_members, search_postings`;

const hasVersionSql = `SELECT 1 FROM search_packs AS packs JOIN search_versions AS versions USING (tenant_id, pack)
WHERE packs.tenant_id = $1 AND packs.pack_id = $2 AND versions.version = $3`;

/**
 * Keyword and semantic search in the tables of a database that all nodes share, for knowledge that is larger than a node.
 * Throws an error for the operator if the database lacks what it needs.
 */
export async function openPostgresSearch(options: PostgresSearchOptions): Promise<PostgresPassageSearch> {
  const connection = await reachDatabase(options.url);
  try {
    await requireVectorExtension(connection);
    await bringUpToDate(connection, { part: 'search', migrations: searchMigrations });
  } finally {
    await connection.close();
  }
  return new PostgresSearch(options);
}

class PostgresSearch implements PostgresPassageSearch {
  readonly #url: string;
  readonly #readers: ConnectionPool<null>;
  readonly #writers: ConnectionPool<null>;
  readonly #statistics = new StoredStatistics();
  readonly #indexedFrom: number;
  readonly #onIndexFailure: (error: unknown) => void;
  readonly #buildAlone: NonNullable<PostgresSearchOptions['buildAlone']>;
  readonly #retryMs: number;
  /** Of packs whose indexes are to be built later. */
  readonly #retries = new Map<string, NodeJS.Timeout>();
  readonly #failed = new Set<string>();
  #searching = 0;
  #building: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor({
    url,
    connections = defaultConnections,
    indexedFrom = indexedFromDefault,
    onIndexFailure = ignore,
    buildAlone = (work) => work(),
    retryMs = retryDefaultMs,
  }: PostgresSearchOptions) {
    this.#url = url;
    this.#buildAlone = buildAlone;
    this.#retryMs = retryMs;
    this.#onIndexFailure = onIndexFailure;
    this.#indexedFrom = indexedFrom;
    this.#readers = new ConnectionPool(url, connections, () => null);
    this.#writers = new ConnectionPool(url, Math.ceil(connections / 2), () => null);
  }

  async search(tenantId: TenantId, wanted: PassageQuery) {
    const limit = requireValidQuery(tenantId, wanted);
    if (wanted.vector !== null) requireDirection(wanted.vector);
    if (limit === 0) return [];
    if (this.#searching >= waitingSearchesMax)
      throw new PassageSearchError('overloaded', 'too many searches are queued');
    const timeoutMs = Math.max(1, Math.trunc(wanted.timeoutMs));
    const { statistics } = { statistics: this.#statistics };
    this.#searching += 1;
    const searched = inTransaction(this.#readers, { tenantId, mode: 'read', timeoutMs }, (ask) =>
      findPassages(ask, { tenantId, wanted, limit, statistics }),
    ).finally(() => {
      this.#searching -= 1;
    });
    return await withinTime(searched, timeoutMs);
  }

  async stageVersion(...[tenantId, version, onProgress]: Parameters<PassageSearch['stageVersion']>) {
    requireValidId(tenantId);
    requireValidPack(version.pack);
    if (version.base !== null) requireValidVersion(version.base);
    let added = 0;
    const noteProgress = (done: number) => {
      added = done;
      onProgress(done);
    };
    const staged = await this.#write(tenantId, (ask) =>
      stageVersion(ask, { tenantId, version, onProgress: noteProgress }),
    );
    if (added >= analyzedFrom) await this.#asOwner((connection) => connection.exec(analyzeSql)).catch(ignore);
    return staged;
  }

  async hasVersion(tenantId: TenantId, { packId, version }: PackVersion): Promise<boolean> {
    requireValidId(tenantId);
    requireValidPack({ packId, version });
    const rows = await this.#read(tenantId, (ask) => ask(hasVersionSql, [tenantId, packId, version]));
    return rows.length > 0;
  }

  async prune(...[tenantId, pack]: Parameters<PassageSearch['prune']>) {
    requireValidId(tenantId);
    requireValidId(pack.packId);
    for (const version of pack.keep) requireValidVersion(version);
    await this.#write(tenantId, (ask) => pruneStoredVersions(ask, tenantId, pack));
  }

  async listWaiting(...[tenantId, wanted]: Parameters<PassageSearch['listWaiting']>) {
    requireValidId(tenantId);
    requireValidPack(wanted.pack);
    const limit = readLimit(wanted.limit, waitingMax);
    if (limit === 0) return [];
    const waiting = await this.#read(tenantId, (ask) => listWaiting(ask, tenantId, { ...wanted, limit }));
    if (waiting.length === 0) this.#complete(tenantId, wanted);
    return waiting;
  }

  async addVectors(...[tenantId, given]: Parameters<PassageSearch['addVectors']>) {
    requireValidId(tenantId);
    requireValidPack(given.pack);
    requireValidVectors(given.vectors);
    await this.#write(tenantId, (ask) => addVectors(ask, tenantId, given));
  }

  async vectorProgress(...[tenantId, wanted]: Parameters<PassageSearch['vectorProgress']>) {
    requireValidId(tenantId);
    requireValidPack(wanted.pack);
    return await this.#read(tenantId, (ask) => vectorProgress(ask, tenantId, wanted));
  }

  async indexState(): ReturnType<PostgresPassageSearch['indexState']> {
    const { building, failed } = await this.#asOwner(countUnbuilt);
    if (failed + this.#failed.size > 0) return 'failing';
    return building > 0 ? 'building' : 'ok';
  }

  /** An index that is being built is waited for. */
  async close(): Promise<void> {
    await this.#building;
    for (const retry of this.#retries.values()) clearTimeout(retry);
    this.#isClosing = true;
    await Promise.all([this.#readers.close(), this.#writers.close()]);
  }

  #read<Value>(tenantId: TenantId, work: (ask: Ask) => Promise<Value>): Promise<Value> {
    return inTransaction(this.#readers, { tenantId, mode: 'read', timeoutMs: readTimeoutMs }, work);
  }

  #write<Value>(tenantId: TenantId, work: (ask: Ask) => Promise<Value>): Promise<Value> {
    if (this.#isClosing) throw new AppError('shutting_down');
    return inTransaction(this.#writers, { tenantId, mode: 'write', timeoutMs: writeTimeoutMs }, work);
  }

  /** In the background. What fails, or is in the hands of another node, is tried again: that node may die. */
  #complete(tenantId: TenantId, wanted: Embedded): void {
    const { pack, encoder } = wanted;
    const name = `${tenantId} ${pack.packId}`;
    const build = async () => {
      if (this.#isClosing) return;
      const asked = { pack, encoder, indexedFrom: this.#indexedFrom };
      const spaces = await this.#write(tenantId, (ask) => completeSpaces(ask, tenantId, asked));
      if (spaces.large.length + spaces.dropped.length === 0) return;
      const isBuilt = await this.#buildAlone(() =>
        this.#asOwner((connection) => buildIndexes(connection, spaces)),
      );
      if (isBuilt !== true) completeLater();
    };
    const completeLater = () => {
      clearTimeout(this.#retries.get(name));
      const retry = setTimeout(() => this.#complete(tenantId, wanted), this.#retryMs).unref();
      this.#retries.set(name, retry);
    };
    this.#building = this.#building.then(build).then(
      () => void this.#failed.delete(name),
      (error: unknown) => {
        this.#failed.delete(name);
        // A version that was replaced meanwhile needs no index.
        if (error instanceof PassageSearchError && error.kind === 'missing_version') return;
        this.#failed.add(name);
        completeLater();
        this.#onIndexFailure(withoutValues(error));
      },
    );
  }

  /** What the role of a tenant may not do. */
  async #asOwner<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value> {
    const connection = await Connection.open(this.#url);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }
}

/** A version whose passages all have vectors of an encoder. */
interface Embedded {
  readonly pack: PackVersion;
  readonly encoder: string;
}

/** The server stops a search that takes too long, but may itself not answer. */
async function withinTime<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const timer = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw outOfTime();
  });
  late.catch(ignore);
  work.catch(ignore);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

function ignore(): void {}
