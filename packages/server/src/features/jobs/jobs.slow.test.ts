import { rm } from 'node:fs/promises';
import { diskFull } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterEach, expect, test } from 'vitest';
import { type ContentFixture, openContentFixture } from '../content/test-support/open-content-fixture.ts';
import type { Job, JobStore } from './job-store.ts';
import { createJobRunner } from './jobs.ts';

const opened: ContentFixture[] = [];
const open = async (...given: Parameters<typeof openContentFixture>) => {
  const fixture = await openContentFixture(...given);
  opened.push(fixture);
  return fixture;
};

afterEach(async () => {
  for (const fixture of opened.splice(0).reverse()) {
    await fixture.close();
    await rm(fixture.directory, { recursive: true, force: true });
  }
});

const files = Array.from({ length: 10 }, (_, n) => ({
  source: `${n}.csv`,
  bytes: new TextEncoder().encode(`a,b\n${n},2`),
  title: null,
  url: null,
  groups: [],
}));

test('resumes unfinished jobs, in order, after a shutdown', async () => {
  const first = await open();
  const { tenantId, directory } = first;
  const packId = await first.createPack();
  const loading = (await first.packs.addFiles(tenantId, packId, files)) as Job;
  const publishing = (await first.packs.publish(tenantId, packId, { note: 'later' })) as Job;
  // Part of it is done before the shutdown.
  const isBegun = async () => ((await first.packs.getJob(tenantId, packId, loading.jobId))?.done ?? 0) > 1;
  await waitFor(isBegun);
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
  expect(await second.store.content.listVersions(tenantId, packId, { before: null, limit: 5 })).toMatchObject(
    [{ version: 1, documentCount: 10, note: 'later' }],
  );
});

test('lets jobs of a pack wait while another process has its lock, but not those of other packs', async () => {
  const fixture = await open();
  const { tenantId, packs } = fixture;
  const locked = await fixture.createPack('locked');
  const free = await fixture.createPack('free');
  const released = Promise.withResolvers<void>();
  const holding = fixture.tryPackLock(locked, () => released.promise);
  const waiting = (await packs.publish(tenantId, locked, { note: '' })) as Job;
  expect(await fixture.publish(free)).toMatchObject({ status: 'succeeded' });
  expect((await packs.getJob(tenantId, locked, waiting.jobId))?.status).toBe('queued');
  await expect(packs.deletePack(tenantId, locked)).rejects.toMatchObject({ code: 'pack_conflict' });
  const next = (await packs.publish(tenantId, locked, { note: '' })) as Job;
  released.resolve();
  await holding;
  expect(await fixture.ended(next)).toMatchObject({ status: 'succeeded', version: 1 });
});

test('writes the end of a job later if the disk is full', async () => {
  const { store, tenantId, packs, tryPackLock, createPack } = await open();
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
    ...{ jobs, tryPackLock, jobsMax: 10, nowMs: Date.now },
    executeJob: (_tenantId, _job, { signal }) =>
      new Promise((_resolve, reject) => {
        // It may already have been cancelled.
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    onFailure: (error) => void failures.push(error),
  });
  const jobId = 'job_01ka2tpzg8f5q9vceqy0csg8r8';
  await runner.submit(tenantId, { jobId, packId, kind: 'publish', total: 0, createdAtMs: 0 }, []);
  const look = async () => (await packs.getJob(tenantId, packId, jobId))?.status;
  await waitFor(async () => (await look()) === 'running');
  await runner.cancel(tenantId, jobId);
  // Cancelling does not wait, and the failed write is reported once.
  expect(await look()).toBe('running');
  expect(failures).toMatchObject([{ code: 'audit_unavailable' }]);
  await expect.poll(look).toBe('cancelled');
  await runner.stop();
});
