import { describe, expect, it } from 'vitest';
import { measureGrowth } from './measure-growth.ts';

const text = { name: 'a text', make: (units: number) => 'a'.repeat(units) };
/** What a busy machine does beside a measurement can hide growth from one, though not from several. */
const retry = 3;
/** Keeps the loops from being removed. */
let sum = 0;

function work(steps: number): void {
  for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) | 0;
}

describe('measureGrowth', () => {
  it('finds a function whose time grows with the square of the text', { retry }, async () => {
    const growth = await measureGrowth(({ length }) => work(length ** 2 / 512), text);
    expect(growth?.ratio).toBeGreaterThan(32);
  });

  it('finds one that is quadratic above a limit', { retry }, async () => {
    const run = ({ length }: string) => work(length > 10_000 ? length ** 2 / 512 : length);
    expect(await measureGrowth(run, text)).not.toBeNull();
  });

  it('finds nothing in linear time', async () => {
    expect(await measureGrowth(({ length }) => work(length * 20), text)).toBeNull();
  });

  it('does not take a limit for growth, however much more expensive a longer text is', async () => {
    const run = ({ length }: string) => work(length > 12_000 ? length * 400 : length);
    expect(await measureGrowth(run, text)).toBeNull();
  });

  it('has a function that remembers its last text read every text again', async () => {
    let last = '';
    let remembered = 0;
    const run = (read: string) => {
      if (read === last) remembered += 1;
      else work(read.length * 20);
      last = read;
    };
    expect(await measureGrowth(run, text)).toBeNull();
    expect(remembered).toBe(0);
  });

  it('finds nothing in a function that returns at once', async () => {
    expect(await measureGrowth(() => undefined, text)).toBeNull();
  });
});
