import type { EvaluationReport } from '@avow/contract/evaluation';
import { drawReliability } from '../charts/draw-reliability.ts';
import { subjectInWords } from './report-words.ts';

/** What the scores of one run or two were worth; null if nothing was answered. */
export function drawReportChart(report: EvaluationReport, base: EvaluationReport | null): string | null {
  const runs =
    base === null
      ? [{ name: subjectInWords(report), run: report }]
      : [
          { name: `Before: ${inShort(base)}`, run: base },
          { name: `Now: ${inShort(report)}`, run: report },
        ];
  const series = runs.flatMap(({ name, run: { figures } }) => {
    if (figures.calibration === null) return [];
    const { bins, expected_error: error } = figures.calibration;
    return [
      {
        name,
        bins: bins.map(({ count, mean_score, right_share, low, high }) => ({
          ...{ count, meanScore: mean_score, rightShare: right_share, low, high },
        })),
        error: error.value,
        errorInterval: error,
      },
    ];
  });
  return series.length === 0 ? null : drawReliability({ title: 'What scores were worth', series });
}

/** The page already names the pack. */
function inShort({ subject, conditions: { model_tier } }: EvaluationReport): string {
  const what = subject.kind === 'draft' ? 'draft' : `version ${subject.version}`;
  return model_tier === null ? what : `${what}, tier ${model_tier}`;
}
