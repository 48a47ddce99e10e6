import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { PackVersion, TenantId } from '@avow/foundation';
import { withFileLock } from '@avow/foundation/files';
import { attributeError } from '../attribute-error.ts';
import { isNotFound } from '../is-not-found.ts';
import type {
  Passage,
  PassageSearch,
  RevisionName,
  VectorProgress,
  WaitingPassage,
} from '../passage-search.ts';
import { PassageSearchError } from '../passage-search-error.ts';
import { SegmentCache } from '../segment-cache.ts';
import { type ManifestSegment, readManifests, readPackManifest } from '../segments/manifest.ts';
import { manifestPath, type PackFolder, packFolder, removeLeftovers } from '../segments/pack-folder.ts';
import type { Segment } from '../segments/segment.ts';
import { SegmentBuilder } from '../segments/segment-builder.ts';
import { buildClusters, needsClusters } from './build-clusters.ts';
import { commitVersion, openIfWhole, segmentsOf } from './commit-version.ts';
import { keepVersions } from './keep-versions.ts';
import {
  countVectors,
  distinctSegments,
  type EntryState,
  fileVectors,
  listWaitingPassages,
} from './pack-vectors.ts';
import { requireValidPassage } from './require-valid-passage.ts';
import { VectorState } from './vector-state.ts';

interface Stage {
  readonly folder: PackFolder;
  readonly version: number;
  readonly base: number | null;
  readonly builders: Readonly<Record<Passage['kind'], SegmentBuilder>>;
  passagesDone: number;
}

/** Writers wait for one another: merging a large pack takes a while. */
const lockWaitMs = 15 * 60_000;
const stagesMax = 64;
/** Of the segments that are written to one after the other. */
const memoryBytesMax = 256 * 2 ** 20;

type Given<Method extends keyof PassageSearch> = Parameters<PassageSearch[Method]>[1];

