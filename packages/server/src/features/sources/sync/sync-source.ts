import { type Connector, SourceFault } from '@avow/connectors';
import type { SourceId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { JobStore } from '../../jobs/job-store.ts';
import { type JobRunner, jobOptions } from '../../jobs/jobs.ts';
import { openTextSpool } from '../../loading/loading.ts';
import { currentAuthor } from '../../log/log.ts';
import { itemsOf, type ReadingDependencies, readSourceItems } from '../reading/read-source-items.ts';
import type { OpenSource, SyncRun } from '../source-store.ts';
import { planSync, type SyncPlanning } from './plan-sync.ts';
import { endSync, failSync, holdUntil, isWorn, makeResult } from './sync-result.ts';

export interface SyncDependencies extends ReadingDependencies, SyncPlanning {
  readonly directory: string;
  readonly jobs: JobStore;
  readonly runner: JobRunner;
  /** May throw a `SourceFault`, for example if the source is of a kind that is not read here. */
  readonly openConnector: (source: OpenSource) => Connector;
  readonly onFailure: (error: unknown, sourceId: SourceId | null) => void;
}

type Running = OpenSource & { readonly run: SyncRun };

/**
 * Takes a sync as far as it goes: starts it if it is due, reads the source, and hands what was read to a job. Goes on with a
 * sync that was interrupted at any point. The caller holds the lock of the source. Rejects only if it is aborted.
 */
export async function syncSource(
  parts: SyncDependencies,
  tenantId: TenantId,
  { sourceId, signal }: { readonly sourceId: SourceId; readonly signal: AbortSignal },
): Promise<void> {
  const source = await openRunning(parts, tenantId, sourceId);
  if (source === null) return;
  if (source.run.jobId !== null) {
    await followJob(parts, tenantId, source);
    return;
  }
  if (source.run.end === null && isWorn(source)) {
    await finishFailed(parts, tenantId, source, {
      ...{ reason: endedReason, isLasting: false, crashCount: source.begunCount },
    });
    return;
  }
  try {
    const run = source.run.end === null ? await read(parts, tenantId, source, signal) : source.run;
    if (run !== null) await handOver(parts, tenantId, { ...source, run }, signal);
  } catch (error) {
    signal.throwIfAborted();
    await fail(parts, tenantId, source, error);
  }
}

const endedReason = 'The service ended while it read the source.';

/** The source with its sync, which is started if it is due; null if there is nothing to do. */
async function openRunning(
  { sources, nowMs }: SyncDependencies,
  tenantId: TenantId,
  sourceId: SourceId,
): Promise<Running | null> {
  const source = await sources.openSource(tenantId, sourceId);
  if (source === null) return null;
  if (source.run !== null) return { ...source, run: source.run };
  const isDue = source.dueAtMs !== null && source.dueAtMs <= nowMs();
  if (!isDue || source.status !== 'active') return null;
  const run = newRun('schedule', nowMs());
  return (await sources.startSync(tenantId, sourceId, { run, dueAtMs: null })) === 'started'
    ? { ...source, run }
    : null;
}

export function newRun(
  trigger: SyncRun['trigger'],
  startedAtMs: number,
  options: Partial<Pick<SyncRun, 'isDryRun' | 'allowsRemovals' | 'isFull'>> = {},
): SyncRun {
  return {
    ...{ trigger, isDryRun: false, allowsRemovals: false, isFull: false, phase: 'queued', startedAtMs },
    ...{ itemsRead: 0, skippedCount: 0, failedCount: 0, faults: [], end: null, jobId: null },
    ...options,
  };
}

async function read(
  parts: SyncDependencies,
  tenantId: TenantId,
  source: Running,
  signal: AbortSignal,
): Promise<SyncRun | null> {
  const { sources, nowMs } = parts;
  const { sourceId, begunCount } = source;
  const reading: Running = { ...source, run: { ...source.run, phase: 'reading' } };
  const connector = parts.openConnector(source);
  const begin = { run: reading.run, heldUntilMs: holdUntil(begunCount, nowMs()) };
  if (!(await sources.beginReading(tenantId, sourceId, begin))) return null;
  try {
    return await readSourceItems(parts, tenantId, { source: reading, connector, signal });
  } catch (error) {
    if (signal.aborted) await sources.releaseReading(tenantId, sourceId);
    throw error;
  }
}

/** Ends the sync if nothing has changed or nothing is to be changed; otherwise a job applies what was read. */
async function handOver(
  parts: SyncDependencies,
  tenantId: TenantId,
  source: Running,
  signal: AbortSignal,
): Promise<void> {
  const { sources, runner, nowMs } = parts;
  const { sourceId, packId, run } = source;
  if (run.isDryRun) {
    await endDryRun(parts, tenantId, source, signal);
    return;
  }
  if (await isUnchanged(parts, tenantId, source)) {
    const result = makeResult(run, { outcome: 'unchanged', planned: null, endedAtMs: nowMs() });
    const loaded = await parts.content.listLoaded(tenantId, packId);
    const unchanged = loaded.filter((item) => item.sourceId === sourceId).length;
    const counts = { ...result.counts, unchanged };
    const { waitingRevision } = source;
    const end = endSync(source, { ...result, counts }, { applied: run.end, waiting: null, waitingRevision });
    await sources.finishSync(tenantId, sourceId, { ...end, nowMs: nowMs() });
    return;
  }
  const createdAtMs = nowMs();
  const jobId = newId('job', createdAtMs);
  const options = jobOptions.forPublication({
    ...{ note: '', isForced: false, sourceId },
    author: currentAuthor(),
  });
  const inputs = [{ position: 0, source: source.name, bytes: new Uint8Array(0), options }];
  const applying: SyncRun = { ...run, phase: 'applying', jobId };
  if (!(await sources.stage(tenantId, sourceId, { run: applying, items: [] }))) return;
  try {
    await runner.submit(tenantId, { jobId, packId, kind: 'publish', total: 0, createdAtMs }, inputs);
  } catch (error) {
    // Too many jobs, or the service stops: the next round hands it over.
    await sources.stage(tenantId, sourceId, { run, items: [] });
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'concurrency_limited' && error.code !== 'shutting_down') throw error;
  }
}

