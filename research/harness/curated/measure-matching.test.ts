import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decided, figuresAt, lineForPrecision } from './measure-matching.ts';

const decided = fc.array(
  fc.record({
    asked: fc.record({
      text: fc.constant('a question'),
      rightId: fc.constantFrom('one', 'two', null),
      kind: fc.constant('any'),
      half: fc.constant('tune' as const),
    }),
    decision: fc.option(
      fc.record({
        pairId: fc.constantFrom('one', 'two'),
        text: fc.constant('a phrasing'),
        certainty: fc.integer({ min: 1, max: 20 }).map((twentieths) => twentieths / 20),
      }),
    ),
  }),
  { maxLength: 60 },
);

describe('figuresAt', () => {
  it('counts a match of another pair, or any match of an out-of-scope question, as wrong', () => {
    const decision = { pairId: 'one', text: '', certainty: 0.9 };
    const asked = { text: '', kind: '', half: 'tune' } as const;
    const all: Decided[] = [
      { asked: { ...asked, rightId: 'one' }, decision },
      { asked: { ...asked, rightId: 'two' }, decision },
      { asked: { ...asked, rightId: null }, decision },
      { asked: { ...asked, rightId: null }, decision: null },
      { asked: { ...asked, rightId: 'one' }, decision: { ...decision, certainty: 0.5 } },
    ];
    expect(figuresAt(all, 0.8)).toMatchObject({ right: 1, wrong: 2, precision: 1 / 3, recall: 1 / 3 });
    expect(figuresAt(all, 0.8)).toMatchObject({ answered: 2 / 3, refused: 1 / 2 });
  });
});

describe('lineForPrecision', () => {
  it('is the lowest threshold with the required precision', () => {
    fc.assert(
      fc.property(decided, fc.constantFrom(0.5, 0.9, 0.99), (all, precisionMin) => {
        const line = lineForPrecision(all, precisionMin);
        const lines = all.flatMap(({ decision }) => (decision === null ? [] : [decision.certainty]));
        const good = lines.filter((at) => figuresAt(all, at).precision >= precisionMin);
        expect(line).toBe(good.length === 0 ? null : Math.min(...good));
      }),
    );
  });
});
