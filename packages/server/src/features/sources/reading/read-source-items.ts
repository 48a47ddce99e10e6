import { type Connector, type KnownItem, SourceFault, type SourceItem } from '@avow/connectors';
import type { DocumentParser } from '@avow/documents';
import type { PackId, SourceId, TenantId } from '@avow/foundation';
import { readPages } from '@avow/foundation/concurrency';
import type { ContentStore } from '../../content/content-store.ts';
import type { JobFault } from '../../jobs/job-store.ts';
import { type DocumentSnapshot, readSourceFile } from '../../loading/loading.ts';
import type { KnownSourceItem, OpenSource, SourceStore, StagedItem, SyncRun } from '../source-store.ts';
import { encodePayload, type PayloadItem } from '../sync/staged-payload.ts';
import { accessRuleOf, type MappedReaders, mapReaders } from './map-readers.ts';
import { createSourcePaths, type SourcePaths } from './source-paths.ts';

export interface ReadingDependencies {
  readonly sources: SourceStore;
  readonly content: ContentStore;
  readonly parser: Pick<DocumentParser, 'forOwner'>;
  readonly nowMs: () => number;
}

/** Of one sync. */
const limits = {
  filesMax: 100_000,
  bytesMax: 8_192 * 1024 * 1024,
  /** Of the keys, paths, versions and notes of all items, which are in memory while a source is read. */
  knownUnitsMax: 128 * 1024 * 1024,
};
const batch = { itemsMax: 64, unitsMax: 4 * 1024 * 1024, everyMs: 1_000 };
const faultsMax = 1_000;
const reasonUnitsMax = 500;
const pageSize = 1_000;
/** As the parser says it. */
const emptyReason = 'contains no text';

/**
 * Reads a source and stages what it has, in commits of its own, so that a reading that was interrupted goes on where it was.
 * The run with how the reading ended; null if the sync was ended meanwhile. Rejects with a `SourceFault`.
 */
export async function readSourceItems(
  parts: ReadingDependencies,
  tenantId: TenantId,
  {
    source,
    connector,
    signal,
  }: {
    readonly source: OpenSource & { readonly run: SyncRun };
    readonly connector: Connector;
    readonly signal: AbortSignal;
  },
): Promise<SyncRun | null> {
  const reading = await openReading(parts, tenantId, source);
  const cursor = source.run.isFull ? null : source.cursor;
  const items = connector.read({ cursor, known: reading.known, signal });
  for (;;) {
    signal.throwIfAborted();
    const next = await items.next();
    if (next.done === true) return await reading.end(next.value, source.cursor);
    await reading.take(next.value, signal);
    if (reading.isDue() && !(await reading.flush())) {
      await items.return({ mode: 'delta', cursor: null });
      return null;
    }
  }
}

async function openReading(
  parts: ReadingDependencies,
  tenantId: TenantId,
  source: OpenSource & { readonly run: SyncRun },
): Promise<Reading> {
  const { sourceId, packId, run } = source;
  const known = new Map<string, KnownSourceItem>();
  for await (const item of itemsOf((page) => parts.sources.listKnown(tenantId, sourceId, page)))
    known.set(item.key, run.isFull ? { ...item, version: '', notes: '' } : item);
  const before = new Map(known);
  const staged = new Set<string>();
  for await (const item of itemsOf((page) => parts.sources.listStaged(tenantId, sourceId, page))) {
    if (item.state !== 'read') continue;
    staged.add(item.key);
    known.set(item.key, item);
  }
  const hashes = await readHashes(parts.content, tenantId, { packId, sourceId });
  return new Reading(parts, tenantId, { source, known, before, staged, hashes });
}

/** The hash of each document at the last load, by its path. */
async function readHashes(
  content: Pick<ContentStore, 'listLoaded'>,
  tenantId: TenantId,
  { packId, sourceId }: { readonly packId: PackId; readonly sourceId: SourceId },
): Promise<ReadonlyMap<string, string>> {
  const loaded = (await content.listLoaded(tenantId, packId)).filter(
    (item) => item.sourceId === sourceId && item.id.startsWith('doc_'),
  );
  return new Map(loaded.map(({ file, snapshot }) => [file, (JSON.parse(snapshot) as DocumentSnapshot).hash]));
}

