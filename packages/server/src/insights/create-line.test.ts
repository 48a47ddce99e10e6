import { describe, expect, it } from 'vitest';
import { createLine } from './create-line.ts';

describe('a line', () => {
  it('does one thing after the other, and goes on after one that failed', async () => {
    const inLine = createLine({ tenantMax: 4, totalMax: 8 });
    const seen: string[] = [];
    const first = Promise.withResolvers<void>();
    const work = (name: string, until?: Promise<void>) => async () => {
      seen.push(`${name} begins`);
      await until;
      seen.push(`${name} ends`);
      return name;
    };
    const one = inLine('ten_1', work('one', first.promise));
    const two = inLine('ten_2', async () => {
      seen.push('two fails');
      throw new Error('as the test asked');
    });
    const three = inLine('ten_1', work('three'));
    await Promise.resolve();
    expect(seen).toEqual(['one begins']);
    first.resolve();
    expect(await one).toBe('one');
    await expect(two).rejects.toThrow('as the test asked');
    expect(await three).toBe('three');
    expect(seen).toEqual(['one begins', 'one ends', 'two fails', 'three begins', 'three ends']);
  });

  it('is short for each tenant, and for all of them; whoever leaves makes room', async () => {
    const inLine = createLine({ tenantMax: 1, totalMax: 2 });
    const held = Promise.withResolvers<void>();
    const one = inLine('ten_1', () => held.promise);
    await expect(inLine('ten_1', async () => 1)).rejects.toMatchObject({ code: 'concurrency_limited' });
    const two = inLine('ten_2', async () => 2);
    await expect(inLine('ten_3', async () => 3)).rejects.toMatchObject({ code: 'overloaded' });
    held.resolve();
    await Promise.all([one, two]);
    expect(await inLine('ten_1', async () => 1)).toBe(1);
    expect(await inLine('ten_3', async () => 3)).toBe(3);
  });
});
