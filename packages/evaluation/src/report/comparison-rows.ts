import type { ComparedFigure, EvaluationComparison } from '@avow/contract/evaluation';
import { noCurrency } from '@avow/contract/values';
import { writePercent } from '@avow/foundation/statistics';
import { writeMs } from './figure-rows.ts';

type Compared = EvaluationComparison['figures'][number];

/** One figure of two runs, formatted. */
export interface ComparisonRow {
  readonly name: string;
  readonly base: string;
  readonly other: string;
  readonly difference: string;
  readonly interval: string;
  /** `unclear`: the interval of the difference contains 0. */
  readonly verdict: 'better' | 'worse' | 'unclear';
}

const names: Readonly<Record<ComparedFigure, string>> = {
  accuracy: 'right outcomes',
  right_of_answerable: 'right, of those with an answer',
  refused_of_not_covered: 'rightly not answered',
  refused_of_answerable: 'wrongly not answered',
  sources_cited: 'an expected source cited',
  grounded: 'grounded in stored text',
  expected_calibration_error: 'calibration error',
  brier: 'Brier score',
  risk_area: 'risk–coverage area',
  median_time_ms: 'median time',
  cost: 'cost',
};

export function comparisonRows({ figures }: Pick<EvaluationComparison, 'figures'>): ComparisonRow[] {
  // Models without a price cost nothing in both runs.
  const priced = figures.filter(({ currency }) => currency !== noCurrency);
  return priced.map((figure) => {
    const { base, other, difference, currency } = figure;
    const write = (value: number) => writeValue(figure, value);
    return {
      name: currency === null ? names[figure.figure] : `${names[figure.figure]} (${currency})`,
      base: write(base),
      other: write(other),
      difference: writeDifference(figure, difference.value),
      interval: `${writeDifference(figure, difference.low)} to ${writeDifference(figure, difference.high)}`,
      verdict: verdictOf(figure),
    };
  });
}

/** Times get no verdict, because the second run finds warm caches. */
function verdictOf({ difference: { low, high }, better, unit }: Compared): ComparisonRow['verdict'] {
  if (unit === 'ms') return 'unclear';
  if (low <= 0 && high >= 0) return 'unclear';
  return low > 0 === (better === 'higher') ? 'better' : 'worse';
}

function writeValue({ unit }: Compared, value: number): string {
  switch (unit) {
    case 'share':
      return writePercent(value);
    case 'error':
      return value.toFixed(3);
    case 'ms':
      return writeMs(value);
    case 'currency':
      return value.toFixed(4);
  }
}

/** Shares differ in percentage points. */
function writeDifference(figure: Compared, difference: number): string {
  const write = (value: number) => {
    const size = writeValue(figure, value);
    return figure.unit === 'share' ? size.replace('%', 'points') : size;
  };
  const size = write(Math.abs(difference));
  return size === write(0) ? size : `${difference < 0 ? '−' : '+'}${size}`;
}