/** Items of a source, in the order of their keys. */
export const itemsOf = <Item extends { readonly key: string }>(
  list: (page: { readonly after: string | null; readonly limit: number }) => Promise<readonly Item[]>,
) => readPages(pageSize, list, ({ key }) => key);

interface ReadingState {
  readonly source: OpenSource & { readonly run: SyncRun };
  /** What the connector is given: at the last sync, or in this one before an interruption. */
  readonly known: ReadonlyMap<string, KnownSourceItem>;
  readonly before: ReadonlyMap<string, KnownSourceItem>;
  /** What this sync had read before an interruption. */
  readonly staged: ReadonlySet<string>;
  readonly hashes: ReadonlyMap<string, string>;
}

const unitsOf = ({ key, path, version, notes }: KnownItem) =>
  key.length + path.length + version.length + notes.length;

class Reading {
  readonly #parts: ReadingDependencies;
  readonly #tenantId: TenantId;
  readonly #state: ReadingState;
  readonly #paths: SourcePaths;
  readonly #budget = { filesLeft: limits.filesMax, bytesLeft: limits.bytesMax };
  readonly #faults: JobFault[];
  #pending: StagedItem[] = [];
  #pendingUnits = 0;
  #flushedAtMs: number;
  #itemsRead: number;
  #knownUnits: number;
  #skippedCount = 0;
  #failedCount: number;
  #isRestUnknown = false;

  constructor(parts: ReadingDependencies, tenantId: TenantId, state: ReadingState) {
    this.#parts = parts;
    this.#tenantId = tenantId;
    this.#state = state;
    this.#paths = createSourcePaths(state.known.values());
    this.#flushedAtMs = parts.nowMs();
    // Faults without a key are reported anew by a reading that goes on.
    this.#faults = [];
    this.#failedCount = 0;
    this.#itemsRead = 0;
    this.#knownUnits = state.known.values().reduce((sum, item) => sum + unitsOf(item), 0);
  }

  get known(): ReadonlyMap<string, KnownItem> {
    return this.#state.known;
  }

