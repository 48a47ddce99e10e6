import { type Connector, SourceFault } from '@avow/connectors';
import type { SourceId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { newFolder } from '@avow/storage/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newPack } from '../src/features/content/store/test-support/pack-samples.ts';
import type { Source } from '../src/features/sources/source-store.ts';
import {
  createSyncRunner,
  type SyncRunner,
  type SyncRunnerDependencies,
} from '../src/features/sources/sync/sync-runner.ts';
import { newRun } from '../src/features/sources/sync/sync-source.ts';
import { sampleMasterKey } from '../src/storage/contract/sample-master-key.ts';
import { newTenant } from '../src/storage/contract/samples.ts';
import { openSqliteStore } from '../src/storage/sqlite/open-sqlite-store.ts';

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 0, 2);
let nowMs = startMs;
let folder: ReturnType<typeof newFolder>;
let store: Awaited<ReturnType<typeof openSqliteStore>>;
/** Sources whose reading has begun, in this order. */
let begun: SourceId[] = [];
let runners: SyncRunner[] = [];

beforeEach(async () => {
  [nowMs, begun, runners] = [startMs, [], []];
  folder = newFolder();
  const clock = { nowMs: () => nowMs };
  store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path, clock });
});
afterEach(async () => {
  for (const runner of runners) await runner.close();
  await store.close();
  folder.remove();
});

interface Place {
  readonly tenantId: TenantId;
  readonly packId: `pack_${string}`;
}
const newPlace = async (): Promise<Place> => {
  const tenantId = await newTenant(store.access);
  return { tenantId, packId: await newPack(store.content, tenantId) };
};

async function addSource({ tenantId, packId }: Place, name: string): Promise<() => Promise<Source>> {
  const sourceId = newId('src', nowMs);
  await store.sources.createSource(
    tenantId,
    {
      ...{ sourceId, packId, name, createdAtMs: nowMs, createdBy: 'operator', groups: [], everyMs: null },
      connection: { kind: 'git', url: 'https://git.example/a.git', branch: null, path: '' },
      ...{ publish: 'automatic', removalPercentMax: 20, status: 'active', credentials: {}, dueAtMs: null },
      run: newRun('request', nowMs),
    },
    50,
  );
  return async () => {
    const found = await store.sources.getSource(tenantId, packId, sourceId);
    if (found === null) throw new Error('the source is gone');
    return found;
  };
}

/** Of one process: what it holds is free again once the process is gone, which a test says by starting the next. */
function startRunner(
  read: Connector['read'],
  syncLimits: SyncRunnerDependencies['syncLimits'] = usual,
): SyncRunner {
  const held = new Set<string>();
  const parts: Partial<SyncRunnerDependencies> = {
    ...{
      sources: store.sources,
      content: store.content,
      directory: folder.path,
      nowMs: () => nowMs,
      syncLimits,
    },
    openConnector: ({ sourceId }) => ({
      read: (options) => {
        begun.push(sourceId);
        return read(options);
      },
    }),
    tryLock: async (name, _options, work) => {
      if (held.has(name)) return { kind: 'busy' };
      held.add(name);
      const value = await work(new AbortController().signal).finally(() => held.delete(name));
      return { kind: 'done', value };
    },
    onFailure: (error) => {
      throw error;
    },
  };
  // What applies a sync is not reached.
  const runner = createSyncRunner(parts as SyncRunnerDependencies);
  runners.push(runner);
  runner.start();
  return runner;
}
const usual = { runningMax: 4, tenantRunningMax: 2, pollMs: 10 };

/** A reading in which the process ends: nothing follows. */
async function* stall({ signal }: Parameters<Connector['read']>[0]): ReturnType<Connector['read']> {
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  return { mode: 'full', cursor: null };
}

// biome-ignore lint/correctness/useYield: it fails before it has read anything.
async function* crash(): ReturnType<Connector['read']> {
  throw new SourceFault('crashed', 'Reading the source takes more than 640 MiB of memory.');
}

const reading = (count: number) => waitFor(() => expect(begun).toHaveLength(count));
/** Time enough for several looks at what is due. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 200));

it('a source in whose reading the process ends is held back for longer and longer, and then paused', async () => {
  const show = await addSource(await newPlace(), 'site');
  // Each runner stands for a process that ends without a word, and is closed by the test alone.
  startRunner(stall);
  await reading(1);
  for (const [crashes, heldMinutes] of [1, 4, 16, 64].entries()) {
    expect(await show()).toMatchObject({ begunCount: crashes + 1, status: 'active' });
    startRunner(stall);
    nowMs += heldMinutes * minuteMs - 1;
    await aWhile();
    expect(begun).toHaveLength(crashes + 1);
    nowMs += 1;
    await reading(crashes + 2);
  }
  startRunner(stall);
  await waitFor(async () => expect((await show()).status).toBe('paused'));
  const paused = await show();
  expect(paused).toMatchObject({
    ...{ pausedReason: 'crashes', run: null, dueAtMs: null, last: { outcome: 'failed' } },
  });
  expect(paused.last?.reason).toMatch(
    /The service ended while it read the source\. .*paused after 5 readings/,
  );
  nowMs += 10_000 * minuteMs;
  await aWhile();
  expect(begun).toHaveLength(5);
});

it('a source whose process crashes is paused too, and read again once somebody resumes it', async () => {
  const place = await newPlace();
  const show = await addSource(place, 'site');
  const { sourceId } = await show();
  startRunner(crash);
  for (let crashes = 1; crashes <= 5; crashes += 1) {
    await waitFor(async () => expect((await show()).run).toBeNull());
    expect(await show()).toMatchObject({ begunCount: crashes, status: crashes < 5 ? 'active' : 'paused' });
    const run = newRun('request', nowMs);
    const started = await store.sources.startSync(place.tenantId, sourceId, { run, dueAtMs: null });
    expect(started).toBe(crashes < 5 ? 'started' : 'paused');
  }
  const paused = await show();
  expect(paused.last?.reason).toMatch(/640 MiB of memory\. The source was paused after 5/);
  const settings = { ...paused, status: 'active' as const };
  const { connection: connectionBefore } = paused;
  const change = { settings, connectionBefore, dueAtMs: nowMs, forgets: false, nowMs };
  await store.sources.updateSource(place.tenantId, sourceId, change);
  await reading(6);
  await waitFor(async () => expect((await show()).run).toBeNull());
  expect(await show()).toMatchObject({ begunCount: 1, status: 'active', pausedReason: null });
});

it('a service that stops in an orderly way does not count, and reads on at its next start', async () => {
  const show = await addSource(await newPlace(), 'site');
  for (let starts = 1; starts <= 6; starts += 1) {
    const runner = startRunner(stall);
    await reading(starts);
    await runner.close();
    expect(await show()).toMatchObject({ begunCount: 0, status: 'active' });
  }
});

it('a tenant with many sources does not keep those of others waiting', async () => {
  const [crowd, other] = [await newPlace(), await newPlace()];
  for (let count = 0; count < 6; count += 1) await addSource(crowd, `site-${count}`);
  const show = await addSource(other, 'site');
  const one = { runningMax: 1, tenantRunningMax: 1, pollMs: 10 };
  startRunner(crash, one);
  await waitFor(() => expect(begun.length).toBeGreaterThan(1));
  // The first is of either; the second of the one that was not served.
  expect(begun.slice(0, 2)).toContain((await show()).sourceId);
});
