import { describe, expect, it } from 'vitest';
import { coalesceCalls } from './coalesce-calls.ts';

describe('coalesceCalls', () => {
  it('runs the work of a key once at a time, and waiting calls share the next run', async () => {
    const ends: Array<() => void> = [];
    let running = 0;
    const run = coalesceCalls(async (_key: string) => {
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

  it('runs keys independently, and does not pass a failure on to the next run', async () => {
    let calls = 0;
    const run = coalesceCalls(async (key: string) => {
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
