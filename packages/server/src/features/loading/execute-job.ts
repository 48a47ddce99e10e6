import { basename } from 'node:path';
import type { FetchDocument } from '@avow/documents';
import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { createMutex } from '@avow/foundation/concurrency';
import type { Job, JobFault, JobInput, JobProgress, JobStore } from '../jobs/job-store.ts';
import { type ExecuteJob, type JobControl, type JobEnd, jobOptions } from '../jobs/jobs.ts';
import { runAs } from '../log/log.ts';
import { type PublishDependencies, publishPack } from '../publication/publication.ts';
import type { ApplySync } from '../sources/sources.ts';
import { createDraftWriter, type DraftDependencies, type DraftWriter } from './draft-writer.ts';
import { readPairsFile } from './pairs/read-pairs-file.ts';
import type { SourceFile } from './read-source-file.ts';

export interface JobDependencies extends DraftDependencies, PublishDependencies {
  readonly jobs: JobStore;
  /** Null if this process does not fetch URLs. */
  readonly fetchDocument: FetchDocument | null;
  /** Called when another version is served. */
  readonly onServed: () => void;
  /** Applies and publishes what a sync of a source has read, and ends the sync. Null if this process does not. */
  readonly applySync: ApplySync | null;
}

/** Fault lists are for people; the count includes them all. */
const faultsMax = 1_000;
const reasonUnitsMax = 500;
/** Per upload. */
const archiveBudget = { filesLeft: 10_000, bytesLeft: 512 * 1024 * 1024 };
const progressEveryMs = 250;

/** Executes jobs of every kind, resuming where they stopped. */
export function createJobExecutor(parts: JobDependencies): ExecuteJob {
  return async (tenantId, job, control) => {
    try {
      // The partial changes of a killed load are neither built on nor published.
      await parts.content.settleDraft(tenantId, job.packId, { outcome: 'restored', nowMs: parts.nowMs() });
      return job.kind === 'publish'
        ? await publishDraft(parts, tenantId, job, control.signal)
        : await readInputs(parts, tenantId, job, control);
    } catch (error) {
      control.signal.throwIfAborted();
      if (error instanceof AppError && error.code === 'not_found')
        return failed('The content pack no longer exists.');
      throw error;
    }
  };
}

const failed = (failure: string): JobEnd => ({ kind: 'failed', failure });

async function readInputs(
  parts: JobDependencies,
  tenantId: TenantId,
  job: Job,
  { signal, shouldPause }: JobControl,
): Promise<JobEnd> {
  const writer = await createDraftWriter(parts, tenantId, job.packId, signal);
  const faults = [...job.faults];
  let { done, counts } = job;
  for (;;) {
    signal.throwIfAborted();
    const input = await parts.jobs.nextInput(tenantId, job.jobId);
    if (input === null) break;
    const before = writer.counts();
    let failedCount = 0;
    const addFault = (file: string, reason: string) => {
      failedCount += 1;
      if (faults.length < faultsMax) faults.push({ file, reason: reason.slice(0, reasonUnitsMax) });
    };
    await processInput(parts, { tenantId, job, input, writer, signal, addFault });
    // Committed before its input is dropped: after a crash the input is read again and found unchanged.
    await writer.flush();
    done += 1;
    counts = addCounts(counts, { before, after: writer.counts(), failedCount });
    const progress: JobProgress = { done, total: job.total, counts, faults };
    if (!(await parts.jobs.saveProgress(tenantId, job.jobId, { ...progress, finishedInput: input.position })))
      return failed('The job was ended elsewhere.');
    if (done < job.total && shouldPause()) return { kind: 'paused' };
  }
  const isNothing = counts.added + counts.changed + counts.unchanged === 0 && counts.failed > 0;
  return isNothing
    ? failed('None of the files could be read. See the errors of the job.')
    : { kind: 'succeeded', version: null };
}

function addCounts(
  counts: Job['counts'],
  {
    before,
    after,
    failedCount,
  }: {
    readonly before: ReturnType<DraftWriter['counts']>;
    readonly after: ReturnType<DraftWriter['counts']>;
    readonly failedCount: number;
  },
): Job['counts'] {
  return {
    added: counts.added + after.added - before.added,
    changed: counts.changed + after.changed - before.changed,
    unchanged: counts.unchanged + after.unchanged - before.unchanged,
    failed: counts.failed + failedCount,
  };
}

