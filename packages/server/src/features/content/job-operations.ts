import type { PackId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { Job, JobInput, JobKind, JobStore } from '../jobs/job-store.ts';
import { type JobRunner, jobOptions } from '../jobs/jobs.ts';
import { currentAuthor } from '../log/log.ts';
import type { ContentPacks } from './content.ts';
import type { ContentStore } from './content-store.ts';

type JobOperations = Pick<
  ContentPacks,
  'addFiles' | 'addUrl' | 'importPairs' | 'publish' | 'listJobs' | 'getJob' | 'cancelJob'
>;

const nothing = new Uint8Array(0);

/** Long operations are jobs, committed with all of their inputs before the call returns. */
export function createJobOperations({
  content,
  jobs,
  runner,
  nowMs,
}: {
  readonly content: ContentStore;
  readonly jobs: JobStore;
  readonly runner: JobRunner;
  readonly nowMs: () => number;
}): JobOperations {
  /** Null if there is no such pack, or it was deleted in the meantime. */
  async function begin(
    tenantId: TenantId,
    packId: PackId,
    { kind, inputs, total }: { readonly kind: JobKind; readonly inputs: JobInput[]; readonly total: number },
  ): Promise<Job | null> {
    if ((await content.getPack(tenantId, packId)) === null) return null;
    const createdAtMs = nowMs();
    const jobId = newId('job', createdAtMs);
    await runner.submit(tenantId, { jobId, packId, kind, total, createdAtMs }, inputs);
    return await jobs.getJob(tenantId, packId, jobId);
  }

  return {
    addFiles: (tenantId, packId, files) => {
      const inputs = files.map(({ source, bytes, title, url, groups }, position) => {
        const options = jobOptions.forDocument({ kind: 'file', title, url, groups: [...groups] });
        return { position, source, bytes, options };
      });
      return begin(tenantId, packId, { kind: 'documents', inputs, total: inputs.length });
    },
    addUrl: (tenantId, packId, { url, source, title, groups }) => {
      const options = jobOptions.forDocument({ kind: 'url', url, source, title, groups: [...groups] });
      const inputs = [{ position: 0, source: source ?? url, bytes: nothing, options }];
      return begin(tenantId, packId, { kind: 'documents', inputs, total: 1 });
    },
    importPairs: (tenantId, packId, { fileName, bytes }) => {
      const inputs = [{ position: 0, source: fileName, bytes, options: '{}' }];
      return begin(tenantId, packId, { kind: 'pairs', inputs, total: 1 });
    },
    publish: async (tenantId, packId, { note, isForced = false, expected = null }) => {
      const pack = expected === null ? null : await content.getPack(tenantId, packId);
      if (pack !== null && expected !== null && !expected.includes(pack.draftRevision))
        throw new AppError('precondition_failed', {
          detail: 'The draft has changed since it was read. Read the content pack again.',
        });
      const options = jobOptions.forPublication({
        ...{ note, isForced, sourceId: null },
        author: currentAuthor(),
      });
      const inputs = [{ position: 0, source: 'publication', bytes: nothing, options }];
      return await begin(tenantId, packId, { kind: 'publish', inputs, total: 0 });
    },
    listJobs: async (tenantId, packId, page) =>
      (await content.getPack(tenantId, packId)) === null ? null : await jobs.listJobs(tenantId, packId, page),
    getJob: (tenantId, packId, jobId) => jobs.getJob(tenantId, packId, jobId),
    cancelJob: async (tenantId, packId, jobId) => {
      const job = await jobs.getJob(tenantId, packId, jobId);
      if (job === null) return null;
      await runner.cancel(tenantId, jobId);
      // Another process may be running it, and notices at its next step that the job has ended.
      const end = { status: 'cancelled', version: null, failure: null, nowMs: nowMs() } as const;
      await jobs.endJob(tenantId, jobId, end);
      const ended = await jobs.getJob(tenantId, packId, jobId);
      if (ended !== null && ended.status !== 'cancelled')
        throw new AppError('invalid_state', { detail: 'The job has already ended.' });
      if (job.status === 'cancelled')
        throw new AppError('invalid_state', { detail: 'The job is already cancelled.' });
      return ended;
    },
  };
}