/** Whether every item that was read, or that a full reading must have, is as it was. */
async function isUnchanged(
  { sources }: SyncDependencies,
  tenantId: TenantId,
  { sourceId, run, itemCount }: Running,
): Promise<boolean> {
  if (run.failedCount > 0) return false;
  let count = 0;
  for await (const { state, fault } of itemsOf((page) => sources.listStaged(tenantId, sourceId, page))) {
    if (state !== 'unchanged' || fault !== '') return false;
    count += 1;
  }
  return run.end?.mode === 'delta' || count === itemCount;
}

async function endDryRun(
  parts: SyncDependencies,
  tenantId: TenantId,
  source: Running,
  signal: AbortSignal,
): Promise<void> {
  const { sources, content, directory, nowMs } = parts;
  const pack = await content.getPack(tenantId, source.packId);
  if (pack === null) return;
  const spool = await openTextSpool(directory);
  try {
    const { run } = source;
    const planned = await planSync(parts, tenantId, { source, run, pack, spool, signal });
    const result = makeResult(run, { outcome: 'planned', planned, endedAtMs: nowMs() });
    const { waitingRevision } = source;
    const end = endSync(source, result, { applied: null, waiting: null, waitingRevision });
    // It changes nothing, the schedule included.
    const { dueAtMs, failingSinceMs, failedCount } = source;
    const failure = failingSinceMs === null ? null : { sinceMs: failingSinceMs, count: failedCount };
    await sources.finishSync(tenantId, source.sourceId, { ...end, dueAtMs, failure, nowMs: nowMs() });
  } finally {
    await spool.close();
  }
}

/** The job may have ended without ending the sync, or may never have been committed. */
async function followJob(parts: SyncDependencies, tenantId: TenantId, source: Running): Promise<void> {
  const { sources, jobs } = parts;
  const { sourceId, packId, run } = source;
  if (run.jobId === null) return;
  const job = await jobs.getJob(tenantId, packId, run.jobId);
  if (job === null) {
    await sources.stage(tenantId, sourceId, { run: { ...run, phase: 'reading', jobId: null }, items: [] });
    return;
  }
  if (job.endedAtMs === null) return;
  const current = await sources.openSource(tenantId, sourceId);
  if (current?.run?.jobId !== run.jobId) return;
  const reason =
    job.failure ?? (job.status === 'cancelled' ? 'The job was cancelled.' : 'The job has ended.');
  await finishFailed(parts, tenantId, source, { reason, isLasting: false });
}

async function fail(
  parts: SyncDependencies,
  tenantId: TenantId,
  source: Running,
  error: unknown,
): Promise<void> {
  if (!(error instanceof SourceFault)) parts.onFailure(error, source.sourceId);
  const isLasting =
    error instanceof SourceFault &&
    ['unauthorized', 'not_found', 'not_allowed', 'invalid'].includes(error.code);
  const reason =
    error instanceof SourceFault
      ? error.message
      : 'The source could not be read because of an internal error. See the log of the service.';
  const isCrash = error instanceof SourceFault && error.code === 'crashed';
  const crashCount = isCrash ? source.begunCount + 1 : 0;
  await finishFailed(parts, tenantId, source, { reason, isLasting, crashCount });
}

async function finishFailed(
  { sources, nowMs }: SyncDependencies,
  tenantId: TenantId,
  source: Running,
  {
    reason,
    ...failing
  }: { readonly reason: string; readonly isLasting: boolean; readonly crashCount?: number },
): Promise<void> {
  const endedAtMs = nowMs();
  const result = makeResult(source.run, { outcome: 'failed', reason, planned: null, endedAtMs });
  const end = failSync(source, result, failing);
  await sources.finishSync(tenantId, source.sourceId, { ...end, nowMs: endedAtMs });
}
