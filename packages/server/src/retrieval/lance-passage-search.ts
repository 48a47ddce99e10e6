import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import type { PackVersion, TenantId } from '../interfaces/identity.ts';
import type { Passage, PassageHit, PassageSearch } from '../interfaces/passage-search.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { functionWords } from '../text/stop-words.ts';
import { byScore, checkId, checkVersion, filterOf, rowOf } from './passage-rows.ts';
import { isTimeout, PassageSearchError, searchError } from './passage-search-error.ts';
import { queryWords } from './query-words.ts';

type Lance = typeof import('@lancedb/lancedb');

const limitMax = 100;
const rowsPerBatch = 2_000;
const openTablesMax = 256;
/** Writers wait for one another: a load of a large pack takes minutes. */
const writerWaitMs = 15 * 60_000;
const searchedColumn = 'searchable';
const filterColumns = ['pack_id', 'pack_version'] as const;

/**
 * Full text search on LanceDB: one table a tenant, in `directory`. Several processes may use the directory at once.
 * The engine is loaded with the first call, or at once in the background with `preload`.
 */
export async function openLancePassageSearch(options: {
  readonly directory: string;
  readonly preload?: boolean;
}): Promise<PassageSearch> {
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const search = new LancePassageSearch(options.directory);
  if (options.preload) search.preload();
  return search;
}

class LancePassageSearch implements PassageSearch {
  readonly #directory: string;
  readonly #tables = new Map<TenantId, Promise<Table>>();
  #engine: Promise<{ readonly lance: Lance; readonly connection: Connection }> | null = null;

  constructor(directory: string) {
    this.#directory = directory;
  }

  preload(): void {
    // A failure shows again, and is reported, where the engine is first needed.
    this.#open().catch(() => undefined);
  }

