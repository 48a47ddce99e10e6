import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFairRunner } from './fair-runner.ts';
import { QueueFullError } from './limiter.ts';

it('starts the first work of a tenant before the second of one that submitted many', async () => {
  const runner = createFairRunner({ runningMax: 1, tenantRunningMax: 1 });
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await nextTick();
    return name;
  };
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => runner.run(name.slice(0, 1), work(name)));
  expect(runner.waiting).toBe(3);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('leaves a slot to other tenants while one has long work', async () => {
  const runner = createFairRunner({ runningMax: 2, tenantRunningMax: 1 });
  const long = Promise.withResolvers<string>();
  const first = runner.run('a', () => long.promise);
  const second = runner.run('a', async () => 'second');
  expect(await runner.run('b', async () => 'other')).toBe('other');
  expect(runner.waiting).toBe(1);
  long.resolve('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

it('refuses what exceeds the limit of a tenant, and still serves others', async () => {
  const runner = createFairRunner({ runningMax: 1, tenantRunningMax: 1, waitingMax: 2, tenantWaitingMax: 1 });
  const long = Promise.withResolvers<string>();
  const first = runner.run('a', () => long.promise);
  const second = runner.run('a', async () => 'second');
  await expect(runner.run('a', async () => 'third')).rejects.toThrow(QueueFullError);
  const other = runner.run('b', async () => 'other');
  await expect(runner.run('c', async () => 'total')).rejects.toThrow('total');
  long.resolve('first');
  expect(await Promise.all([first, second, other])).toEqual(['first', 'second', 'other']);
});

it('is idle when nothing runs or waits', async () => {
  const runner = createFairRunner({ runningMax: 1, tenantRunningMax: 1 });
  await runner.idle();
  const done: string[] = [];
  for (const name of ['a', 'b'])
    void runner.run(name, async () => {
      await nextTick();
      done.push(name);
    });
  await runner.idle();
  expect(done).toEqual(['a', 'b']);
});

it('lets no tenant wait for more than what runs and one piece of each other, however many arrive and when', async () => {
  const arrivals = fc.array(
    fc.record({
      tenant: fc.constantFrom('a', 'a', 'a', 'b', 'c'),
      ticks: fc.nat({ max: 4 }),
      after: fc.nat({ max: 3 }),
    }),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, async (given) => {
      const runner = createFairRunner({ runningMax: 1, tenantRunningMax: 1 });
      /** For each tenant that waits: whose work began since it began to wait, or since its last began. */
      const since = new Map<string, string[]>();
      const left = new Map<string, number>();
      const all: Promise<void>[] = [];
      for (const { tenant, ticks, after } of given) {
        for (let tick = 0; tick < after; tick += 1) await nextTick();
        left.set(tenant, (left.get(tenant) ?? 0) + 1);
        if (!since.has(tenant)) since.set(tenant, []);
        const work = async () => {
          left.set(tenant, (left.get(tenant) ?? 0) - 1);
          since.delete(tenant);
          for (const begun of since.values()) {
            expect(begun).not.toContain(tenant);
            begun.push(tenant);
          }
          if ((left.get(tenant) ?? 0) > 0) since.set(tenant, []);
          for (let tick = 0; tick < ticks; tick += 1) await nextTick();
        };
        all.push(runner.run(tenant, work));
      }
      await Promise.all(all);
    }),
    { numRuns: 50 },
  );
});

it('passes failures on, thrown or rejected, and continues', async () => {
  const runner = createFairRunner({ runningMax: 1, tenantRunningMax: 1 });
  const thrown = runner.run('a', () => {
    throw new Error('thrown');
  });
  const rejected = runner.run('a', () => Promise.reject(new Error('rejected')));
  const last = runner.run('a', async () => 'done');
  await expect(thrown).rejects.toThrow('thrown');
  await expect(rejected).rejects.toThrow('rejected');
  expect(await last).toBe('done');
});

it('stops: begins nothing more, and waits for what runs', async () => {
  const runner = createFairRunner({ runningMax: 1, tenantRunningMax: 1 });
  const running = Promise.withResolvers<void>();
  let isBegun = false;
  void runner.run('a', () => running.promise);
  void runner.run('b', async () => {
    isBegun = true;
  });
  let isStopped = false;
  const stopped = runner.stop().then(() => {
    isStopped = true;
  });
  await nextTick();
  expect(isStopped).toBe(false);
  running.resolve();
  await stopped;
  await nextTick();
  expect(isBegun).toBe(false);
  await createFairRunner({ runningMax: 1, tenantRunningMax: 1 }).stop();
});

it('never exceeds its limits, and runs everything exactly once', async () => {
  const tasks = fc.array(
    fc.record({ tenant: fc.constantFrom('a', 'b', 'c'), ticks: fc.nat({ max: 3 }), fails: fc.boolean() }),
    { maxLength: 30 },
  );
  const limits = fc.record({
    runningMax: fc.integer({ min: 1, max: 4 }),
    tenantRunningMax: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(tasks, limits, async (given, { runningMax, tenantRunningMax }) => {
      const runner = createFairRunner({ runningMax, tenantRunningMax });
      const running: string[] = [];
      const done: number[] = [];
      const all = given.map(({ tenant, ticks, fails }, number) =>
        runner.run(tenant, async () => {
          running.push(tenant);
          expect(running.length).toBeLessThanOrEqual(runningMax);
          expect(running.filter((other) => other === tenant).length).toBeLessThanOrEqual(tenantRunningMax);
          for (let tick = 0; tick < ticks; tick += 1) await nextTick();
          running.splice(running.indexOf(tenant), 1);
          done.push(number);
          if (fails) throw new Error('expected');
        }),
      );
      const outcomes = await Promise.allSettled(all);
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(given.map(({ fails }) => fails));
      expect(done.toSorted((one, other) => one - other)).toEqual([...given.keys()]);
    }),
    { numRuns: 50 },
  );
});
