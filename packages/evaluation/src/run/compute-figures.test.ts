import { evaluationOutcomes, evaluationReportSchema } from '@avow/contract/evaluation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluationReport, evaluationResult } from '../golden/test-support/golden-samples.ts';
import { computeFigures } from './compute-figures.ts';

describe('computeFigures', () => {
  it('matches figures computed by hand', () => {
    const cost = { currency: 'EUR', amount: 0.5, input_tokens: 10, output_tokens: 2 };
    const citation = {
      document_id: 'doc_00000000000000000000000000' as const,
      ...{ source: 'leave.md', title: '', quote: 'x', is_expected: true, is_stored: true },
    };
    const figures = computeFigures([
      evaluationResult(1, 'right', { citations: [citation], time_ms: 30, cost }),
      evaluationResult(2, 'right', { time_ms: 20, cost: { ...cost, currency: 'USD' } }),
      evaluationResult(3, 'partly', { citations: [{ ...citation, is_stored: false }], time_ms: 10, cost }),
      evaluationResult(4, 'wrong', { is_grounded: false, time_ms: 40 }),
      evaluationResult(5, 'refused_wrongly', { time_ms: 50 }),
      evaluationResult(6, 'refused_rightly', { time_ms: 60 }),
      evaluationResult(7, 'wrong', { expects: { kind: 'not_covered' }, time_ms: 70 }),
      evaluationResult(8, 'failed', { time_ms: 80, is_degraded: true }),
    ]);
    expect(figures.accuracy).toMatchObject({ hits: 3, total: 8 });
    expect(figures.answerable).toMatchObject({
      ...{ total: 6, right: { hits: 2 }, partly: { hits: 1 }, wrong: { hits: 1 }, refused: { hits: 1 } },
    });
    expect(figures.not_covered).toMatchObject({ total: 2, refused: { hits: 1, total: 2 } });
    expect(figures.failed).toMatchObject({ hits: 1, total: 8 });
    expect(figures.sources_cited).toMatchObject({ hits: 2, total: 4 });
    expect(figures.quotes_stored).toMatchObject({ hits: 1, total: 2 });
    expect(figures.grounded).toMatchObject({ hits: 4, total: 5 });
    expect(figures.latency).toEqual({ p50_ms: 40, p95_ms: 80 });
    expect(figures.degraded).toMatchObject({ hits: 1 });
    expect(figures.costs).toEqual([
      { currency: 'EUR', amount: 1, input_tokens: 20, output_tokens: 4 },
      { currency: 'USD', amount: 0.5, input_tokens: 10, output_tokens: 2 },
    ]);
    // Five answers at 0.8, two of them right: of eight questions none can be answered with eight of ten right.
    expect(figures.calibration).toMatchObject({ answer_count: 5, coverage_at_80: 0, coverage_at_95: 0 });
    expect(figures.calibration?.expected_error.value).toBeCloseTo(0.4, 12);
    expect(figures.calibration?.brier.value).toBeCloseTo((2 * 0.04 + 3 * 0.64) / 5, 12);
  });

  it('returns null instead of a share of nothing', () => {
    const figures = computeFigures([]);
    expect([figures.accuracy, figures.calibration, figures.latency, figures.costs]).toEqual([
      ...[null, null, null, []],
    ]);
  });

  it('conforms to the contract for any results', () => {
    const outcomes = fc.array(
      fc.record({
        outcome: fc.constantFrom(...evaluationOutcomes),
        score: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(outcomes, (some) => {
        const results = some.map(({ outcome, score }, position) => {
          const result = evaluationResult(position, outcome);
          return { ...result, confidence: result.confidence && { score, band: 'low' as const } };
        });
        const { figures } = evaluationReportSchema.parse(evaluationReport(results));
        for (const share of [figures.accuracy, figures.answerable.right, figures.grounded])
          if (share !== null) {
            expect(share.low).toBeLessThanOrEqual(share.value);
            expect(share.high).toBeGreaterThanOrEqual(share.value);
          }
      }),
      { numRuns: 40 },
    );
  });
});