  async take(item: SourceItem, signal: AbortSignal): Promise<void> {
    this.#itemsRead += 1;
    if (this.#itemsRead > limits.filesMax)
      throw new SourceFault('too_large', `The source has more than ${limits.filesMax} items.`);
    if (item.kind === 'file') await this.#takeFile(item, signal);
    else if (item.kind === 'skipped') this.#skippedCount += 1;
    else if (item.kind === 'fault') this.#takeFault(item);
    else this.#takeKnown(item);
  }

  isDue(): boolean {
    const { itemsMax, unitsMax, everyMs } = batch;
    if (this.#pending.length >= itemsMax || this.#pendingUnits >= unitsMax) return true;
    return this.#parts.nowMs() - this.#flushedAtMs >= everyMs;
  }

  /** False if the sync was ended meanwhile. */
  async flush(end: SyncRun['end'] = null): Promise<boolean> {
    const { sourceId } = this.#state.source;
    const items = this.#pending;
    this.#pending = [];
    this.#pendingUnits = 0;
    this.#flushedAtMs = this.#parts.nowMs();
    return await this.#parts.sources.stage(this.#tenantId, sourceId, { run: this.#run(end), items });
  }

  /** With a fault the next reading begins where this one began: what failed may be listed only once. */
  async end(
    { mode, cursor }: { readonly mode: 'full' | 'delta'; readonly cursor: string | null },
    cursorBefore: string | null,
  ): Promise<SyncRun | null> {
    const end = {
      mode: this.#isRestUnknown ? ('delta' as const) : mode,
      cursor: this.#failedCount > 0 ? cursorBefore : cursor,
    };
    return (await this.flush(end)) ? this.#run(end) : null;
  }

  #run(end: SyncRun['end']): SyncRun {
    const counts = {
      itemsRead: this.#itemsRead,
      skippedCount: this.#skippedCount,
      failedCount: this.#failedCount,
    };
    return { ...this.#state.source.run, phase: 'reading', ...counts, faults: this.#faults, end };
  }

  async #takeFile(item: Extract<SourceItem, { readonly kind: 'file' }>, signal: AbortSignal): Promise<void> {
    const { source, hashes, before } = this.#state;
    const { key, version, notes, title, url } = item;
    this.#knownUnits += this.#state.known.has(key) ? 0 : unitsOf(item);
    if (this.#knownUnits > limits.knownUnitsMax)
      throw new SourceFault('too_large', 'The names and versions of all items of the source are too long.');
    const path = this.#paths.assign(key, item.path);
    const mapped = this.#mapReaders(item);
    if (mapped.kind === 'withheld') {
      const withheld = encodePayload({ movedFrom: null, items: [], isWithheld: true });
      this.#push({ key, state: 'read', path, version, notes, fault: mapped.reason, payload: withheld });
      return;
    }
    const file = {
      ...{ source: `${source.name}/${path}`, bytes: item.bytes, budget: this.#budget },
      metadata: { title, url, groups: mapped.groups, defaultGroups: source.groups, isBounded: true },
    };
    this.#budget.bytesLeft -= item.bytes.length;
    if (this.#budget.bytesLeft < 0)
      throw new SourceFault('too_large', `The source has more than ${limits.bytesMax} bytes to read.`);
    const parser = this.#parts.parser.forOwner(this.#tenantId);
    const knownHash = (at: string) => (source.run.isFull ? undefined : hashes.get(at));
    const payload: PayloadItem[] = [];
    for await (const read of readSourceFile({ parser, knownHash }, file)) {
      signal.throwIfAborted();
      // A page of links alone is nothing that a person could repair.
      if (read.kind === 'fault' && read.reason === emptyReason) this.#skippedCount += 1;
      // Pairs have the groups that their file names, and not those of the people who may read the file.
      else if (read.kind === 'pairs' && item.readers !== null) this.#skippedCount += 1;
      else payload.push(read);
    }
    const faults = payload.filter((read) => read.kind === 'fault' || read.kind === 'withheld');
    const from = before.get(key)?.path;
    const movedFrom = from === undefined || from === path ? null : `${source.name}/${from}`;
    const fault = faults
      .map(({ reason }) => reason)
      .join('; ')
      .slice(0, reasonUnitsMax);
    const text = encodePayload({ movedFrom, items: payload, isWithheld: false });
    this.#push({ key, state: 'read', path, version, notes, fault, payload: text });
  }

  #mapReaders({ readers }: Extract<SourceItem, { readonly kind: 'file' }>): MappedReaders {
    const rule = accessRuleOf(this.#state.source.connection);
    return readers === null || rule === null ? { kind: 'groups', groups: [] } : mapReaders(readers, rule);
  }

  #takeFault({ key, path, reason }: Extract<SourceItem, { readonly kind: 'fault' }>): void {
    const { name } = this.#state.source;
    this.#failedCount += 1;
    this.#isRestUnknown ||= path === '.';
    const fault = reason.slice(0, reasonUnitsMax);
    if (key === null) {
      const file = path === '.' ? path : `${name}/${path}`;
      if (this.#faults.length < faultsMax) this.#faults.push({ file, reason: fault });
      return;
    }
    const at = this.#state.known.get(key)?.path ?? this.#paths.assign(key, path);
    this.#push({ key, state: 'fault', path: at, version: '', notes: '', fault, payload: null });
  }

  #takeKnown({ kind, key }: Extract<SourceItem, { readonly kind: 'unchanged' | 'removed' }>): void {
    const known = this.#state.known.get(key);
    // What this sync has read already is staged; what was never known need not be removed.
    if (known === undefined || (kind === 'unchanged' && this.#state.staged.has(key))) return;
    this.#push({ ...known, state: kind, payload: null });
  }

  #push(item: StagedItem): void {
    this.#pending.push(item);
    this.#pendingUnits += item.payload?.length ?? 0;
  }
}
