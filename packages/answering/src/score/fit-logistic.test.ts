import { describe, expect, it } from 'vitest';
import { fitLogistic } from './fit-logistic.ts';

const logistic = (sum: number) => 1 / (1 + Math.exp(-sum));

describe('fitLogistic', () => {
  const grid = [-1, -0.6, -0.2, 0.2, 0.6, 1];
  // Every point stands for a hundred, of which as many are true as the weights say.
  const rows = grid.flatMap((first) =>
    grid.flatMap((second) => {
      const chance = logistic(0.5 + 2 * first - 1.5 * second);
      const values = [first, second];
      return [
        { values, isTrue: true, weight: 100 * chance },
        { values, isTrue: false, weight: 100 * (1 - chance) },
      ];
    }),
  );

  it('finds the weights that the rows were drawn from', () => {
    const [constant, first, second] = fitLogistic(rows, { signs: [0, 0], shrink: 1e-6 });
    expect(constant).toBeCloseTo(0.5, 5);
    expect(first).toBeCloseTo(2, 5);
    expect(second).toBeCloseTo(-1.5, 5);
  });

  it('keeps weights nearer to 0 the more it shrinks', () => {
    const firstWith = (shrink: number) => fitLogistic(rows, { signs: [0, 0], shrink })[1] ?? 0;
    const fitted = [1, 100, 10_000].map(firstWith);
    expect(fitted).toEqual(fitted.toSorted((one, other) => other - one));
    expect(fitted[2]).toBeLessThan(0.1);
  });

  it('leaves out features that would have the wrong sign', () => {
    const [, first, second] = fitLogistic(rows, { signs: [1, 1], shrink: 0.01 });
    expect(first).toBeGreaterThan(1);
    expect(second).toBe(0);
  });

  it('stays finite if one value decides alone, and if all rows are equal', () => {
    const decided = [-1, 1].map((value) => ({ values: [value], isTrue: value > 0, weight: 1 }));
    expect(fitLogistic(decided, { signs: [1], shrink: 0.5 }).every(Number.isFinite)).toBe(true);
    const alike = [0, 0].map((value) => ({ values: [value], isTrue: true, weight: 1 }));
    expect(fitLogistic(alike, { signs: [1], shrink: 0.5 }).every(Number.isFinite)).toBe(true);
  });
});