/** Everything that changes the folder, and what must be known for it. Runs in a thread of its own. */
export class IndexWriter {
  readonly #directory: string;
  readonly #segments = new SegmentCache(memoryBytesMax);
  readonly #states = new WeakMap<Segment, VectorState>();
  readonly #stages = new Map<number, Stage>();
  #stageCount = 0;
  #clustering: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(options: { readonly directory: string }) {
    this.#directory = options.directory;
  }

  beginStage(
    tenantId: TenantId,
    { pack, base }: { readonly pack: PackVersion; readonly base: number | null },
  ): number {
    const folder = packFolder(this.#directory, { tenantId, packId: pack.packId });
    const { version } = pack;
    manifestPath(folder, version);
    // Found out now, rather than when everything has been read.
    if (base !== null) readPackManifest(folder, base);
    if (this.#stages.size >= stagesMax)
      throw new PassageSearchError('overloaded', 'too many versions are being built at once');
    const builders = { document: new SegmentBuilder('document'), curated: new SegmentBuilder('curated') };
    this.#stageCount += 1;
    this.#stages.set(this.#stageCount, { folder, version, base, builders, passagesDone: 0 });
    return this.#stageCount;
  }

  addPassages(number: number, passages: readonly Passage[]): number {
    const stage = this.#stage(number);
    for (const passage of passages) {
      requireValidPassage(passage);
      stage.builders[passage.kind].addPassage(passage);
    }
    stage.passagesDone += passages.length;
    return stage.passagesDone;
  }

  async commitStage(
    number: number,
    removed: readonly RevisionName[],
  ): Promise<{ readonly passageCount: number }> {
    const { folder, version, base, builders } = this.#stage(number);
    try {
      const given = { version, base, removed, builders: [builders.document, builders.curated] };
      const committed = await this.#exclusively(folder, () =>
        commitVersion(folder, given, (entry) => this.#open(folder, entry)),
      );
      for (const { state } of this.#entries(folder, version)) this.#clusterLater(state);
      return committed;
    } catch (error) {
      throw base === null ? error : attributeError({ packId: folder.packId, version: base }, error);
    } finally {
      this.#stages.delete(number);
    }
  }

  abandonStage(number: number): void {
    this.#stages.delete(number);
  }

  async prune(tenantId: TenantId, { packId, keep }: Given<'prune'>): Promise<void> {
    const folder = packFolder(this.#directory, { tenantId, packId });
    if (!existsSync(folder.path)) return;
    await this.#exclusively(folder, () =>
      keepVersions(folder, new Set(keep), (entry) => this.#open(folder, entry)),
    );
  }

  listWaiting(tenantId: TenantId, { pack, encoder, limit }: Given<'listWaiting'>): WaitingPassage[] {
    return this.#withEntries(tenantId, pack, (entries) => {
      // The process that brought the last vectors may have ended before it had clustered them.
      for (const { state } of entries) this.#clusterLater(state);
      return listWaitingPassages(entries, { encoder, limit });
    });
  }

  vectorProgress(tenantId: TenantId, { pack, encoder }: Given<'vectorProgress'>): VectorProgress {
    return this.#withEntries(tenantId, pack, (entries) => countVectors(entries, encoder));
  }

  async addVectors(tenantId: TenantId, { pack, encoder, vectors }: Given<'addVectors'>): Promise<void> {
    const folder = packFolder(this.#directory, { tenantId, packId: pack.packId });
    await this.#exclusively(folder, () => {
      const own = this.#entries(folder, pack.version).map(({ entry }) => entry.id);
      // Those of other versions are served by the same vectors, where they are whole.
      const states = distinctSegments(readManifests(folder)).flatMap((entry) =>
        own.includes(entry.id)
          ? [this.#state(folder, entry)]
          : openIfWhole(entry, (other) => this.#state(folder, other)),
      );
      fileVectors(states, { encoder, vectors, nowMs: Date.now() });
      for (const state of states) this.#clusterLater(state);
    });
    await this.#clustering;
  }

  /** Breaks off what nobody waits for. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#clustering;
  }

  #stage(number: number): Stage {
    const stage = this.#stages.get(number);
    if (stage === undefined) throw new PassageSearchError('failed', 'the version is no longer being built');
    return stage;
  }

  async #exclusively<Result>(folder: PackFolder, work: () => Result): Promise<Result> {
    const locked = await withFileLock({ path: folder.lockPath, waitMs: lockWaitMs }, async () => {
      try {
        return work();
      } catch (error) {
        removeUnfinished(folder);
        throw error;
      }
    });
    this.#segments.shrink();
    if (locked.kind === 'busy')
      throw new PassageSearchError('timeout', 'another process is writing to the search index');
    return locked.value;
  }

  #withEntries<Result>(
    tenantId: TenantId,
    pack: PackVersion,
    work: (entries: readonly EntryState[]) => Result,
  ): Result {
    const folder = packFolder(this.#directory, { tenantId, packId: pack.packId });
    try {
      return work(this.#entries(folder, pack.version));
    } catch (error) {
      // Another process may have put other segments in the place of these.
      if (!isNotFound(error)) throw attributeError(pack, error);
      return work(this.#entries(folder, pack.version));
    } finally {
      this.#segments.shrink();
    }
  }

  #entries(folder: PackFolder, version: number): EntryState[] {
    return readPackManifest(folder, version).segments.map((entry) => ({
      entry,
      state: this.#state(folder, entry),
    }));
  }

  #open(folder: PackFolder, entry: ManifestSegment): Segment {
    return this.#segments.open(folder, entry).segment;
  }

  #state(folder: PackFolder, entry: ManifestSegment): VectorState {
    const segment = this.#open(folder, entry);
    const known = this.#states.get(segment);
    const state = known ?? new VectorState(segment);
    if (known === undefined) this.#states.set(segment, state);
    state.refresh();
    return state;
  }

  /** Until it is done, more vectors are compared than need be. Only who brings vectors waits for it. */
  #clusterLater(state: VectorState): void {
    if (!needsClusters(state)) return;
    const pause = async () => {
      await turn();
      if (this.#isClosing) throw new Error('closing');
    };
    // What fails is tried again when the next vectors come.
    this.#clustering = this.#clustering
      .then(async () => {
        if (!this.#isClosing && needsClusters(state)) await buildClusters(state, pause);
      })
      .catch(() => undefined);
  }
}

/** Done now instead of by the next writer: on a full disk, useless files take the space that others need. */
function removeUnfinished(folder: PackFolder): void {
  try {
    removeLeftovers(folder, segmentsOf(folder));
  } catch {
    // What broke the writing off is the error to tell of, and the next writer clears up too.
  }
}
