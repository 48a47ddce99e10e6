import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { fitLogistic } from './fit-logistic.ts';

const logistic = (sum: number) => 1 / (1 + Math.exp(-sum));

describe('fitLogistic', () => {
  const random = createRandom(3);
  const rows = Array.from({ length: 4000 }, () => {
    const values = [random() * 2 - 1, random() * 2 - 1];
    const isTrue = random() < logistic(0.5 + 2 * (values[0] ?? 0) - 1.5 * (values[1] ?? 0));
    return { values, isTrue, weight: 1 };
  });

  it('finds the weights that the rows were drawn by', () => {
    const [constant, first, second] = fitLogistic(rows, { signs: [0, 0], shrink: 0.01 });
    expect(constant).toBeCloseTo(0.5, 0);
    expect(first).toBeCloseTo(2, 0);
    expect(second).toBeCloseTo(-1.5, 0);
  });

  it('leaves out what would pull the wrong way', () => {
    const [, first, second] = fitLogistic(rows, { signs: [1, 1], shrink: 0.01 });
    expect(first).toBeGreaterThan(1);
    expect(second).toBe(0);
  });

  it('stays finite where a value alone decides', () => {
    const decided = [-1, 1].map((value) => ({ values: [value], isTrue: value > 0, weight: 1 }));
    expect(fitLogistic(decided, { signs: [1], shrink: 0.5 }).every(Number.isFinite)).toBe(true);
  });
});