  async search(tenantId: TenantId, wanted: Parameters<PassageSearch['search']>[1]): Promise<PassageHit[]> {
    const filter = filterOf(wanted.packs);
    const words = queryWords(wanted.text);
    const limit = Math.min(Math.trunc(wanted.limit), limitMax);
    if (filter === null || words.length === 0 || !(limit > 0)) return [];
    const table = await this.#existingTable(tenantId);
    if (table === null) return [];
    const timeoutMs = Math.max(1, Math.trunc(wanted.timeoutMs));
    const query = { filter, words, limit, timeoutMs };
    try {
      return await this.#run(table, query);
    } catch (error) {
      if (isTimeout(error)) throw searchError(error, words);
      // Another process may have removed the files of the state that this query began on: the newest state is whole.
      return await this.#run(table, query).catch((again: unknown) => {
        throw searchError(again, words);
      });
    }
  }

  async #run(
    table: Table,
    query: {
      readonly filter: string;
      readonly words: readonly string[];
      readonly limit: number;
      readonly timeoutMs: number;
    },
  ): Promise<PassageHit[]> {
    const { lance } = await this.#open();
    // Another process may have loaded a pack since. Looking takes 0.05 ms.
    await table.checkoutLatest();
    const rows: Array<{ passage: string; _score: number }> = await table
      .query()
      // A match query takes its words as words: nothing in them is syntax.
      .fullTextSearch(new lance.MatchQuery(query.words.join(' '), searchedColumn))
      .where(query.filter)
      .select(['passage', '_score'])
      .limit(query.limit)
      .toArray({ timeoutMs: query.timeoutMs, maxBatchLength: limitMax });
    return rows.map((row) => ({ ...(JSON.parse(row.passage) as Passage), score: row._score })).sort(byScore);
  }

  async add(
    tenantId: TenantId,
    passages: readonly Passage[],
    onProgress: (added: number) => void,
  ): Promise<void> {
    if (passages.length === 0) return;
    checkId(tenantId);
    await this.#exclusively(tenantId, async () => {
      const table = (await this.#existingTable(tenantId)) ?? (await this.#createTable(tenantId));
      await table.checkoutLatest();
      for (let start = 0; start < passages.length; start += rowsPerBatch) {
        const batch = passages.slice(start, start + rowsPerBatch);
        await table.add(batch.map(rowOf));
        onProgress(start + batch.length);
      }
      await this.#index(table, 'added');
    });
  }

  async prune(
    tenantId: TenantId,
    pack: { readonly packId: PackVersion['packId']; readonly keep: number | null },
  ): Promise<void> {
    checkId(tenantId);
    checkId(pack.packId);
    const others = pack.keep === null ? '' : ` AND pack_version != ${checkVersion(pack.keep)}`;
    await this.#exclusively(tenantId, async () => {
      const table = await this.#existingTable(tenantId);
      if (table === null) return;
      await table.checkoutLatest();
      const unwanted = `pack_id = '${pack.packId}'${others}`;
      // A table without history has been cleaned to the end before; with one, an earlier pruning may have been interrupted.
      const isClean = (await table.listVersions()).length === 1;
      if (isClean && (await table.countRows(unwanted)) === 0) return;
      await table.delete(unwanted);
      await this.#index(table, 'afresh');
      await forgetHistory(table);
    });
  }

  async close(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    const tables = [...this.#tables.values()];
    this.#tables.clear();
    for (const table of await Promise.allSettled(tables)) {
      if (table.status === 'fulfilled') table.value.close();
    }
    await engine?.then(({ connection }) => connection.close()).catch(() => undefined);
  }

  /**
   * Brings every row into the index: rows beside it make each search slower. An index that is added to keeps the words of
   * deleted rows; only one made afresh is without them.
   */
  async #index(table: Table, how: 'added' | 'afresh'): Promise<void> {
    const { lance } = await this.#open();
    const indexed = new Set(
      how === 'afresh' ? [] : (await table.listIndices()).flatMap((index) => index.columns),
    );
    if (!indexed.has(searchedColumn)) {
      const config = lance.Index.fts({
        withPosition: false,
        // Finds words in scripts without spaces too, and cuts "e-mail" and "v2.5" as it would in a question.
        baseTokenizer: 'icu/split',
        language: 'English',
        lowercase: true,
        stem: true,
        removeStopWords: true,
        customStopWords: [...functionWords],
        asciiFolding: true,
      });
      await table.createIndex(searchedColumn, { config, replace: true });
    }
    for (const column of filterColumns) {
      if (!indexed.has(column))
        await table.createIndex(column, { config: lance.Index.bitmap(), replace: true });
    }
    await table.optimize();
  }

  #open() {
    this.#engine ??= import('@lancedb/lancedb')
      .then(async (lance) => ({ lance, connection: await lance.connect(this.#directory) }))
      .catch((error: unknown) => {
        // What failed once is tried again with the next search.
        this.#engine = null;
        throw error;
      });
    return this.#engine;
  }

  /** Null where the tenant has never loaded anything. */
  async #existingTable(tenantId: TenantId): Promise<Table | null> {
    checkId(tenantId);
    const open = this.#tables.get(tenantId);
    if (open !== undefined) return await open;
    const exists = await access(join(this.#directory, `${tenantId}.lance`, '_versions')).then(
      () => true,
      () => false,
    );
    if (!exists) return null;
    const { connection } = await this.#open();
    return await this.#keep(tenantId, connection.openTable(tenantId));
  }

  async #createTable(tenantId: TenantId): Promise<Table> {
    const { connection } = await this.#open();
    const { Field, Int32, Schema, Utf8 } = await import('apache-arrow');
    const schema = new Schema([
      new Field('pack_id', new Utf8(), false),
      new Field('pack_version', new Int32(), false),
      new Field(searchedColumn, new Utf8(), false),
      new Field('passage', new Utf8(), false),
    ]);
    return await this.#keep(
      tenantId,
      connection.createEmptyTable(tenantId, schema, { mode: 'create', existOk: true }),
    );
  }

  /** Keeps the handle for the next call; the one opened longest ago makes room, and is freed once nobody uses it. */
  #keep(tenantId: TenantId, opening: Promise<Table>): Promise<Table> {
    const [oldest] = this.#tables.keys();
    if (this.#tables.size >= openTablesMax && oldest !== undefined) this.#tables.delete(oldest);
    this.#tables.set(tenantId, opening);
    opening.catch(() => this.#tables.delete(tenantId));
    return opening;
  }

  /** One writer a tenant, whichever process it is in: cleaning up would take a second writer's new files for rubbish. */
  async #exclusively(tenantId: TenantId, work: () => Promise<void>): Promise<void> {
    const path = join(this.#directory, `${tenantId}.lock`);
    const { kind } = await withFileLock({ path, waitMs: writerWaitMs }, work);
    if (kind === 'busy')
      throw new PassageSearchError('timeout', 'another process is writing to the search index');
  }
}

/**
 * Deleted rows stay in the files of earlier states until those are removed. The current state has been written without
 * them before; here everything older than it goes, and only then have the words left the disk.
 */
async function forgetHistory(table: Table): Promise<void> {
  await table.optimize({ cleanupOlderThan: new Date(Date.now() + 60_000), deleteUnverified: true });
}
