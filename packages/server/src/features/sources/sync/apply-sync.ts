import type { SourceId, TenantId } from '@avow/foundation';
import type { Pack } from '../../content/content-store.ts';
import type { Job } from '../../jobs/job-store.ts';
import type { JobControl, JobEnd } from '../../jobs/jobs.ts';
import { applyLoadPlan, openTextSpool, type TextSpool } from '../../loading/loading.ts';
import { type PublishDependencies, publishPack } from '../../publication/publication.ts';
import type { Source, SyncRun } from '../source-store.ts';
import { planSync, removesTooMuch, type SyncPlan, type SyncPlanning } from './plan-sync.ts';
import { endSync, failSync, makeResult, type SyncEnd, type WaitingReason } from './sync-result.ts';

export interface ApplyDependencies extends SyncPlanning, PublishDependencies {
  /** The folder of the temporary file that holds the texts of a plan. */
  readonly directory: string;
  /** Called when another version is served. */
  readonly onServed: () => void;
}

interface Work {
  readonly source: Source;
  readonly run: SyncRun;
  readonly pack: Pack;
  readonly spool: TextSpool;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Applies what a sync has read to the draft, publishes it if that is wanted and allowed, and ends the sync. The caller holds
 * the lock of the pack. If it is interrupted, the draft is restored and the same call begins anew.
 */
export async function applySync(
  parts: ApplyDependencies,
  tenantId: TenantId,
  {
    job,
    sourceId,
    signal,
    onProgress,
  }: { readonly job: Job; readonly sourceId: SourceId } & Pick<JobControl, 'signal'> &
    Pick<Work, 'onProgress'>,
): Promise<JobEnd> {
  const source = await parts.sources.openSource(tenantId, sourceId);
  const run = source?.run ?? null;
  if (source === null || run?.jobId !== job.jobId)
    return failed('The sync was ended, or its source removed.');
  const pack = await parts.content.getPack(tenantId, job.packId);
  if (pack === null) return failed('The content pack no longer exists.');
  const spool = await openTextSpool(parts.directory);
  try {
    return await applyPlanned(parts, tenantId, { source, run, pack, spool, signal, onProgress });
  } catch (error) {
    const settling = { outcome: 'restored', nowMs: parts.nowMs() } as const;
    // If even this fails, the next work on the pack does it.
    await parts.content.settleDraft(tenantId, job.packId, settling).catch(() => undefined);
    throw error;
  } finally {
    await spool.close();
  }
}

const failed = (failure: string): JobEnd => ({ kind: 'failed', failure });

async function applyPlanned(parts: ApplyDependencies, tenantId: TenantId, work: Work): Promise<JobEnd> {
  const { content, spool, nowMs } = { ...parts, ...work };
  const { source, run, pack, signal } = work;
  const planned = await planSync(parts, tenantId, work);
  const { removalPercentMax } = source;
  if (!run.allowsRemovals && removesTooMuch(planned, removalPercentMax)) {
    const { removed } = countRemoved(planned);
    const reason = `Nothing was changed, since this would remove ${removed} of the ${planned.loadedCount} documents and pairs of the source, more than ${removalPercentMax} %. If that is intended, sync it again and allow removals.`;
    await finish(parts, tenantId, work, {
      ...{
        end: { outcome: 'too_many_removals', reason, planned },
        waiting: 'too_many_removals',
        isApplied: false,
      },
    });
    return failed(reason);
  }
  const { packId } = source;
  await applyLoadPlan({ content, spool, nowMs }, tenantId, { packId, plan: planned.plan, signal });
  if (planned.plan.items.length === 0) {
    await content.settleDraft(tenantId, packId, { outcome: 'kept', nowMs: nowMs() });
    await finish(parts, tenantId, work, {
      end: { outcome: 'unchanged', planned },
      waiting: null,
      isApplied: true,
    });
    return { kind: 'succeeded', version: null };
  }
  const obstacle = await findObstacle(parts, tenantId, { source, pack });
  return obstacle === null
    ? await publishApplied(parts, tenantId, { ...work, planned })
    : await keepDraft(parts, tenantId, { ...work, planned, obstacle });
}

const countRemoved = ({ plan }: SyncPlan) => ({
  removed: plan.items.filter(({ action }) => action === 'remove').length,
});

interface Obstacle {
  readonly waiting: WaitingReason;
  readonly outcome: 'draft' | 'gate_closed';
  readonly reason: string;
}

/** Why changes are not published without a person; null: they are. */
async function findObstacle(
  { sources }: ApplyDependencies,
  tenantId: TenantId,
  { source, pack }: Pick<Work, 'source' | 'pack'>,
): Promise<Obstacle | null> {
  const outcome = 'draft';
  if (source.publish === 'manual')
    return { waiting: 'manual', outcome, reason: 'The changes wait in the draft, as the source is set up.' };
  if (pack.latestVersion > 0 && pack.servedVersion !== pack.latestVersion)
    return {
      ...{ waiting: 'older_version_served', outcome },
      reason:
        'The changes wait in the draft, since the latest version of the pack is not the one that is served.',
    };
  if (!pack.draft.isChanged) return null;
  // Changes that only syncs have made may be published; those of people may not be finished.
  const page = { after: null, limit: sourcesReadMax };
  const own = (await sources.listSources(tenantId, pack.packId, page)).map(
    ({ waitingRevision }) => waitingRevision,
  );
  if (own.includes(pack.draftRevision)) return null;
  return {
    ...{ waiting: 'draft_changed', outcome },
    reason: 'The changes wait in the draft, since it has other changes that were not published.',
  };
}

/** More than a pack can have. */
const sourcesReadMax = 1_000;

async function publishApplied(
  parts: ApplyDependencies,
  tenantId: TenantId,
  work: Work & { readonly planned: SyncPlan },
): Promise<JobEnd> {
  const { source, planned, signal, onProgress } = work;
  const published = await publishPack(parts, tenantId, {
    ...{ packId: source.packId, note: `Sync of ${source.name}`, isForced: false, signal, onProgress },
  });
  if (published.kind === 'gate_closed')
    return await keepDraft(parts, tenantId, {
      ...work,
      obstacle: { waiting: 'gate_closed', outcome: 'gate_closed', reason: published.reason },
    });
  if (published.kind === 'unknown_pack') return failed('The content pack no longer exists.');
  if (published.kind === 'document_fault') return await giveUp(parts, tenantId, work, published.reason);
  if (published.kind === 'draft_keeps_changing')
    return await giveUp(parts, tenantId, work, 'The draft kept changing while it was being published.');
  const { version } = published;
  await parts.content.settleDraft(tenantId, source.packId, { outcome: 'kept', nowMs: parts.nowMs() });
  await finish(parts, tenantId, work, {
    ...{ end: { outcome: 'published', planned, version }, waiting: null, isApplied: true },
  });
  parts.onServed();
  return { kind: 'succeeded', version };
}

async function keepDraft(
  parts: ApplyDependencies,
  tenantId: TenantId,
  work: Work & { readonly planned: SyncPlan; readonly obstacle: Obstacle },
): Promise<JobEnd> {
  const { source, planned, obstacle } = work;
  const { outcome, reason, waiting } = obstacle;
  await parts.content.settleDraft(tenantId, source.packId, { outcome: 'kept', nowMs: parts.nowMs() });
  await finish(parts, tenantId, work, { end: { outcome, reason, planned }, waiting, isApplied: true });
  return outcome === 'gate_closed' ? failed(reason) : { kind: 'succeeded', version: null };
}

async function giveUp(
  parts: ApplyDependencies,
  tenantId: TenantId,
  { source, run }: Work,
  reason: string,
): Promise<JobEnd> {
  const nowMs = parts.nowMs();
  await parts.content.settleDraft(tenantId, source.packId, { outcome: 'restored', nowMs });
  const result = makeResult(run, { outcome: 'failed', reason, planned: null, endedAtMs: nowMs });
  const end = failSync(source, result, { isLasting: true });
  await parts.sources.finishSync(tenantId, source.sourceId, { ...end, nowMs });
  return failed(reason);
}

async function finish(
  parts: ApplyDependencies,
  tenantId: TenantId,
  { source, run }: Work,
  options: {
    readonly end: Omit<SyncEnd, 'endedAtMs'>;
    readonly waiting: WaitingReason | null;
    readonly isApplied: boolean;
  },
): Promise<void> {
  const { waiting, isApplied } = options;
  const nowMs = parts.nowMs();
  const { sourceId, packId } = source;
  const pack = await parts.content.getPack(tenantId, packId);
  const isWaiting = waiting !== null && isApplied && pack?.draft.isChanged === true;
  const isUnchanged = options.end.outcome === 'unchanged' || !isApplied;
  const waitingRevision = isWaiting ? pack.draftRevision : isUnchanged ? source.waitingRevision : null;
  const result = makeResult(run, { ...options.end, endedAtMs: nowMs });
  const applied = isApplied ? run.end : null;
  const end = endSync(source, result, { applied, waitingRevision, waiting });
  await parts.sources.finishSync(tenantId, sourceId, { ...end, nowMs });
}
