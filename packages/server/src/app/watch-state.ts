import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { repeat } from '@avow/foundation';
import type { PassageScreening } from '@avow/guardrails';
import type { StoredCounts } from '../features/records/record-store.ts';
import type { Budgets } from '../path/admission/create-budgets.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { DataPart, DiskSpace, InstallationCounts, OpenStatus } from '../telemetry/state-metrics.ts';
import type { Installation } from './installation.ts';

const everyMs = 30_000;
/** A folder with more is only counted in part: the metric must not cost more than it is worth. */
const filesMax = 20_000;

export interface StateWatch {
  /** Counts now; resolves when the metrics have the numbers. */
  count(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

type WatchOptions = Pick<Installation, 'config' | 'data' | 'encoder' | 'log'> &
  Required<Pick<Installation, 'clock'>> & {
    readonly budgets: Pick<Budgets, 'readUse'>;
    readonly screening: Pick<PassageScreening, 'name'>;
  };

/** Counts in the background what `/metrics` reports of the installation, so that a request for it costs next to nothing. */
export function watchState(parts: WatchOptions, metrics: Pick<Metrics, 'noteState'>): StateWatch {
  const { data, log } = parts;
  const stopped = new AbortController();

  async function count(): Promise<void> {
    const counts = await data.store.upkeep.countAll();
    const tenantIds = (await data.store.access.listTenants()).map(({ tenantId }) => tenantId);
    metrics.noteState({
      ...{ tenants: counts.tenants, packs: counts.packs, passages: counts.passages, jobs: counts.jobs },
      messages: openMessages(counts, parts.clock.nowMs()),
      unembedded: await countUnembedded(parts, tenantIds, stopped.signal),
      unscreened: await countUnscreened(parts, tenantIds, stopped.signal),
      bytes: await measureParts(parts.config),
      budgets: await parts.budgets.readUse(tenantIds),
    });
  }

  const round = () =>
    count().catch((error: unknown) => {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'the state of the installation was not counted');
    });
  let first: Promise<void> = Promise.resolve();
  let stop: () => Promise<void> = async () => undefined;
  return {
    count,
    start: () => {
      first = round();
      stop = repeat(everyMs, round);
    },
    close: async () => {
      stopped.abort();
      await first;
      await stop();
    },
  };
}

const openStatuses: readonly OpenStatus[] = ['queued', 'processing', 'in_review'];

function openMessages({ open }: Pick<StoredCounts, 'open'>, nowMs: number): InstallationCounts['messages'] {
  const entries = openStatuses.map((status) => {
    const found = open.find((one) => one.status === status);
    const oldestSeconds = found === undefined ? 0 : Math.max(0, (nowMs - found.oldestAtMs) / 1000);
    return [status, { count: found?.count ?? 0, oldestSeconds }];
  });
  return Object.fromEntries(entries);
}

/** Passages that are served and have no vectors yet; null: there is no encoder. */
export async function countUnembedded(
  { data, encoder }: Pick<WatchOptions, 'data' | 'encoder'>,
  tenantIds: readonly TenantId[],
  signal: AbortSignal,
): Promise<number | null> {
  if (encoder === null) return null;
  let waiting = 0;
  for (const tenantId of tenantIds) {
    signal.throwIfAborted();
    for (const pack of await data.store.content.listServed(tenantId)) {
      signal.throwIfAborted();
      // A version that cannot be read is repaired by the search that needs it.
      const progress = await data.search
        .vectorProgress(tenantId, { pack, encoder: encoder.name })
        .catch(() => null);
      if (progress !== null) waiting += progress.total - progress.done;
    }
  }
  return waiting;
}

/** Documents that are served and not screened yet. */
export async function countUnscreened(
  { data: { store }, screening }: Pick<WatchOptions, 'data' | 'screening'>,
  tenantIds: readonly TenantId[],
  signal: AbortSignal,
): Promise<number> {
  let waiting = 0;
  for (const tenantId of tenantIds)
    for (const { packId } of await store.content.listServed(tenantId)) {
      signal.throwIfAborted();
      const progress = await store.screenings.progress(tenantId, { packId, screening: screening.name });
      if (progress !== null) waiting += progress.total - progress.done;
    }
  return waiting;
}

/** Null if the folder cannot be read. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  const found = await statfs(folder).catch(() => null);
  return found && { freeBytes: found.bavail * found.bsize, sizeBytes: found.blocks * found.bsize };
}

async function measureParts({
  dataDir,
  anchorDir,
}: Pick<Installation['config'], 'dataDir' | 'anchorDir'>): Promise<Partial<Record<DataPart, number>>> {
  const names = ['avow.db', 'avow.db-wal', 'avow.db-shm'];
  const sizes = await Promise.all(names.map((name) => sizeOf(join(dataDir, name))));
  return {
    database: sizes.reduce((sum, size) => sum + size, 0),
    search: await sizeOfFolder(join(dataDir, 'search')),
    anchors: await sizeOfFolder(anchorDir),
  };
}

/** 0 if there is no such file, as of one that was removed meanwhile. */
async function sizeOf(path: string): Promise<number> {
  return (await lstat(path).catch(() => null))?.size ?? 0;
}

async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries.slice(0, filesMax))
    if (entry.isFile()) bytes += await sizeOf(join(entry.parentPath, entry.name));
  return bytes;
}