interface InputWork {
  readonly tenantId: TenantId;
  readonly job: Job;
  readonly input: JobInput;
  readonly writer: DraftWriter;
  readonly signal: AbortSignal;
  readonly addFault: (file: string, reason: string) => void;
}

async function processInput(parts: JobDependencies, work: InputWork): Promise<void> {
  const { job, input, writer, addFault } = work;
  const parser = parts.parser.forOwner(work.tenantId);
  const addPairs = async (fileName: string, bytes: Uint8Array) => {
    const read = await readPairsFile({ fileName, bytes, parser });
    for (const { file, reason } of read.faults) addFault(file, reason);
    await writer.putPairs(read.pairs, (reason) => addFault(fileName, reason));
  };
  if (job.kind === 'pairs') {
    await addPairs(input.source, input.bytes);
    return;
  }
  const file = await openInput(parts, work);
  if (file === null) return;
  await writer.addFile(file, {
    addFault,
    onPairs: addPairs,
    onEmpty: (source) => addFault(source, 'contains no text'),
  });
}

/** The uploaded file of an input, or the file at its URL; null, and a fault, if it cannot be fetched. */
async function openInput(
  { fetchDocument }: JobDependencies,
  { input, signal, addFault }: InputWork,
): Promise<SourceFile | null> {
  const options = jobOptions.readDocument(input.options);
  const { title, groups } = options;
  const metadata = { title, groups, defaultGroups: [], url: options.url };
  const budget = { ...archiveBudget };
  if (options.kind === 'file') return { source: input.source, bytes: input.bytes, metadata, budget };
  try {
    if (fetchDocument === null) throw new Error('only the running service fetches URLs');
    const fetched = await fetchDocument(options.url, { signal });
    const source = options.source ?? sourceOf(fetched.finalUrl, fetched.fileName);
    return { source, bytes: fetched.bytes, metadata: { ...metadata, url: fetched.finalUrl }, budget };
  } catch (error) {
    signal.throwIfAborted();
    addFault(options.url, error instanceof Error ? error.message : 'cannot be fetched');
    return null;
  }
}

/** `host/path/name`, so that pages with the same name on different sites do not collide. */
function sourceOf(url: string, fileName: string): string {
  const { host, pathname } = new URL(url);
  const folders = pathname
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return [host, ...folders, basename(fileName)].join('/').slice(-512).replace(/^\/+/, '');
}

async function publishDraft(
  parts: JobDependencies,
  tenantId: TenantId,
  job: Job,
  signal: AbortSignal,
): Promise<JobEnd> {
  const input = await parts.jobs.nextInput(tenantId, job.jobId);
  const { note, isForced, sourceId, author } = jobOptions.readPublication(input?.options ?? '{"note":""}');
  const saveProgress = createProgressSaver(parts.jobs, tenantId, job);
  if (sourceId !== null) {
    if (parts.applySync === null) return failed('Sources are not synced here.');
    const { applySync } = parts;
    const ended = await runAs(author, () =>
      applySync(tenantId, { job, sourceId, signal, onProgress: saveProgress.update }),
    );
    await saveProgress.settle();
    return ended;
  }
  const { update: onProgress } = saveProgress;
  const published = await runAs(author, () =>
    publishPack(parts, tenantId, { packId: job.packId, note, isForced, signal, onProgress }),
  );
  await saveProgress.settle();
  if (published.kind === 'gate_closed' || published.kind === 'document_fault')
    return failed(published.reason);
  if (published.kind === 'unknown_pack') return failed('The content pack no longer exists.');
  if (published.kind === 'draft_keeps_changing')
    return failed(
      'The draft kept changing while it was being published. Publish it again when nobody is editing it.',
    );
  parts.onServed();
  return { kind: 'succeeded', version: published.version };
}

/** The progress of a publication is informative only, so it is saved occasionally and failures are ignored. */
function createProgressSaver(jobs: JobStore, tenantId: TenantId, job: Job) {
  let savedAtMs = 0;
  const saves = createMutex();
  const none: readonly JobFault[] = [];
  return {
    update: (done: number, total: number) => {
      const nowMs = performance.now();
      if (done < total && nowMs - savedAtMs < progressEveryMs) return;
      savedAtMs = nowMs;
      const progress = { done, total, counts: job.counts, faults: none };
      saves.run(() => jobs.saveProgress(tenantId, job.jobId, progress)).catch(() => undefined);
    },
    settle: saves.idle,
  };
}
