import type { Estimate, EvaluatedShare, EvaluationFigures } from '@avow/contract/evaluation';
import type { Cost } from '@avow/contract/records';
import { noCurrency } from '@avow/contract/values';
import { writePercent } from '@avow/foundation/statistics';

/** One figure of a run, formatted. */
export interface FigureRow {
  readonly name: string;
  readonly value: string;
  /** Empty if there is none. */
  readonly interval: string;
  /** The number of questions; may be empty. */
  readonly count: string;
}

export interface FigureGroup {
  readonly name: string;
  readonly rows: readonly FigureRow[];
}

/** All figures of a run, grouped by topic. Figures without data are omitted. */
export function figureRows(figures: EvaluationFigures): FigureGroup[] {
  const { answerable, not_covered, calibration, latency } = figures;
  const groups: FigureGroup[] = [
    {
      name: 'All questions',
      rows: shareRows({ 'right outcomes': figures.accuracy, failed: figures.failed }),
    },
    {
      name: 'Questions with an answer',
      rows: shareRows({
        right: answerable.right,
        'partly right': answerable.partly,
        wrong: answerable.wrong,
        'wrongly not answered': answerable.refused,
      }),
    },
    { name: 'Questions without an answer', rows: shareRows({ 'rightly not answered': not_covered.refused }) },
    {
      name: 'Answers',
      rows: shareRows({
        'an expected source cited': figures.sources_cited,
        'grounded in stored text': figures.grounded,
        'quotes as stored': figures.quotes_stored,
        degraded: figures.degraded,
      }),
    },
    { name: 'Confidence', rows: calibration === null ? [] : calibrationRows(calibration) },
    {
      name: 'Time and cost',
      rows: [
        ...(latency === null
          ? []
          : [
              plainRow('median time', writeMs(latency.p50_ms)),
              plainRow('time of 95 %', `≤ ${writeMs(latency.p95_ms)}`),
            ]),
        ...figures.costs.map((cost) => plainRow('cost', writeCost(cost))),
      ],
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function shareRows(shares: Readonly<Record<string, EvaluatedShare | null>>): FigureRow[] {
  return Object.entries(shares).flatMap(([name, share]) => (share === null ? [] : [shareRow(name, share)]));
}

export function shareRow(name: string, { hits, total, value, low, high }: EvaluatedShare): FigureRow {
  return {
    name,
    value: writePercent(value),
    interval: `${writePercent(low)} to ${writePercent(high)}`,
    count: `${hits} of ${total}`,
  };
}

function calibrationRows(calibration: NonNullable<EvaluationFigures['calibration']>): FigureRow[] {
  const { answer_count, expected_error, brier, risk_area, coverage_at_80, coverage_at_95 } = calibration;
  return [
    { ...estimateRow('calibration error', expected_error), count: `${answer_count} answers` },
    estimateRow('Brier score', brier),
    estimateRow('risk–coverage area', risk_area),
    plainRow('answered at 80 % right', writePercent(coverage_at_80)),
    plainRow('answered at 95 % right', writePercent(coverage_at_95)),
  ];
}

function estimateRow(name: string, { value, low, high }: Estimate): FigureRow {
  return { name, value: value.toFixed(3), interval: `${low.toFixed(3)} to ${high.toFixed(3)}`, count: '' };
}

function plainRow(name: string, value: string): FigureRow {
  return { name, value, interval: '', count: '' };
}

/** Short times get a decimal, because whole milliseconds would all be 0 or 1. */
export function writeMs(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms >= 10 ? Math.round(ms) : ms.toFixed(1)} ms`;
}

function writeCost({ currency, amount, input_tokens, output_tokens }: Cost): string {
  const sum = currency === noCurrency ? 'no price' : `${currency} ${amount.toFixed(4)}`;
  return `${sum} (${input_tokens} + ${output_tokens} tokens)`;
}
