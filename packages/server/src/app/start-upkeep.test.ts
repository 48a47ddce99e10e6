import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/create-log.ts';
import { sampleMasterKey } from '../stores/contract/sample-master-key.ts';
import { openSqliteStore, type SqliteStore } from '../stores/sqlite/open-sqlite-store.ts';
import { startUpkeep } from './start-upkeep.ts';

let directory: string;
let store: SqliteStore;
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
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('refits once a minute, one round after the other, and stops when it is told to', async () => {
  const begun: AbortSignal[] = [];
  const rounds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stop = await startUpkeep({
    ...{ upkeep: store.upkeep, jobs: store.jobs, clock: systemClock, log },
    endOverdueReviews: async () => undefined,
    noteTime: async () => undefined,
    expireRecords: async () => undefined,
    refitWhereDue: (signal) => {
      begun.push(signal);
      return rounds[begun.length - 1]?.promise ?? Promise.resolve();
    },
  });
  expect(begun).toHaveLength(0);
  vi.advanceTimersByTime(120_000);
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  rounds[0]?.reject(new Error('no'));
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  // What failed is told, and what comes after it comes all the same.
  expect(lines.join('')).toContain('upkeep failed');
  vi.advanceTimersByTime(60_000);
  const stopped = stop();
  expect(begun.map(({ aborted }) => aborted)).toEqual([true, true]);
  rounds[1]?.resolve();
  await stopped;
  expect(begun).toHaveLength(2);
});

it('keeps nothing back that is due for something else that fails, and tries what failed again', async () => {
  const done = { noted: 0, expired: 0, refitted: 0 };
  const stop = await startUpkeep({
    ...{ upkeep: store.upkeep, jobs: store.jobs, clock: systemClock, log },
    endOverdueReviews: () => Promise.reject(new Error('no')),
    // On a full disk, say: what is due goes by the times that were noted before.
    noteTime: () => {
      done.noted += 1;
      return Promise.reject(new Error('no room'));
    },
    expireRecords: async () => {
      // First: a time that the clock has come back from must not count.
      expect(done.noted).toBe(done.refitted + 1);
      done.expired += 1;
      if (done.expired === 1) throw new Error('not yet');
    },
    refitWhereDue: async () => {
      done.refitted += 1;
    },
  });
  for (const minutes of [1, 2, 3]) {
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(done.refitted).toBe(minutes));
  }
  expect(done.expired).toBe(2);
  vi.advanceTimersByTime(59 * 60_000);
  await vi.waitFor(() => expect(done).toEqual({ noted: 62, expired: 3, refitted: 62 }));
  await stop();
});
