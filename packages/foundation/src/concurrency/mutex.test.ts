import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createKeyedMutex, createMutex } from './mutex.ts';

function recorder() {
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await nextTick();
    seen.push(`${name} ends`);
    return name;
  };
  return { seen, work };
}

describe('mutex', () => {
  it('runs one piece of work at a time, in order, and continues after a failure', async () => {
    const { seen, work } = recorder();
    const mutex = createMutex();
    const first = mutex.run(work('a'));
    const failed = mutex.run(() => Promise.reject(new Error('expected')));
    const last = mutex.run(work('b'));
    await expect(failed).rejects.toThrow('expected');
    expect(await Promise.all([first, last])).toEqual(['a', 'b']);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('is idle once everything submitted has ended, failed or not', async () => {
    const { seen, work } = recorder();
    const mutex = createMutex();
    await mutex.idle();
    void mutex.run(work('a'));
    mutex.run(() => Promise.reject(new Error('expected'))).catch(() => undefined);
    void mutex.run(work('b'));
    await mutex.idle();
    expect(seen.at(-1)).toBe('b ends');
  });
});

describe('keyed mutex', () => {
  it('runs work on one key in order, and work on different keys concurrently', async () => {
    const { seen, work } = recorder();
    const mutex = createKeyedMutex();
    const failed = mutex.run('a', () => Promise.reject(new Error('expected')));
    const all = [mutex.run('a', work('a1')), mutex.run('a', work('a2')), mutex.run('b', work('b1'))];
    await expect(failed).rejects.toThrow('expected');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
    expect(seen.filter((line) => line.startsWith('a'))).toEqual([
      'a1 begins',
      'a1 ends',
      'a2 begins',
      'a2 ends',
    ]);
    expect(seen.indexOf('b1 begins')).toBeLessThan(seen.indexOf('a1 ends'));
  });
});
