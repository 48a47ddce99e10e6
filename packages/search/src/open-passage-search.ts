import { access, mkdir } from 'node:fs/promises';
import type { PackVersion, TenantId } from '@avow/foundation';
import type { PassageQuery, PassageSearch } from './passage-search.ts';
import { requireValidId, requireValidPack, requireValidVersion } from './require-valid-names.ts';
import { readLimit, requireValidQuery, requireValidVectors, waitingMax } from './require-valid-query.ts';
import type { SearchIndex } from './search-index.ts';
import { readPackManifest } from './segments/manifest.ts';
import { packFolder, segmentPath } from './segments/pack-folder.ts';
import { ThreadChannel } from './threads/thread-channel.ts';
import type { IndexWriter } from './writing/index-writer.ts';

export interface PassageSearchOptions {
  readonly directory: string;
  /** Whether to start the threads at once, rather than with the first search. */
  readonly preload?: boolean;
  /** What the segments that are kept in memory may take together, in each thread that searches. */
  readonly memoryBytesMax?: number;
  /** How many searches run at the same time. */
  readonly threadCount?: number;
}

const memoryBytesDefault = 2 ** 30;
const passagesPerMessage = 500;

/** The embedded keyword and semantic search in `directory`. Several processes may use the directory at the same time. */
export async function openPassageSearch(options: PassageSearchOptions): Promise<PassageSearch> {
  const { directory, preload = false, memoryBytesMax = memoryBytesDefault, threadCount = 1 } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const searchers = Array.from(
    { length: Math.max(1, Math.trunc(threadCount)) },
    () =>
      new ThreadChannel<SearchIndex>(new URL('./threads/search-thread.ts', import.meta.url), {
        directory,
        memoryBytesMax,
      }),
  );
  const writer = new ThreadChannel<IndexWriter>(new URL('./threads/writer-thread.ts', import.meta.url), {
    directory,
  });
  if (preload) for (const searcher of searchers) searcher.start();
  return new EmbeddedPassageSearch({ directory, searchers, writer });
}

class EmbeddedPassageSearch implements PassageSearch {
  readonly #directory: string;
  readonly #searchers: readonly ThreadChannel<SearchIndex>[];
  readonly #writer: ThreadChannel<IndexWriter>;

  constructor(parts: {
    readonly directory: string;
    readonly searchers: readonly ThreadChannel<SearchIndex>[];
    readonly writer: ThreadChannel<IndexWriter>;
  }) {
    this.#directory = parts.directory;
    this.#searchers = parts.searchers;
    this.#writer = parts.writer;
  }

  async search(tenantId: TenantId, wanted: PassageQuery) {
    const { timeoutMs, ...query } = wanted;
    const limit = requireValidQuery(tenantId, wanted);
    if (limit === 0) return [];
    const waitMs = Math.max(1, Math.trunc(timeoutMs));
    const deadlineMs = Date.now() + waitMs;
    const idlest = this.#searchers.reduce((one, other) =>
      other.waitingCount < one.waitingCount ? other : one,
    );
    return await idlest.call('search', [tenantId, { ...query, limit, deadlineMs }], waitMs);
  }

  async stageVersion(...[tenantId, version, onProgress]: Parameters<PassageSearch['stageVersion']>) {
    const { pack, base, removed, added } = version;
    requireValidId(tenantId);
    requireValidPack(pack);
    if (base !== null) requireValidVersion(base);
    const stage = await this.#writer.call('beginStage', [tenantId, { pack, base }]);
    try {
      for await (const passages of added) {
        for (let start = 0; start < passages.length; start += passagesPerMessage) {
          const part = passages.slice(start, start + passagesPerMessage);
          onProgress(await this.#writer.call('addPassages', [stage, part]));
        }
      }
      return await this.#writer.call('commitStage', [stage, removed]);
    } catch (error) {
      await this.#writer.call('abandonStage', [stage]).catch(() => undefined);
      throw error;
    } finally {
      await this.#noteChange();
    }
  }

  /** Whether its files exist; damage is detected when they are read. */
  async hasVersion(tenantId: TenantId, pack: PackVersion): Promise<boolean> {
    requireValidPack(pack);
    const folder = packFolder(this.#directory, { tenantId, packId: pack.packId });
    try {
      const { segments } = readPackManifest(folder, pack.version);
      for (const { id } of segments) {
        await access(segmentPath(folder, id, 'idx'));
        await access(segmentPath(folder, id, 'txt'));
      }
      return true;
    } catch {
      return false;
    }
  }

  async prune(...[tenantId, pack]: Parameters<PassageSearch['prune']>) {
    requireValidId(tenantId);
    requireValidId(pack.packId);
    for (const version of pack.keep) requireValidVersion(version);
    await this.#writer.call('prune', [tenantId, pack]);
    await this.#noteChange();
  }

  async listWaiting(...[tenantId, wanted]: Parameters<PassageSearch['listWaiting']>) {
    requireValidId(tenantId);
    requireValidPack(wanted.pack);
    const limit = readLimit(wanted.limit, waitingMax);
    return limit > 0 ? await this.#writer.call('listWaiting', [tenantId, { ...wanted, limit }]) : [];
  }

  async addVectors(...[tenantId, given]: Parameters<PassageSearch['addVectors']>) {
    requireValidId(tenantId);
    requireValidPack(given.pack);
    requireValidVectors(given.vectors);
    await this.#writer.call('addVectors', [tenantId, given]);
    await this.#noteChange();
  }

  async vectorProgress(...[tenantId, wanted]: Parameters<PassageSearch['vectorProgress']>) {
    requireValidId(tenantId);
    requireValidPack(wanted.pack);
    return await this.#writer.call('vectorProgress', [tenantId, wanted]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#searchers, this.#writer].map((channel) => channel.close()));
  }

  /** What this process has written is visible to its next search. */
  async #noteChange(): Promise<void> {
    const running = this.#searchers.filter(({ isRunning }) => isRunning);
    // A thread that has died knows nothing that could be out of date.
    await Promise.all(running.map((channel) => channel.call('noteChange', []).catch(() => undefined)));
  }
}
