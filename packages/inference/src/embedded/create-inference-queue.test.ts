import { setImmediate as nextTick } from 'node:timers/promises';
import { waitFor } from '@avow/foundation/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Backoff, createBackoff } from './create-backoff.ts';
import { createInferenceQueue, type InferenceQueueOptions } from './create-inference-queue.ts';
import type { ModelProcess } from './start-model-process.ts';

type Options = InferenceQueueOptions<string, string>;

/** A queue before a model that answers slowly, and what it was asked, in order. */
function slowQueue(options: Partial<Options> = {}, backoff: Backoff | null = null) {
  const asked: string[] = [];
  const process: ModelProcess<string, string> = {
    processId: 1,
    ready: Promise.resolve({ kind: 'said', message: { kind: 'ready' } }),
    ended: new Promise(() => undefined),
    end: async () => undefined,
    ask: async (request) => {
      asked.push(request);
      for (let tick = 0; tick < 3; tick += 1) await nextTick();
      if (request.startsWith('bad')) return { kind: 'ended', how: 'SIGSEGV' };
      return { kind: 'said', message: { kind: 'answered', answer: request, residentBytes: 0 } };
    },
  };
  const kept: Options['processes'][number] = {
    get: async () =>
      backoff?.isOver() === false
        ? { kind: 'unavailable', reason: 'lost', isBroken: backoff.failuresInRow() >= lossesMax }
        : { kind: 'available', process },
    isRunning: () => true,
    praise: () => backoff?.succeed(),
    lose: async () => void backoff?.fail(),
    stop: async () => undefined,
    close: async () => undefined,
  };
  const queue = createInferenceQueue<string, string>({
    ...{ processes: [kept], waitingMax: 10_000, ownerWaitingMax: 10_000, requestsPerTurn: 1 },
    ...{ hangMs: 60_000, residentBytesMax: 1, idleMs: 60_000, kept: 1, closedReason: 'closed' },
    onFailure: () => undefined,
    ...options,
  });
  /** All requests of one call. */
  const submit = (owner: string, parts: readonly string[], rank = 0, isBackground = false) => {
    const call = {};
    return Promise.all(parts.map((part) => queue.submit(part, { owner, rank, call, isBackground }).outcome));
  };
  return { queue, submit, asked };
}

/** As few as the tests can do with. */
const lossesMax = 2;

const partsOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);

