import { basename } from 'node:path';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { Job, JobFault, JobInput, JobProgress, JobStore } from '../interfaces/job-store.ts';
import { createDraftWriter, type DraftParts, type DraftWriter } from './draft-writer.ts';
import { readPairsFile } from './pairs/read-pairs-file.ts';
import { type PublishParts, publishPack } from './publish-pack.ts';
import type { GivenFile } from './read-given-file.ts';
import type { DoJob, JobEnd } from './run-jobs.ts';

/** What an address gave. Rejects with an error whose message says, for a person, why there is nothing. */
export type FetchDocument = (
  url: string,
  options: { readonly signal: AbortSignal },
) => Promise<{ readonly bytes: Uint8Array; readonly fileName: string; readonly finalUrl: string }>;

export interface DoJobParts extends DraftParts, PublishParts {
  readonly jobs: JobStore;
  /** Null where this process fetches nothing. */
  readonly fetchDocument: FetchDocument | null;
  /** Told when another version is served. */
  readonly onServed: () => void;
}

const said = { title: z.string().nullable(), groups: z.array(z.string()) };
const documentOptions = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), ...said, url: z.string().nullable() }),
  z.object({ kind: z.literal('url'), ...said, url: z.string(), source: z.string().nullable() }),
]);
const publishOptions = z.object({ note: z.string(), isForced: z.boolean().default(false) });

/** What is kept of an input beside its bytes. */
export const jobOptions = {
  forDocument: (options: z.infer<typeof documentOptions>): string => JSON.stringify(options),
  forPublication: (options: z.infer<typeof publishOptions>): string => JSON.stringify(options),
};

/** Fault lists are for people; the count has them all. */
const faultsMax = 1_000;
const reasonUnitsMax = 500;
/** Of one upload. */
const archiveBudget = { filesLeft: 10_000, bytesLeft: 512 * 1024 * 1024 };
const progressEveryMs = 250;

/** The work of every kind of job, from where it is. */
export function createDoJob(parts: DoJobParts): DoJob {
  return async (tenantId, job, signal) => {
    try {
      return job.kind === 'publish'
        ? await publishDraft(parts, tenantId, job, signal)
        : await readInputs(parts, tenantId, job, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError && error.code === 'not_found') return failed('The content pack is gone.');
      throw error;
    }
  };
}

const failed = (failure: string): JobEnd => ({ kind: 'failed', failure });

async function readInputs(
  parts: DoJobParts,
  tenantId: TenantId,
  job: Job,
  signal: AbortSignal,
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
    await takeInput(parts, { job, input, writer, signal, addFault });
    // What was read is in the draft before its input is let go: after a crash it is read again, and found unchanged.
    await writer.flush();
    done += 1;
    counts = addCounts(counts, { before, after: writer.counts(), failedCount });
    const progress: JobProgress = { done, total: job.total, counts, faults };
    if (!(await parts.jobs.saveProgress(tenantId, job.jobId, { ...progress, doneWith: input.position })))
      return failed('The job was ended elsewhere.');
  }
  const isNothing = counts.added + counts.changed + counts.unchanged === 0 && counts.failed > 0;
  return isNothing
    ? failed('Nothing could be read. The faults say why.')
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
  readonly job: Job;
  readonly input: JobInput;
  readonly writer: DraftWriter;
  readonly signal: AbortSignal;
  readonly addFault: (file: string, reason: string) => void;
}

async function takeInput(parts: DoJobParts, work: InputWork): Promise<void> {
  const { job, input, writer, addFault } = work;
  const takePairs = async (fileName: string, bytes: Uint8Array) => {
    const read = await readPairsFile({ fileName, bytes, parser: parts.parser });
    for (const { file, reason } of read.faults) addFault(file, reason);
    await writer.putPairs(read.pairs, { alone: false, addFault: (reason) => addFault(fileName, reason) });
  };
  if (job.kind === 'pairs') {
    await takePairs(input.source, input.bytes);
    return;
  }
  const file = await fileOf(parts, work);
  if (file === null) return;
  await writer.takeFile(file, {
    addFault,
    onPairs: takePairs,
    onEmpty: (source) => addFault(source, 'holds no text'),
  });
}

/** The file that an input is, or that its address gives; null, and a fault, where it gives none. */
async function fileOf(
  { fetchDocument }: DoJobParts,
  { input, signal, addFault }: InputWork,
): Promise<GivenFile | null> {
  const options = documentOptions.parse(JSON.parse(input.options));
  const { title, groups } = options;
  const metadata = { title, groups, defaultGroups: [], url: options.url };
  const budget = { ...archiveBudget };
  if (options.kind === 'file') return { source: input.source, bytes: input.bytes, metadata, budget };
  try {
    if (fetchDocument === null) throw new Error('addresses are fetched by the service alone');
    const fetched = await fetchDocument(options.url, { signal });
    const source = options.source ?? sourceOf(fetched.finalUrl, fetched.fileName);
    return { source, bytes: fetched.bytes, metadata: { ...metadata, url: fetched.finalUrl }, budget };
  } catch (error) {
    signal.throwIfAborted();
    addFault(options.url, error instanceof Error ? error.message : 'cannot be fetched');
    return null;
  }
}

/** `host/path/name`: two pages of one name on different sites stay apart. */
function sourceOf(url: string, fileName: string): string {
  const { host, pathname } = new URL(url);
  const folders = pathname
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return [host, ...folders, basename(fileName)].join('/').slice(-512).replace(/^\/+/, '');
}

async function publishDraft(
  parts: DoJobParts,
  tenantId: TenantId,
  job: Job,
  signal: AbortSignal,
): Promise<JobEnd> {
  const input = await parts.jobs.nextInput(tenantId, job.jobId);
  const { note, isForced } = publishOptions.parse(JSON.parse(input?.options ?? '{"note":""}'));
  const saveProgress = createProgressSaver(parts.jobs, tenantId, job);
  const published = await publishPack(parts, tenantId, {
    packId: job.packId,
    note,
    isForced,
    signal,
    onProgress: saveProgress.update,
  });
  await saveProgress.settle();
  if (published.kind === 'gate_closed') return failed(published.reason);
  if (published.kind === 'unknown_pack') return failed('The content pack is gone.');
  if (published.kind === 'draft_keeps_changing')
    return failed('The draft kept changing while it was published. Publish it when it rests.');
  parts.onServed();
  return { kind: 'succeeded', version: published.version };
}

/** Progress of a publication is for people to see: it is saved now and then, and nothing hangs on it. */
function createProgressSaver(jobs: JobStore, tenantId: TenantId, job: Job) {
  let savedAtMs = 0;
  let saving: Promise<unknown> = Promise.resolve();
  const none: readonly JobFault[] = [];
  return {
    update: (done: number, total: number) => {
      const nowMs = performance.now();
      if (done < total && nowMs - savedAtMs < progressEveryMs) return;
      savedAtMs = nowMs;
      const progress = { done, total, counts: job.counts, faults: none };
      saving = saving.then(() => jobs.saveProgress(tenantId, job.jobId, progress)).catch(() => undefined);
    },
    settle: () => saving,
  };
}
