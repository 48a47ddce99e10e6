import { setImmediate as nextTick } from 'node:timers/promises';
import type { JobId, PackId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packLimits } from '../../limits/pack-limits.ts';
import { type ContentFixture, openContentFixture } from '../content/test-support/open-content-fixture.ts';
import { createJobExecutor } from '../loading/execute-job.ts';
import {
  createJobRunner,
  type ExecuteJob,
  type JobRunner,
  jobOptions,
  type RunnerDependencies,
} from './jobs.ts';

let fixture: ContentFixture;
let runner: JobRunner;
beforeEach(async () => {
  fixture = await openContentFixture();
});
afterEach(async () => {
  await runner.stop();
  await fixture.close();
});

function start(executeJob: ExecuteJob, limits: RunnerDependencies['limits'] = {}): void {
  const { store, tryPackLock } = fixture;
  runner = createJobRunner({
    ...{ jobs: store.jobs, tryPackLock, jobsMax: 10, nowMs: Date.now, executeJob, limits },
    onFailure: (error) => {
      throw error;
    },
  });
}

interface TenantWithPack {
  readonly tenantId: TenantId;
  readonly packId: PackId;
  submit(): Promise<JobId>;
  submitFiles(count: number): Promise<JobId>;
}

async function createTenantWithPack(name: string): Promise<TenantWithPack> {
  const { access } = fixture.store;
  const tenantId = newId('ten', Date.now());
  await access.createTenant({ tenantId, name, status: 'active', createdAtMs: 0 });
  const { packId } = await fixture.packs.createPack(tenantId, { name, description: '' });
  return {
    tenantId,
    packId,
    submit: async () => {
      const jobId = newId('job', Date.now());
      await runner.submit(tenantId, { jobId, packId, kind: 'publish', total: 0, createdAtMs: 0 }, []);
      return jobId;
    },
    submitFiles: async (count) => {
      const jobId = newId('job', Date.now());
      const options = jobOptions.forDocument({ kind: 'file', title: null, url: null, groups: [] });
      const inputs = Array.from({ length: count }, (_, position) => ({
        ...{ position, source: `${position}.txt`, options },
        bytes: new TextEncoder().encode(`Text ${position}.`),
      }));
      const job = { jobId, packId, kind: 'documents', total: count, createdAtMs: 0 } as const;
      await runner.submit(tenantId, job, inputs);
      return jobId;
    },
  };
}

const succeeded = { kind: 'succeeded', version: null } as const;