describe('an inference queue', () => {
  it('serves one request of an owner after the one that runs, however many and long the calls of another', async () => {
    const { submit, asked } = slowQueue();
    const long = Array.from({ length: 16 }, (_, at) => submit('many', partsOf(`many ${at}`, 10)));
    await waitFor(() => asked.length >= 3);
    const before = asked.length;
    await submit('few', ['few']);
    expect(asked.indexOf('few')).toBeLessThanOrEqual(before + 1);
    await Promise.all(long);
    expect(asked).toHaveLength(161);
  });

  it('serves owners by what their requests cost, so that long ones do not take most of the time', async () => {
    const { submit, asked } = slowQueue({ costOf: (request) => (request.startsWith('long') ? 10 : 1) });
    await Promise.all([submit('one', partsOf('long', 9)), submit('other', partsOf('short', 20))]);
    expect(asked.slice(0, 23).filter((request) => request.startsWith('long'))).toHaveLength(3);
  });

  it('finishes a call of an owner before it begins the next, in order of rank', async () => {
    const { submit, asked } = slowQueue();
    const first = submit('one', partsOf('first', 3), 5);
    await waitFor(() => asked.length !== 0);
    await Promise.all([
      first,
      submit('one', partsOf('last', 1), 9),
      submit('one', partsOf('second', 2), 1),
      submit('other', partsOf('other', 2)),
    ]);
    expect(asked).toEqual([
      ...['first 0', 'other 0', 'first 1', 'other 1', 'first 2', 'second 0', 'second 1', 'last 0'],
    ]);
  });

  it('runs what is in the background only while nothing else waits, of any owner', async () => {
    const { submit, asked } = slowQueue();
    const inBackground = submit('one', partsOf('later', 3), 0, true);
    while (asked.length === 0) await nextTick();
    await Promise.all([submit('one', partsOf('one', 2)), submit('other', partsOf('other', 2))]);
    await inBackground;
    expect(asked).toEqual(['later 0', 'other 0', 'one 0', 'other 1', 'one 1', 'later 1', 'later 2']);
  });

  it('keeps to a call for as many requests as a turn has', async () => {
    const { submit, asked } = slowQueue({ requestsPerTurn: 2 });
    await Promise.all([submit('one', partsOf('one', 5)), submit('other', partsOf('other', 3))]);
    expect(asked.map((part) => part.slice(0, -2))).toEqual([
      ...['one', 'one', 'other', 'other', 'one', 'one', 'other', 'one'],
    ]);
  });

  it('lets no owner wait for more than a turn of each other, whatever arrives and when', async () => {
    const arrivals = fc.array(
      fc.record({
        owner: fc.constantFrom('a', 'a', 'a', 'b', 'c'),
        parts: fc.integer({ min: 1, max: 6 }),
        after: fc.nat({ max: 6 }),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 3 }), async (given, requestsPerTurn) => {
        const { submit, asked } = slowQueue({ requestsPerTurn });
        const calls = [];
        for (const [number, { owner, parts, after }] of given.entries()) {
          for (let tick = 0; tick < after; tick += 1) await nextTick();
          const before = asked.length;
          calls.push({ owner, before, done: submit(owner, partsOf(`${owner}${number}`, parts)), number });
        }
        await Promise.all(calls.map(({ done }) => done));
        for (const { owner, before, number } of calls) {
          const first = asked.indexOf(`${owner}${number} 0`);
          const between = asked.slice(before, first).map((part) => part.slice(0, 1));
          // Others are served no more than a turn for each turn of this owner, and one more.
          const own = between.filter((one) => one === owner).length;
          for (const other of ['a', 'b', 'c'].filter((one) => one !== owner))
            expect(between.filter((one) => one === other).length).toBeLessThanOrEqual(
              (own + 2) * requestsPerTurn,
            );
        }
      }),
      { numRuns: 40 },
    );
  });

  it('blames a text that breaks the process twice, and serves those that came meanwhile', async () => {
    const backoff = createBackoff({ firstMs: 60_000, maxMs: 60_000, now: () => performance.now() });
    const { queue, submit, asked } = slowQueue({}, backoff);
    const bad = submit('one', ['bad']);
    await waitFor(() => asked.length >= 2);
    expect(await submit('other', ['good'])).toMatchObject([{ kind: 'answered' }]);
    expect(await bad).toMatchObject([{ kind: 'failed' }]);
    // Two in a row without an answer are the fault of the model.
    await submit('one', ['bad']);
    await submit('one', ['bad again']);
    expect(await submit('other', ['good'])).toMatchObject([{ kind: 'failed' }]);
    await queue.close();
  });

  it('waits for a process that is started again, for as long as the caller does', async () => {
    // The process is lost once, and starts again after a while.
    const backoff = createBackoff({ firstMs: 200, maxMs: 200, now: () => performance.now() });
    backoff.fail();
    backoff.fail();
    let isLost = true;
    const { queue, submit } = slowQueue({}, { ...backoff, failuresInRow: () => (isLost ? 1 : lossesMax) });
    expect(await submit('one', ['good', 'better'])).toMatchObject([
      { kind: 'answered' },
      { kind: 'answered' },
    ]);
    backoff.fail();
    backoff.fail();
    isLost = false;
    expect(await submit('one', ['good'])).toMatchObject([{ kind: 'failed', reason: 'lost' }]);
    await queue.close();
  });

  it('refuses what exceeds the limit of an owner, and still serves others', async () => {
    const { submit, queue } = slowQueue({ ownerWaitingMax: 3, waitingMax: 5 });
    const many = submit('many', partsOf('many', 6));
    expect(await submit('few', ['few'])).toMatchObject([{ kind: 'answered' }]);
    const outcomes = await many;
    expect(outcomes.filter(({ kind }) => kind === 'answered')).toHaveLength(3);
    expect(outcomes.at(-1)).toEqual({ kind: 'failed', reason: 'too many texts wait', isBusy: true });
    await queue.close();
    expect(await submit('few', ['few'])).toEqual([{ kind: 'failed', reason: 'closed' }]);
  });

  describe('with processes that are started on demand', () => {
    /** Four processes of which one stays, and how many times each was started and stopped. */
    function fourProcesses(idleMs: number) {
      const running = [false, false, false, false];
      const stopped: number[] = [];
      const served: number[] = [];
      const processes = running.map((_, position): Options['processes'][number] => ({
        get: async () => {
          for (let tick = 0; !running[position] && tick < 20; tick += 1) await nextTick();
          running[position] = true;
          const process: ModelProcess<string, string> = {
            ...{ processId: position, ended: new Promise(() => undefined), end: async () => undefined },
            ready: Promise.resolve({ kind: 'said', message: { kind: 'ready' } }),
            ask: async (request) => {
              served.push(position);
              for (let tick = 0; tick < 3; tick += 1) await nextTick();
              return { kind: 'said', message: { kind: 'answered', answer: request, residentBytes: 0 } };
            },
          };
          return { kind: 'available', process };
        },
        isRunning: () => running[position] === true,
        praise: () => undefined,
        lose: async () => undefined,
        stop: async () => {
          running[position] = false;
          stopped.push(position);
        },
        close: async () => undefined,
      }));
      const { queue, submit } = slowQueue({ processes, idleMs });
      return { queue, submit, running, stopped, served };
    }

    it('starts no more than wait, and stops all but the one that stays when they are idle', async () => {
      const { queue, submit, running, stopped } = fourProcesses(20);
      await submit('one', ['only']);
      expect([running, queue.idle()]).toEqual([[true, false, false, false], 1]);
      await submit('one', partsOf('part', 3));
      await expect.poll(() => stopped.length).toBe(2);
      expect(stopped.toSorted()).toEqual([1, 2]);
      expect(running).toEqual([true, false, false, false]);
      await queue.close();
    });

    it('gives a request to one that runs, however many others are being started', async () => {
      const { queue, submit, served } = fourProcesses(60_000);
      await submit('one', ['first']);
      queue.startFurther(3);
      await submit('one', ['second']);
      expect(served).toEqual([0, 0]);
      await expect.poll(() => queue.idle()).toBe(4);
      await submit('one', partsOf('part', 4));
      expect(served.toSorted()).toEqual([0, 0, 0, 1, 2, 3]);
      await queue.close();
    });
  });
});
