import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { Job, JobInput, JobKind, JobStore } from '../interfaces/job-store.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import { jobOptions } from './do-job.ts';
import type { JobRunner } from './run-jobs.ts';

export interface JobStepsParts {
  readonly knowledge: KnowledgeStore;
  readonly jobs: JobStore;
  readonly runner: JobRunner;
  readonly nowMs: () => number;
}

type JobSteps = Pick<
  ContentPacks,
  'addFiles' | 'addUrl' | 'importPairs' | 'publish' | 'listJobs' | 'getJob' | 'cancelJob'
>;

const nothing = new Uint8Array(0);

/** What takes time is a job: it is committed with everything that it needs before anyone is told of it. */
export function createJobSteps({ knowledge, jobs, runner, nowMs }: JobStepsParts): JobSteps {
  /** Null where there is no such pack, or it went away meanwhile. */
  async function begin(
    tenantId: TenantId,
    packId: PackId,
    { kind, inputs, total }: { readonly kind: JobKind; readonly inputs: JobInput[]; readonly total: number },
  ): Promise<Job | null> {
    if ((await knowledge.getPack(tenantId, packId)) === null) return null;
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
    publish: (tenantId, packId, { note, isForced = false }) => {
      const options = jobOptions.forPublication({ note, isForced });
      const inputs = [{ position: 0, source: 'publication', bytes: nothing, options }];
      return begin(tenantId, packId, { kind: 'publish', inputs, total: 0 });
    },
    listJobs: async (tenantId, packId, page) =>
      (await knowledge.getPack(tenantId, packId)) === null
        ? null
        : await jobs.listJobs(tenantId, packId, page),
    getJob: (tenantId, packId, jobId) => jobs.getJob(tenantId, packId, jobId),
    cancelJob: async (tenantId, packId, jobId) => {
      const job = await jobs.getJob(tenantId, packId, jobId);
      if (job === null) return null;
      await runner.cancel(tenantId, jobId);
      // Nobody runs it here: another process may, and sees at its next step that the job has ended.
      const end = { status: 'cancelled', version: null, failure: null, nowMs: nowMs() } as const;
      await jobs.endJob(tenantId, jobId, end);
      const ended = await jobs.getJob(tenantId, packId, jobId);
      if (ended !== null && ended.status !== 'cancelled')
        throw new AppError('invalid_state', { detail: 'The job has ended already.' });
      if (job.status === 'cancelled')
        throw new AppError('invalid_state', { detail: 'The job was cancelled already.' });
      return ended;
    },
  };
}
