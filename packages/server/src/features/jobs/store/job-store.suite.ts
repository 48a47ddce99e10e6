import type { JobId, PackId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { newPack } from '../../content/store/test-support/pack-samples.ts';
import type { JobInput, JobProgress } from '../job-store.ts';

const success = { status: 'succeeded', version: null, failure: null, nowMs: sampleTimeMs + 9 } as const;

function sampleInput(position: number, changes: Partial<JobInput> = {}): JobInput {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => (index + position) % 256);
  return { position, source: `${position}.pdf`, options: `{"at":${position}}`, bytes, ...changes };
}

function sampleProgress(changes: Partial<JobProgress> = {}): JobProgress {
  const counts = { added: 1, changed: 2, unchanged: 3, failed: 4 };
  const faults = [{ file: 'a “b”.pdf', reason: 'is encrypted' }];
  return { done: 5, total: 6, counts, faults, ...changes };
}

async function newJob(
  { jobs }: OpenedStore,
  place: { readonly tenantId: TenantId; readonly packId: PackId; readonly createdAtMs?: number },
  inputs: readonly JobInput[] = [],
): Promise<JobId> {
  const { tenantId, packId, createdAtMs = sampleTimeMs } = place;
  const jobId = newId('job', createdAtMs);
  const job = { jobId, packId, kind: 'documents', total: inputs.length, createdAtMs } as const;
  await jobs.createJob(tenantId, job, inputs);
  return jobId;
}

async function newPlace({ access, content }: OpenedStore) {
  const tenantId = await newTenant(access);
  return { tenantId, packId: await newPack(content, tenantId) };
}

