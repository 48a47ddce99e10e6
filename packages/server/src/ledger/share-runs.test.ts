import { describe, expect, it } from 'vitest';
import { shareRuns } from './share-runs.ts';

describe('shareRuns', () => {
  it('does the work of one key once at a time, and all who wait share what comes next', async () => {
    const ends: Array<() => void> = [];
    let running = 0;
    const run = shareRuns(async (_key: string) => {
      expect(++running).toBe(1);
      const number = ends.length;
      await new Promise<void>((resolve) => ends.push(resolve));
      running--;
      return number;
    });
    const first = run('a');
    const shared = [run('a'), run('a'), run('a')];
    ends[0]?.();
    expect(await first).toBe(0);
    const later = run('a');
    await Promise.resolve();
    ends[1]?.();
    expect(await Promise.all(shared)).toEqual([1, 1, 1]);
    await new Promise(setImmediate);
    ends[2]?.();
    expect([1, 2]).toContain(await later);
    const afresh = run('a');
    ends.at(-1)?.();
    await afresh;
  });

  it('keys do not wait for each other, and a failure is not passed on to the next run', async () => {
    let calls = 0;
    const run = shareRuns(async (key: string) => {
      calls++;
      await new Promise(setImmediate);
      if (calls === 1) throw new Error('broken');
      return key;
    });
    const failing = run('a');
    const next = run('a');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('a');
    expect(await Promise.all([run('a'), run('b')])).toEqual(['a', 'b']);
    expect(calls).toBe(4);
  });
});
