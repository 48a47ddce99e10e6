import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { diskFull } from '../errors/disk-full.ts';
import type { Job, JobStore } from '../interfaces/job-store.ts';
import { createJobRunner } from './run-jobs.ts';
import { openWorkshop, type Workshop } from './test-support/open-workshop.ts';

const opened: Workshop[] = [];
const open = async (...given: Parameters<typeof openWorkshop>) => {
  const workshop = await openWorkshop(...given);
  opened.push(workshop);
  return workshop;
};

afterEach(async () => {
  for (const workshop of opened.splice(0).reverse()) {
    await workshop.close();
    await rm(workshop.directory, { recursive: true, force: true });
  }
});

const files = Array.from({ length: 10 }, (_, n) => ({
  source: `${n}.csv`,
  bytes: new TextEncoder().encode(`a,b\n${n},2`),
  title: null,
  url: null,
  groups: [],
}));

test('a shutdown leaves jobs as they are, and the next start goes on where they were, in order', async () => {
  const first = await open();
  const { tenantId, directory } = first;
  const packId = await first.createPack();
  const loading = (await first.packs.addFiles(tenantId, packId, files)) as Job;
  const publishing = (await first.packs.publish(tenantId, packId, { note: 'later' })) as Job;
  // Some of it is done before the end comes.
  const isBegun = async () => ((await first.packs.getJob(tenantId, packId, loading.jobId))?.done ?? 0) > 1;
  while (!(await isBegun())) await new Promise((resolve) => setTimeout(resolve, 5));
  await first.runner.stop();
  const left = await first.packs.getJob(tenantId, packId, loading.jobId);
  expect(left?.status).toBe('running');
  expect(left?.done).toBeLessThan(files.length);
  await expect(first.packs.publish(tenantId, packId, { note: '' })).rejects.toMatchObject({
    code: 'shutting_down',
  });

  const second = await open({ directory, tenantId });
  await second.runner.resume();
  expect(await second.ended(loading)).toMatchObject({ status: 'succeeded', done: 10, total: 10 });
  expect(await second.ended(publishing)).toMatchObject({ status: 'succeeded', version: 1 });
  expect(
    await second.store.knowledge.listVersions(tenantId, packId, { before: null, limit: 5 }),
  ).toMatchObject([{ version: 1, documentCount: 10, note: 'later' }]);
});

test('while another process works on a pack its jobs wait, and those of other packs do not', async () => {
  const workshop = await open();
  const { tenantId, packs } = workshop;
  const held = await workshop.createPack('held');
  const free = await workshop.createPack('free');
  const letGo = Promise.withResolvers<void>();
  const holding = workshop.tryAlone(held, () => letGo.promise);
  const waiting = (await packs.publish(tenantId, held, { note: '' })) as Job;
  expect(await workshop.publish(free)).toMatchObject({ status: 'succeeded' });
  expect((await packs.getJob(tenantId, held, waiting.jobId))?.status).toBe('queued');
  await expect(packs.deletePack(tenantId, held)).rejects.toMatchObject({ code: 'pack_conflict' });
  const next = (await packs.publish(tenantId, held, { note: '' })) as Job;
  letGo.resolve();
  await holding;
  expect(await workshop.ended(next)).toMatchObject({ status: 'succeeded', version: 1 });
});

test('an end that cannot be written on a full disk is written once there is room', async () => {
  const { store, tenantId, packs, tryAlone, createPack } = await open();
  const packId = await createPack();
  let refusals = 2;
  const jobs: JobStore = {
    ...store.jobs,
    endJob: (...given) => {
      refusals -= 1;
      return refusals >= 0 ? Promise.reject(diskFull()) : store.jobs.endJob(...given);
    },
  };
  const failures: unknown[] = [];
  const runner = createJobRunner({
    ...{ jobs, tryAlone, jobsMax: 10, nowMs: Date.now },
    doJob: (_tenantId, _job, signal) =>
      new Promise((_resolve, reject) => {
        // It may have been cancelled between the moment it was seen to run and this one.
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    onFailure: (error) => void failures.push(error),
  });
  const jobId = 'job_01ka2tpzg8f5q9vceqy0csg8r8';
  await runner.submit(tenantId, { jobId, packId, kind: 'publish', total: 0, createdAtMs: 0 }, []);
  const look = async () => (await packs.getJob(tenantId, packId, jobId))?.status;
  while ((await look()) !== 'running') await new Promise((resolve) => setTimeout(resolve, 5));
  await runner.cancel(tenantId, jobId);
  // Whoever cancelled it is not kept waiting, and it is said once that the end is not yet written.
  expect(await look()).toBe('running');
  expect(failures).toMatchObject([{ code: 'audit_unavailable' }]);
  await expect.poll(look, { timeout: 20_000 }).toBe('cancelled');
  await runner.stop();
});