/** What every store of jobs must do, on any database. */
export function describeJobStore(name: string, open: OpenStore): void {
  describe(`${name} as a job store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describeLife(() => store);
    describeInputs(() => store);
    describeLists(() => store);
    describeForeignTenant(() => store);
  });
}

function describeLife(get: () => OpenedStore): void {
  it('keeps a job from its creation to its end', async () => {
    const { jobs } = get();
    const { tenantId, packId } = await newPlace(get());
    const jobId = await newJob(get(), { tenantId, packId }, [sampleInput(0)]);
    const created = {
      ...{ jobId, packId, kind: 'documents', status: 'queued', done: 0, total: 1, faults: [] },
      counts: { added: 0, changed: 0, unchanged: 0, failed: 0 },
      ...{ version: null, failure: null, createdAtMs: sampleTimeMs, startedAtMs: null, endedAtMs: null },
    };
    const read = () => jobs.getJob(tenantId, packId, jobId);
    expect(await read()).toEqual(created);
    expect(await jobs.startJob(tenantId, jobId, 7)).toBe('started');
    // As after a crash: it goes on, and began when it first began.
    expect(await jobs.startJob(tenantId, jobId, 8)).toBe('started');
    const progress = sampleProgress();
    expect(await jobs.saveProgress(tenantId, jobId, progress)).toBe(true);
    const running = { ...created, ...progress, status: 'running', startedAtMs: 7 };
    expect(await read()).toEqual(running);
    const end = { status: 'failed', version: 3, failure: 'the disk “is” full', nowMs: 9 } as const;
    expect(await jobs.endJob(tenantId, jobId, end)).toBe(true);
    const { nowMs: endedAtMs, ...outcome } = end;
    expect(await read()).toEqual({ ...running, ...outcome, endedAtMs });
  });

  it('ends a job once and for good', async () => {
    const { jobs } = get();
    const place = await newPlace(get());
    const { tenantId } = place;
    for (const status of ['succeeded', 'failed', 'cancelled'] as const) {
      const jobId = await newJob(get(), place, [sampleInput(0)]);
      expect(await jobs.endJob(tenantId, jobId, { ...success, status })).toBe(true);
      const ended = await jobs.getJob(tenantId, place.packId, jobId);
      expect(await jobs.startJob(tenantId, jobId, 1)).toBe('ended');
      expect(await jobs.saveProgress(tenantId, jobId, sampleProgress())).toBe(false);
      expect(await jobs.endJob(tenantId, jobId, { ...success, nowMs: 1 })).toBe(false);
      expect(await jobs.getJob(tenantId, place.packId, jobId)).toEqual(ended);
      expect(await jobs.nextInput(tenantId, jobId)).toBeNull();
    }
    expect(await jobs.startJob(tenantId, newId('job', 1), 1)).toBe('ended');
  });

  it('starts a job of a pack when every earlier one has ended', async () => {
    const { jobs, content } = get();
    const place = await newPlace(get());
    const { tenantId } = place;
    const first = await newJob(get(), { ...place, createdAtMs: sampleTimeMs + 1 });
    const second = await newJob(get(), { ...place, createdAtMs: sampleTimeMs + 2 });
    const elsewhere = { tenantId, packId: await newPack(content, tenantId), createdAtMs: sampleTimeMs + 3 };
    expect(await jobs.startJob(tenantId, await newJob(get(), elsewhere), 1)).toBe('started');
    expect(await jobs.startJob(tenantId, second, 1)).toBe('waiting');
    expect((await jobs.getJob(tenantId, place.packId, second))?.status).toBe('queued');
    expect(await jobs.startJob(tenantId, first, 1)).toBe('started');
    expect(await jobs.startJob(tenantId, second, 1)).toBe('waiting');
    await jobs.endJob(tenantId, first, success);
    expect(await jobs.startJob(tenantId, second, 1)).toBe('started');
  });

  it('refuses a job on a pack that does not exist, and drops those of a deleted pack', async () => {
    const { jobs, content } = get();
    const place = await newPlace(get());
    const { tenantId, packId } = place;
    const elsewhere = { tenantId, packId: newId('pack', 1) };
    await expect(newJob(get(), elsewhere, [sampleInput(0)])).rejects.toMatchObject({ code: 'not_found' });
    const other = { tenantId, packId: await newPack(content, tenantId) };
    const [gone, kept] = [
      await newJob(get(), place, [sampleInput(0)]),
      await newJob(get(), other, [sampleInput(0)]),
    ];
    await content.deletePack(tenantId, packId);
    expect(await jobs.getJob(tenantId, packId, gone)).toBeNull();
    expect(await jobs.nextInput(tenantId, gone)).toBeNull();
    expect(await jobs.startJob(tenantId, gone, 1)).toBe('ended');
    expect(await jobs.nextInput(tenantId, kept)).toEqual(sampleInput(0));
  });
}

function describeInputs(get: () => OpenedStore): void {
  it('returns inputs in order, each until it is done', async () => {
    const { jobs } = get();
    const place = await newPlace(get());
    const { tenantId } = place;
    const inputs = [
      sampleInput(2),
      sampleInput(0, { bytes: new Uint8Array(0) }),
      sampleInput(10, { source: 'ordner/ä 🏔️.md' }),
    ];
    const jobId = await newJob(get(), place, inputs);
    const inOrder = inputs.toSorted((one, other) => one.position - other.position);
    for (const [done, input] of inOrder.entries()) {
      expect(await jobs.nextInput(tenantId, jobId)).toEqual(input);
      expect(await jobs.saveProgress(tenantId, jobId, sampleProgress({ done }))).toBe(true);
      expect(await jobs.nextInput(tenantId, jobId)).toEqual(input);
      const progress = { ...sampleProgress({ done: done + 1 }), finishedInput: input.position };
      expect(await jobs.saveProgress(tenantId, jobId, progress)).toBe(true);
    }
    expect(await jobs.nextInput(tenantId, jobId)).toBeNull();
  });

  it('keeps bytes unchanged, and does not alter the caller’s', async () => {
    const { jobs } = get();
    const place = await newPlace(get());
    // A view of a larger buffer, as an upload is read into.
    const whole = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7919) % 251);
    const bytes = whole.subarray(1000, 2_500_000);
    const before = Buffer.from(bytes);
    const jobId = await newJob(get(), place, [sampleInput(0, { bytes }), sampleInput(1)]);
    expect(bytes.byteLength).toBe(before.byteLength);
    const stored = await jobs.nextInput(place.tenantId, jobId);
    expect(stored?.bytes.byteLength).toBe(before.byteLength);
    expect(before.equals(stored?.bytes ?? new Uint8Array())).toBe(true);
  });

  it('creates a job with all its inputs or not at all', async () => {
    const { jobs } = get();
    const place = await newPlace(get());
    const page = { before: null, limit: 9 };
    await expect(newJob(get(), place, [sampleInput(0), sampleInput(0)])).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await jobs.listJobs(place.tenantId, place.packId, page)).toEqual([]);
  });
}

function describeLists(get: () => OpenedStore): void {
  it('lists the jobs of a pack newest first, page by page', async () => {
    const { jobs, content } = get();
    const place = await newPlace(get());
    const { tenantId, packId } = place;
    const at = [1, 2, 3, 4, 5].map((ms) => sampleTimeMs + ms);
    const jobIds: JobId[] = [];
    for (const createdAtMs of at) jobIds.unshift(await newJob(get(), { ...place, createdAtMs }));
    await newJob(get(), { tenantId, packId: await newPack(content, tenantId) });
    const page = async (before: JobId | null, limit: number) =>
      (await jobs.listJobs(tenantId, packId, { before, limit })).map(({ jobId }) => jobId);
    expect(await page(null, 2)).toEqual(jobIds.slice(0, 2));
    expect(await page(jobIds[1] ?? null, 9)).toEqual(jobIds.slice(2));
    await expect(page(null, 0)).rejects.toMatchObject({ code: 'internal' });
  });

  it('lists unfinished jobs of all tenants, oldest first', async () => {
    const { jobs } = get();
    for (const { tenantId, job } of await jobs.listUnfinishedJobs(1000)) {
      await jobs.endJob(tenantId, job.jobId, success);
    }
    const places = [await newPlace(get()), await newPlace(get())] as const;
    const older = await newJob(get(), { ...places[0], createdAtMs: sampleTimeMs + 1 });
    const ended = await newJob(get(), { ...places[0], createdAtMs: sampleTimeMs + 2 });
    const newer = await newJob(get(), { ...places[1], createdAtMs: sampleTimeMs + 3 });
    await jobs.endJob(places[0].tenantId, ended, success);
    await jobs.startJob(places[1].tenantId, newer, 1);
    const listed = await jobs.listUnfinishedJobs(1000);
    expect(listed.map(({ tenantId, job }) => [tenantId, job.jobId])).toEqual([
      [places[0].tenantId, older],
      [places[1].tenantId, newer],
    ]);
    expect(await jobs.listUnfinishedJobs(1)).toEqual(listed.slice(0, 1));
  });

  it('drops jobs that ended before an instant, and no others', async () => {
    const { jobs } = get();
    const place = await newPlace(get());
    const { tenantId, packId } = place;
    const endAt = async (nowMs: number | null) => {
      const jobId = await newJob(get(), place);
      if (nowMs !== null) await jobs.endJob(tenantId, jobId, { ...success, nowMs });
      return jobId;
    };
    const kept = [await endAt(null), await endAt(100), await endAt(101)];
    const dropped = [await endAt(99), await endAt(1)];
    await jobs.sweepJobs(100);
    for (const jobId of kept) expect(await jobs.getJob(tenantId, packId, jobId)).not.toBeNull();
    for (const jobId of dropped) expect(await jobs.getJob(tenantId, packId, jobId)).toBeNull();
  });
}

function describeForeignTenant(get: () => OpenedStore): void {
  it("[CON-8-05] shows and changes nothing of another tenant's jobs", async () => {
    const { jobs } = get();
    const [place, other] = [await newPlace(get()), await newPlace(get())];
    const jobId = await newJob(get(), place, [sampleInput(0)]);
    const before = await jobs.getJob(place.tenantId, place.packId, jobId);
    const stranger = other.tenantId;
    expect(await jobs.getJob(stranger, place.packId, jobId)).toBeNull();
    expect(await jobs.getJob(place.tenantId, other.packId, jobId)).toBeNull();
    expect(await jobs.listJobs(stranger, place.packId, { before: null, limit: 9 })).toEqual([]);
    expect(await jobs.nextInput(stranger, jobId)).toBeNull();
    expect(await jobs.startJob(stranger, jobId, 1)).toBe('ended');
    expect(await jobs.saveProgress(stranger, jobId, { ...sampleProgress(), finishedInput: 0 })).toBe(false);
    expect(await jobs.endJob(stranger, jobId, success)).toBe(false);
    const theirs = newJob(get(), { tenantId: stranger, packId: place.packId });
    await expect(theirs).rejects.toMatchObject({ code: 'not_found' });
    expect(await jobs.getJob(place.tenantId, place.packId, jobId)).toEqual(before);
    expect(await jobs.nextInput(place.tenantId, jobId)).toEqual(sampleInput(0));
  });
}
