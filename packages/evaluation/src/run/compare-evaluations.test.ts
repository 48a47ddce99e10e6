import { evaluationOutcomes } from '@avow/contract/evaluation';
import { evaluationComparisonSchema } from '@avow/contract/testing/administration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluationReport, evaluationResult } from '../golden/test-support/golden-samples.ts';
import { compareCooperatively, compareEvaluations } from './compare-evaluations.ts';

const figureOf = (comparison: ReturnType<typeof compareEvaluations>, name: string) =>
  comparison.figures.find(({ figure }) => figure === name);

describe('compareEvaluations', () => {
  it('compares questions that both runs asked, and lists those that got better and worse', () => {
    const base = evaluationReport([
      evaluationResult(1, 'right'),
      evaluationResult(2, 'wrong'),
      evaluationResult(3, 'refused_wrongly'),
      evaluationResult(4, 'right'),
      evaluationResult(5, 'right', { question: 'Was it asked like this?' }),
    ]);
    const other = evaluationReport([
      evaluationResult(1, 'partly'),
      evaluationResult(2, 'right'),
      evaluationResult(3, 'wrong'),
      evaluationResult(4, 'right'),
      evaluationResult(5, 'right', { question: 'Or like that?' }),
      evaluationResult(6, 'right'),
    ]);
    const comparison = evaluationComparisonSchema.parse(compareEvaluations(base, other));
    expect(comparison).toMatchObject({ shared_count: 4, only_base_count: 1, only_other_count: 2 });
    expect(comparison.changed.map(({ change, other: { golden_id } }) => [change, golden_id.at(-1)])).toEqual([
      ['worse', '1'],
      ['better', '2'],
      ['other', '3'],
    ]);
    expect(figureOf(comparison, 'accuracy')).toMatchObject({
      ...{ base: 0.5, other: 0.5, difference: { value: 0 } },
    });
    expect(comparison.differing).toEqual([]);
  });

  it('lists the conditions that differ', () => {
    const base = evaluationReport([]);
    const { conditions } = base;
    const other = evaluationReport([], {
      conditions: { ...conditions, model_tier: 0, policy: { origin: 'given', version: 'trial-1' } },
      status: 'partial',
    });
    expect(compareEvaluations(base, other).differing).toEqual([
      'One of the runs was interrupted.',
      'Tier: set by the policy, then 0.',
      'Policy: built-in, then trial-1.',
    ]);
  });

  it('compares costs by currency', () => {
    const cost = { currency: 'EUR', amount: 1, input_tokens: 1, output_tokens: 1 };
    const base = evaluationReport([evaluationResult(1, 'right', { cost })]);
    const other = evaluationReport([
      evaluationResult(1, 'right', { cost: { ...cost, currency: 'USD', amount: 3 } }),
    ]);
    const { figures } = compareEvaluations(base, other);
    expect(
      figures
        .filter(({ figure }) => figure === 'cost')
        .map(({ currency, difference }) => [currency, difference.value]),
    ).toEqual([
      ['EUR', -1],
      ['USD', 3],
    ]);
  });

  it('finds no difference between a run and itself, and is antisymmetric', () => {
    const outcomes = fc.array(fc.constantFrom(...evaluationOutcomes), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(outcomes, outcomes, (one, two) => {
        const length = Math.min(one.length, two.length);
        const reportOf = (some: typeof one) =>
          evaluationReport(
            some.slice(0, length).map((outcome, position) =>
              evaluationResult(position, outcome, {
                expects: { kind: 'answer', sources: [], facts: [['x']], verdict: null },
              }),
            ),
          );
        const [base, other] = [reportOf(one), reportOf(two)];
        for (const { difference } of compareEvaluations(base, base).figures)
          expect(difference).toEqual({ value: 0, low: 0, high: 0 });
        const there = figureOf(compareEvaluations(base, other), 'accuracy')?.difference;
        const back = figureOf(compareEvaluations(other, base), 'accuracy')?.difference;
        expect(there?.value).toBeCloseTo(-(back?.value ?? 0), 12);
        expect(there?.low).toBeLessThanOrEqual(there?.value ?? 0);
        expect(there?.high).toBeGreaterThanOrEqual(there?.value ?? 0);
      }),
      { numRuns: 20 },
    );
  });

  it('returns the same result when it yields between figures', async () => {
    const cost = { currency: 'EUR', amount: 1, input_tokens: 1, output_tokens: 1 };
    const outcomeAt = (place: number) => evaluationOutcomes[place % evaluationOutcomes.length] ?? 'right';
    const base = evaluationReport(
      Array.from({ length: 30 }, (_, place) => evaluationResult(place, outcomeAt(place))),
    );
    const other = evaluationReport(
      Array.from({ length: 30 }, (_, place) => evaluationResult(place, outcomeAt(place * 5), { cost })),
    );
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const inTurns = await compareCooperatively(base, other);
    clearImmediate(counting);
    expect(inTurns).toEqual(compareEvaluations(base, other));
    expect(inTurns.figures.length).toBeGreaterThan(5);
    expect(turns).toBeGreaterThanOrEqual(inTurns.figures.length - 1);
  });
});
