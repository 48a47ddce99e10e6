import { noCurrency } from '@avow/contract/values';
import { describe, expect, it } from 'vitest';
import { evaluationReport, evaluationResult } from '../golden/test-support/golden-samples.ts';
import { compareEvaluations } from '../run/compare-evaluations.ts';
import { comparisonRows } from './comparison-rows.ts';
import { figureRows, writeMs } from './figure-rows.ts';
import { kindGroups } from './write-html.ts';

const many = (count: number, outcome: 'right' | 'wrong' | 'refused_rightly', from = 0) =>
  Array.from({ length: count }, (_, index) => evaluationResult(from + index, outcome));

describe('figureRows', () => {
  it('formats shares with their intervals and counts', () => {
    const { figures } = evaluationReport([...many(8, 'right'), ...many(2, 'wrong', 8)]);
    const [all] = figureRows(figures);
    expect(all?.rows[0]).toEqual({
      ...{ name: 'right outcomes', value: '80 %', interval: '49 % to 94 %', count: '8 of 10' },
    });
    // Nothing was asked that the pack does not cover.
    expect(figureRows(figures).map(({ name }) => name)).not.toContain('Questions without');
  });

  it('formats costs by currency', () => {
    const cost = (currency: string, amount: number) => ({
      ...{ currency, amount, input_tokens: 10, output_tokens: 5 },
    });
    const { figures } = evaluationReport([
      evaluationResult(1, 'right', { cost: cost('USD', 0.25) }),
      evaluationResult(2, 'right', { cost: cost('EUR', 0.5) }),
      evaluationResult(3, 'right', { cost: cost(noCurrency, 0) }),
    ]);
    expect(
      figureRows(figures)
        .flatMap(({ rows }) => rows)
        .filter(({ name }) => name === 'cost')
        .map(({ value }) => value),
    ).toEqual([...['EUR 0.5000 (10 + 5 tokens)', 'USD 0.2500 (10 + 5 tokens)', 'no price (10 + 5 tokens)']]);
  });

  it('formats times with suitable precision', () => {
    expect([0.42, 9.96, 12.4, 9999, 12_345].map(writeMs)).toEqual([
      ...['0.4 ms', '10.0 ms', '12 ms', '9999 ms', '12.3 s'],
    ]);
  });

  it('groups results by kind if there are several kinds', () => {
    const groups = kindGroups([
      ...many(3, 'right'),
      ...many(1, 'wrong', 3),
      ...many(2, 'refused_rightly', 4),
    ]);
    expect(groups.map(({ name }) => name)).toEqual(['By expectation', 'By confidence band']);
    expect(groups[0]?.rows.map(({ name, count }) => [name, count])).toEqual([
      ['facts', '3 of 4'],
      ['not covered', '2 of 2'],
    ]);
    expect(groups[1]?.rows.map(({ name }) => name)).toEqual(['high', 'none']);
  });
});

describe('comparisonRows', () => {
  it('reports the direction of a figure, and whether it is clear', () => {
    const base = evaluationReport(many(40, 'wrong'));
    const other = evaluationReport([...many(40, 'right')]);
    const [accuracy] = comparisonRows(compareEvaluations(base, other));
    expect(accuracy).toMatchObject({
      ...{
        name: 'right outcomes',
        base: '0 %',
        other: '100 %',
        difference: '+100 points',
        verdict: 'better',
      },
    });
    const [back] = comparisonRows(compareEvaluations(other, base));
    expect(back).toMatchObject({
      difference: '−100 points',
      interval: '−100 points to −100 points',
      verdict: 'worse',
    });
    const [same] = comparisonRows(compareEvaluations(base, base));
    expect(same).toMatchObject({ difference: '0 points', verdict: 'unclear' });
  });

  it('knows for which figures lower is better', () => {
    const scored = (score: number) =>
      evaluationReport(
        many(40, 'right').map((one) => ({ ...one, confidence: { score, band: 'high' as const } })),
      );
    const brier = comparisonRows(compareEvaluations(scored(0.95), scored(0.8))).find(({ name }) =>
      name.startsWith('Brier'),
    );
    expect(brier).toMatchObject({ verdict: 'worse' });
  });

  it('gives no verdict on times, because the second run finds warm caches', () => {
    const base = evaluationReport(many(40, 'right').map((one) => ({ ...one, time_ms: 10 })));
    const other = evaluationReport(many(40, 'right').map((one) => ({ ...one, time_ms: 20 })));
    const time = comparisonRows(compareEvaluations(base, other)).find(({ name }) => name === 'median time');
    expect(time).toMatchObject({ base: '10 ms', other: '20 ms', difference: '+10 ms', verdict: 'unclear' });
  });
});
