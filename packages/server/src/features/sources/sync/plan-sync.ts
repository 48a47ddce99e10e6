import type { DocumentParser } from '@avow/documents';
import type { TenantId } from '@avow/foundation';
import type { PackLimits } from '../../../limits/pack-limits.ts';
import type { ContentStore, Pack } from '../../content/content-store.ts';
import type { JobFault } from '../../jobs/job-store.ts';
import {
  type ContentToPlan,
  countActions,
  type LoadPlan,
  planContent,
  type TextSpool,
} from '../../loading/loading.ts';
import { itemsOf } from '../reading/read-source-items.ts';
import type { Source, SourceStore, SyncRun } from '../source-store.ts';
import { decodePayload, type StagedPayload } from './staged-payload.ts';

export interface SyncPlanning {
  readonly sources: SourceStore;
  readonly content: ContentStore;
  readonly parser: Pick<DocumentParser, 'forOwner'>;
  readonly limits: Pick<PackLimits, 'documentsMax' | 'pairsMax'>;
  readonly nowMs: () => number;
}

/** What a sync would change, and what it was compared with. */
export interface SyncPlan {
  readonly plan: LoadPlan;
  /** How many documents and pairs the source had at the last sync. */
  readonly loadedCount: number;
  readonly failedCount: number;
  /** How many of the removals are of what nobody is known to be admitted to any more. */
  readonly withheldCount: number;
}

/** Plans what applying the items that were read would change in the draft, without changing it. */
export async function planSync(
  parts: SyncPlanning,
  tenantId: TenantId,
  options: {
    readonly source: Source;
    readonly run: SyncRun;
    readonly pack: Pack;
    readonly spool: TextSpool;
    readonly signal: AbortSignal;
  },
): Promise<SyncPlan> {
  const { source, run, pack, spool } = options;
  const { name, sourceId, groups } = source;
  const faults: JobFault[] = [];
  const addFault = (file: string, reason: string) => void faults.push({ file, reason });
  for (const { file, reason } of run.faults) addFault(file, reason);
  const withheld: JobFault[] = [];
  const plan = await planContent({ ...parts, spool }, tenantId, {
    ...{ name, pack, sourceId, groups, restore: false, prune: false, faults, addFault },
    addSkipped: () => undefined,
    addWithheld: (file, reason) => void withheld.push({ file, reason }),
    listSkipped: () => [],
    read: () => readStaged(parts, tenantId, { ...options, withheld }),
  });
  const loaded = await parts.content.listLoaded(tenantId, pack.packId);
  // Not faults while it is planned: what was loaded of a file with a fault stays.
  const allFaults = [...withheld, ...faults];
  return {
    plan: { ...plan, faults: allFaults },
    loadedCount: loaded.filter((item) => item.sourceId === sourceId).length,
    failedCount: allFaults.length,
    withheldCount: countWithheld(plan, withheld),
  };
}

function countWithheld({ items }: LoadPlan, withheld: readonly JobFault[]): number {
  const places = new Set(withheld.map(({ file }) => file));
  const isWithheld = (file: string): boolean => {
    // Files of an archive are below its path.
    for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1))
      if (places.has(file.slice(0, end))) return true;
    return false;
  };
  return items.filter(({ action, file }) => action === 'remove' && isWithheld(file)).length;
}

async function* readStaged(
  { sources }: SyncPlanning,
  tenantId: TenantId,
  {
    source,
    run,
    signal,
    withheld,
  }: {
    readonly source: Source;
    readonly run: SyncRun;
    readonly signal: AbortSignal;
    readonly withheld: JobFault[];
  },
): AsyncGenerator<ContentToPlan> {
  const { sourceId, name } = source;
  const seen = new Set<string>();
  for await (const item of itemsOf((page) => sources.listStaged(tenantId, sourceId, page))) {
    signal.throwIfAborted();
    seen.add(item.key);
    const place = `${name}/${item.path}`;
    if (item.state === 'unchanged') {
      yield { kind: 'as_loaded', place };
      // A file that could not be read and has not changed since is still one that cannot be read.
      if (item.fault !== '') yield { kind: 'fault', file: place, reason: item.fault };
    } else if (item.state === 'fault') yield { kind: 'fault', file: place, reason: item.fault };
    else if (item.state === 'read') {
      const payload = (await sources.getStaged(tenantId, sourceId, item.key))?.payload;
      if (payload == null) continue;
      const unpacked = decodePayload(payload);
      if (unpacked.isWithheld) withheld.push({ file: place, reason: item.fault });
      else yield* unpack(unpacked);
    }
  }
  if (run.end?.mode !== 'delta') return;
  for await (const known of itemsOf((page) => sources.listKnown(tenantId, sourceId, page)))
    if (!seen.has(known.key)) yield { kind: 'as_loaded', place: `${name}/${known.path}` };
}

function* unpack({ movedFrom, items }: StagedPayload): Generator<ContentToPlan> {
  for (const item of items)
    if (item.kind === 'document' && movedFrom !== null && items.length === 1) yield { ...item, movedFrom };
    else yield item;
}

/** Removing so few never asks, as long as something is left. */
const removalsUnasked = 3;

/**
 * A site that is being rebuilt, or a folder that is not mounted, looks like one from which most was removed. What people may no
 * longer read is removed without a question.
 */
export function removesTooMuch({ plan, loadedCount, withheldCount }: SyncPlan, percentMax: number): boolean {
  const removed = countActions(plan).removed - withheldCount;
  if (removed * 100 <= percentMax * loadedCount) return false;
  return removed > removalsUnasked || removed >= loadedCount;
}