describe('the job runner, with several tenants', () => {
  it('does not let a job wait for the long job of another tenant', async () => {
    const long = Promise.withResolvers<typeof succeeded>();
    const [busy, other] = [await createTenantWithPack('busy'), await createTenantWithPack('other')];
    start((tenantId) => (tenantId === busy.tenantId ? long.promise : Promise.resolve(succeeded)));
    await busy.submit();
    const second = await busy.submit();
    const jobId = await other.submit();
    await runner.ended(jobId);
    expect((await fixture.store.jobs.getJob(other.tenantId, other.packId, jobId))?.status).toBe('succeeded');
    expect((await fixture.store.jobs.getJob(busy.tenantId, busy.packId, second))?.status).toBe('queued');
    long.resolve(succeeded);
    await runner.ended(second);
  });

  it('serves tenants round-robin: the first job of one before the third of another', async () => {
    const order: TenantId[] = [];
    const first = Promise.withResolvers<typeof succeeded>();
    start(
      async (tenantId) => {
        order.push(tenantId);
        return order.length === 1 ? first.promise : succeeded;
      },
      { runningMax: 1 },
    );
    const [busy, other] = [await createTenantWithPack('busy'), await createTenantWithPack('other')];
    const jobs: JobId[] = [];
    for (let count = 0; count < 6; count += 1) jobs.push(await busy.submit());
    jobs.push(await other.submit());
    first.resolve(succeeded);
    await Promise.all(jobs.map((jobId) => runner.ended(jobId)));
    expect(order.indexOf(other.tenantId)).toBeLessThanOrEqual(2);
    expect(order).toHaveLength(7);
  });

  it('pauses a job between steps if every slot is taken and others wait, and resumes it', async () => {
    const order: string[] = [];
    const [busy, other] = [await createTenantWithPack('busy'), await createTenantWithPack('other')];
    let steps = 0;
    start(
      async (tenantId, _job, { shouldPause }) => {
        if (tenantId === other.tenantId) {
          order.push('other');
          return succeeded;
        }
        while (steps < 1_000) {
          steps += 1;
          order.push('step');
          await nextTick();
          if (shouldPause()) {
            order.push('paused');
            return { kind: 'paused' };
          }
          if (steps === 10) await other.submit();
        }
        order.push('done');
        return succeeded;
      },
      { runningMax: 1, sliceMs: 0 },
    );
    const jobId = await busy.submit();
    await runner.ended(jobId);
    expect(order.filter((one) => one !== 'step')).toEqual(['paused', 'other', 'done']);
    expect(order.filter((one) => one === 'step')).toHaveLength(1_000);
    expect(await fixture.store.jobs.getJob(busy.tenantId, busy.packId, jobId)).toMatchObject({
      status: 'succeeded',
    });
  });

  it('pauses a job after a file without skipping or repeating one', async () => {
    const { store, search, parser } = fixture;
    const executeJob = createJobExecutor({
      ...{ content: store.content, jobs: store.jobs, search, parser, limits: packLimits },
      ...{
        nowMs: Date.now,
        versionsKept: 1,
        fetchDocument: null,
        applySync: null,
        onServed: () => undefined,
      },
      checkGate: async () => ({ kind: 'open', note: '' }),
    });
    let pauses = 0;
    const countPauses: ExecuteJob = async (...given) => {
      const end = await executeJob(...given);
      if (end.kind === 'paused') pauses += 1;
      return end;
    };
    start(countPauses, { runningMax: 1, sliceMs: 0 });
    const [busy, other] = [await createTenantWithPack('busy'), await createTenantWithPack('other')];
    const long = await busy.submitFiles(12);
    const short = await other.submitFiles(1);
    await runner.ended(short);
    const { jobs } = store;
    expect((await jobs.getJob(busy.tenantId, busy.packId, long))?.done).toBeLessThan(12);
    await runner.ended(long);
    expect(pauses).toBe(1);
    expect(await jobs.getJob(busy.tenantId, busy.packId, long)).toMatchObject({
      ...{ status: 'succeeded', done: 12, counts: { added: 12, changed: 0, unchanged: 0, failed: 0 } },
    });
  });

  it('limits the queued jobs per tenant', async () => {
    const long = Promise.withResolvers<typeof succeeded>();
    start(() => long.promise);
    const [busy, other] = [await createTenantWithPack('busy'), await createTenantWithPack('other')];
    for (let count = 0; count < 10; count += 1) await busy.submit();
    await expect(busy.submit()).rejects.toMatchObject({
      code: 'concurrency_limited',
      options: { detail: expect.stringMatching(/^A tenant .* 10 /) },
    });
    await other.submit();
    long.resolve(succeeded);
  });

  it('keeps the order of jobs within a pack, and cancels waiting and running ones', async () => {
    const order: JobId[] = [];
    start(async (_tenantId, job, { signal }) => {
      order.push(job.jobId);
      await nextTick();
      if (order.length === 1)
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          if (signal.aborted) reject(signal.reason);
        });
      return succeeded;
    });
    const one = await createTenantWithPack('ordered');
    const jobs: JobId[] = [];
    for (let count = 0; count < 4; count += 1) jobs.push(await one.submit());
    const [first, second, third, fourth] = jobs as [JobId, JobId, JobId, JobId];
    await expect.poll(() => order).toEqual([first]);
    await runner.cancel(one.tenantId, third);
    await runner.cancel(one.tenantId, first);
    await Promise.all([runner.ended(second), runner.ended(fourth)]);
    expect(order).toEqual([first, second, fourth]);
  });
});
