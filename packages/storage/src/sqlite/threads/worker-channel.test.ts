import { UserError } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import type { BrokenStore } from './broken-store.ts';
import { WorkerChannel } from './worker-channel.ts';

interface Echo {
  readonly echo: (value: number) => number;
  readonly countGroup: () => number;
  readonly pause: () => null;
  readonly die: () => null;
  readonly fail: (code: string) => null;
  readonly [name: string]: (...args: never) => unknown;
}

const openEcho = (waitingMax: number, onBroken?: (fault: BrokenStore) => void) =>
  WorkerChannel.open<Echo>({
    workerUrl: new URL('../test-support/dying-worker.ts', import.meta.url),
    workerData: null,
    waitingMax,
    onBroken,
  });

describe('WorkerChannel', () => {
  it('answers every call with its own result, across groups', async () => {
    const channel = await openEcho(1000);
    const wanted = Array.from({ length: 300 }, (_, index) => index);
    const answers = wanted.map(async (value) => {
      if (value % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      return channel.call('echo', value);
    });
    expect(await Promise.all(answers)).toEqual(wanted);
    await channel.close();
  });

  it('sends calls that are made while the worker is busy as one group', async () => {
    const channel = await openEcho(100);
    const counts: Promise<number>[] = [];
    const busy = channel.call('pause');
    for (let made = 0; made < 3; made += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(channel.call('countGroup'));
    }
    await busy;
    expect(await Promise.all(counts)).toEqual([3, 3, 3]);
    await channel.close();
  });

  it('[CON-5-29] rejects calls beyond the queue limit immediately, and accepts calls again afterwards', async () => {
    const channel = await openEcho(10);
    const calls = Array.from({ length: 12 }, (_, index) => channel.call('echo', index));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.slice(0, 10).every(({ status }) => status === 'fulfilled')).toBe(true);
    for (const outcome of outcomes.slice(10)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
    }
    expect(await channel.call('echo', 7)).toBe(7);
    await channel.close();
  });

  it('[CON-5-31] rejects everything once the worker has died', async () => {
    const channel = await openEcho(100);
    const answered = channel.call('echo', 1);
    expect(await answered).toBe(1);
    const pending = [channel.call('die'), channel.call('echo', 2)];
    for (const outcome of await Promise.allSettled(pending)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'audit_unavailable' } });
    }
    await expect(channel.call('echo', 3)).rejects.toMatchObject({ code: 'audit_unavailable' });
    await channel.close();
  });

  it('[CON-5-31] reports a failed disk once, with only a code, but not a failed call', async () => {
    const reported: BrokenStore[] = [];
    const channel = await openEcho(100, (fault) => reported.push(fault));
    await expect(channel.call('fail', 'unexpected')).rejects.toMatchObject({ code: 'internal' });
    await expect(channel.call('fail', 'full')).rejects.toMatchObject({ code: 'audit_unavailable' });
    await expect(channel.call('fail', 'unavailable')).rejects.toMatchObject({ code: 'audit_unavailable' });
    expect(reported).toEqual([]);
    await expect(channel.call('fail', 'broken')).rejects.toMatchObject({ code: 'audit_unavailable' });
    await expect(channel.call('fail', 'broken')).rejects.toMatchObject({ code: 'audit_unavailable' });
    await channel.close();
    expect(reported).toEqual([{ code: 'disk I/O error' }]);
  });

  it('[CON-5-31] reports a thread that died, but not one that was closed', async () => {
    const reported: BrokenStore[] = [];
    const channel = await openEcho(100, (fault) => reported.push(fault));
    await expect(channel.call('die')).rejects.toMatchObject({ code: 'audit_unavailable' });
    await channel.close();
    expect(reported).toEqual([{ code: null }]);
    await (await openEcho(100, (fault) => reported.push(fault))).close();
    expect(reported).toHaveLength(1);
  });

  it('[CON-5-30] answers queued calls when it is closed, and rejects later ones', async () => {
    const channel = await openEcho(100);
    const waiting = [1, 2, 3, 4, 5, 6].map((value) => channel.call('echo', value));
    const closing = channel.close();
    // Gives the worker time to end before the calls are sent, were it asked to.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    await expect(channel.call('echo', 7)).rejects.toMatchObject({ code: 'shutting_down' });
    expect(await Promise.all(waiting)).toEqual([1, 2, 3, 4, 5, 6]);
    await closing;
    await channel.close();
  });

  it('rejects if the worker cannot be opened', async () => {
    const workerUrl = new URL('../no-such-worker.ts', import.meta.url);
    const opening = WorkerChannel.open({ workerUrl, workerData: null, waitingMax: 1 });
    await expect(opening).rejects.toThrow(UserError);
  });
});
