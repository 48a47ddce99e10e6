import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createInsightQueue } from './insight-queue.ts';

describe('the queue of insights', () => {
  it('does not keep a tenant waiting behind the many and long calls of another', async () => {
    const run = createInsightQueue({ tenantMax: 8, totalMax: 256 });
    const long = Promise.withResolvers<void>();
    const many = Array.from({ length: 8 }, () => run('ten_1', () => long.promise));
    expect(await run('ten_2', async () => 'counted')).toBe('counted');
    await expect(run('ten_1', async () => 'more')).rejects.toMatchObject({
      code: 'concurrency_limited',
      options: { detail: expect.stringMatching(/^A tenant .* 8 /) },
    });
    long.resolve();
    await Promise.all(many);
  });

  it('counts one call of a tenant at a time, in order, and continues after a failure', async () => {
    const run = createInsightQueue({ tenantMax: 4, totalMax: 8 });
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await nextTick();
      seen.push(`${name} ends`);
      return name;
    };
    const one = run('ten_1', work('one'));
    const two = run('ten_1', () => Promise.reject(new Error('expected')));
    const three = run('ten_1', work('three'));
    expect(await one).toBe('one');
    await expect(two).rejects.toThrow('expected');
    expect(await three).toBe('three');
    expect(seen).toEqual(['one begins', 'one ends', 'three begins', 'three ends']);
  });

  it('is bounded per tenant and overall; a call that ends makes room', async () => {
    const run = createInsightQueue({ tenantMax: 1, totalMax: 2 });
    const long = Promise.withResolvers<void>();
    const one = run('ten_1', () => long.promise);
    await expect(run('ten_1', async () => 1)).rejects.toMatchObject({ code: 'concurrency_limited' });
    const two = run('ten_2', () => long.promise);
    await expect(run('ten_3', async () => 3)).rejects.toMatchObject({ code: 'overloaded' });
    long.resolve();
    await Promise.all([one, two]);
    expect(await run('ten_1', async () => 1)).toBe(1);
    expect(await run('ten_3', async () => 3)).toBe(3);
  });
});
