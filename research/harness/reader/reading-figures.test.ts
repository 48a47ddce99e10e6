import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestLine, figuresAt, type ReadQuestion } from './reading-figures.ts';

const question = (golds: readonly string[], predicted: string, margin: number): ReadQuestion => ({
  id: `${golds}${predicted}${margin}`,
  golds,
  predicted,
  margin,
});

const some = [
  question(['red'], 'red', 3),
  question(['green'], 'blue', 1),
  question([], 'black', 2),
  question([], 'white', -4),
];

describe('figuresAt', () => {
  it('gives predictions above the threshold and withholds the rest, as calculated by hand', () => {
    const { all, answerable, unanswerable } = figuresAt(some, 0);
    expect(answerable).toEqual({ count: 2, exact: 0.5, f1: 0.5 });
    expect(unanswerable).toEqual({ count: 2, exact: 0.5, f1: 0.5 });
    expect(all).toEqual({ count: 4, exact: 0.5, f1: 0.5 });
    expect(figuresAt(some, 2.5).all.f1).toBe(0.75);
  });

  it('withholds everything if the threshold is above every margin', () => {
    const { answerable, unanswerable } = figuresAt(some, 10);
    expect([answerable.f1, unanswerable.f1]).toEqual([0, 1]);
  });
});

describe('bestLine', () => {
  it('is at least as good as any other threshold', () => {
    const questions = fc.array(
      fc
        .tuple(
          fc.subarray(['red', 'red green']),
          fc.constantFrom('', 'red', 'green', 'blue'),
          fc.integer({ min: -3, max: 3 }),
        )
        .map(([golds, predicted, margin]) => question(golds, predicted, margin)),
    );
    fc.assert(
      fc.property(questions, fc.integer({ min: -8, max: 8 }), (all, doubled) => {
        const best = figuresAt(all, bestLine(all)).all.f1;
        expect(best).toBeGreaterThanOrEqual(figuresAt(all, doubled / 2).all.f1 - 1e-9);
      }),
    );
  });
});
