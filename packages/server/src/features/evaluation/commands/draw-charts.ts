import type { EvaluationReport } from '@avow/contract';
import { drawReliability, drawRiskCoverage, subjectInWords } from '@avow/evaluation';

/** The calibration and the trade-off of abstaining, for one run or two; no charts if nothing was answered. */
export function drawCharts(report: EvaluationReport, base: EvaluationReport | null): string[] {
  const runs =
    base === null
      ? [{ name: subjectInWords(report), run: report }]
      : [
          { name: `Before: ${inShort(base)}`, run: base },
          { name: `Now: ${inShort(report)}`, run: report },
        ];
  const answered = runs.flatMap(({ name, run: { figures, results } }) =>
    figures.calibration === null ? [] : [{ name, calibration: figures.calibration, total: results.length }],
  );
  if (answered.length === 0) return [];
  return [
    drawReliability({
      title: 'What scores were worth',
      series: answered.map(({ name, calibration: { bins, expected_error } }) => ({
        name,
        bins: bins.map(({ count, mean_score, right_share, low, high }) => ({
          ...{ count, meanScore: mean_score, rightShare: right_share, low, high },
        })),
        error: expected_error.value,
        errorInterval: expected_error,
      })),
    }),
    drawRiskCoverage({
      title: 'What holding back buys',
      series: answered.map(({ name, calibration, total }) => ({
        name,
        points: calibration.risk_coverage.map(({ coverage, right_share }) => ({
          ...{ coverage, rightShare: right_share },
        })),
        total,
      })),
    }),
  ];
}

/** The page already names the pack. */
function inShort({ subject, conditions: { model_tier } }: EvaluationReport): string {
  const what = subject.kind === 'draft' ? 'draft' : `version ${subject.version}`;
  return model_tier === null ? what : `${what}, tier ${model_tier}`;
}
