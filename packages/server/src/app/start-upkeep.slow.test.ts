import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { systemClock } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { sampleMasterKey } from '../storage/contract/sample-master-key.ts';
import { openSqliteStore } from '../storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../storage/store.ts';
import { startUpkeep } from './start-upkeep.ts';

let directory: string;
let store: Store;
const lines: string[] = [];
const log = createLog(
  'info',
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-upkeep-'));
  store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('refits once a minute, queues no rounds behind a long one, and stops on request', async () => {
  const begun: AbortSignal[] = [];
  const rounds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stop = await startUpkeep({
    ...{ upkeep: store.upkeep, jobs: store.jobs, clock: systemClock, log },
    isClockDoubted: async () => false,
    dropOldOutages: async () => undefined,
    noteOverdueReviews: async () => undefined,
    endOverdueReviews: async () => undefined,
    sweepExports: () => undefined,
    noteExpiringKeys: async () => undefined,
    recordTime: async () => undefined,
    expireRecords: async () => undefined,
    refitWhenDue: (signal) => {
      begun.push(signal);
      return rounds[begun.length - 1]?.promise ?? Promise.resolve();
    },
  });
  expect(begun).toHaveLength(0);
  vi.advanceTimersByTime(60_000);
  await waitFor(() => expect(begun).toHaveLength(1));
  // An hour passes while the first round runs.
  vi.advanceTimersByTime(60 * 60_000);
  rounds[0]?.reject(new Error('no'));
  await waitFor(() => expect(lines.join('')).toContain('maintenance failed'));
  // Long enough for the sweep that a queued round would begin with.
  await store.jobs.sweepJobs(0);
  await store.jobs.sweepJobs(0);
  await new Promise(setImmediate);
  expect(begun).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  await waitFor(() => expect(begun).toHaveLength(2));
  vi.advanceTimersByTime(60_000);
  const stopped = stop();
  expect(begun.map(({ aborted }) => aborted)).toEqual([true, true]);
  rounds[1]?.resolve();
  await stopped;
  expect(begun).toHaveLength(2);
});

it('runs the other steps if one fails, and retries the failed one', async () => {
  const done = { noted: 0, expired: 0, refitted: 0 };
  const stop = await startUpkeep({
    ...{ upkeep: store.upkeep, jobs: store.jobs, clock: systemClock, log },
    isClockDoubted: async () => false,
    dropOldOutages: async () => undefined,
    noteOverdueReviews: async () => undefined,
    endOverdueReviews: () => Promise.reject(new Error('no')),
    sweepExports: () => undefined,
    noteExpiringKeys: async () => undefined,
    // On a full disk, say: what is due goes by the times that were noted before.
    recordTime: () => {
      done.noted += 1;
      return Promise.reject(new Error('no room'));
    },
    expireRecords: async () => {
      // First: a time that the clock has come back from must not count.
      expect(done.noted).toBe(done.refitted + 1);
      done.expired += 1;
      if (done.expired === 1) throw new Error('not yet');
    },
    refitWhenDue: async () => {
      done.refitted += 1;
    },
  });
  for (const minutes of [1, 2, 3]) {
    vi.advanceTimersByTime(60_000);
    await waitFor(() => expect(done.refitted).toBe(minutes));
  }
  expect(done.expired).toBe(2);
  // Most of an hour passes within one round, and the expiry is due after an hour nevertheless.
  vi.advanceTimersByTime(58 * 60_000);
  await waitFor(() => expect(done).toEqual({ noted: 4, expired: 2, refitted: 4 }));
  vi.advanceTimersByTime(60_000);
  await waitFor(() => expect(done).toEqual({ noted: 5, expired: 3, refitted: 5 }));
  await stop();
});

it('ends no review and drops neither spending nor outages while the clock is in doubt', async () => {
  const done: string[] = [];
  let isDoubted = true;
  const stop = await startUpkeep({
    upkeep: {
      ...store.upkeep,
      dropSpending: async (before) => void done.push(`spending before ${before}`),
    },
    ...{ jobs: store.jobs, clock: { nowMs: () => Date.parse('2029-11-18T00:00:00Z') }, log },
    isClockDoubted: async () => isDoubted,
    dropOldOutages: async () => void done.push('outages'),
    noteOverdueReviews: async () => undefined,
    endOverdueReviews: async () => void done.push('reviews'),
    sweepExports: () => undefined,
    noteExpiringKeys: async () => undefined,
    recordTime: async () => undefined,
    expireRecords: async () => undefined,
    refitWhenDue: async () => void done.push('end of the round'),
  });
  vi.advanceTimersByTime(60_000);
  await waitFor(() => expect(done).toEqual(['end of the round']));
  isDoubted = false;
  vi.advanceTimersByTime(60 * 60_000);
  await waitFor(() => expect(done.at(-1)).toBe('end of the round'));
  await waitFor(() => expect(done).toHaveLength(5));
  expect(done.slice(1)).toEqual(['reviews', 'spending before 2027-09-10', 'outages', 'end of the round']);
  await stop();
});
