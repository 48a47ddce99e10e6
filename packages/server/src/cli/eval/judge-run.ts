import type { EvaluationComparison, EvaluationReport } from '@avow/contract';
import { writePercent } from '../../statistics/write-percent.ts';

/** Of shares: what rounding leaves is no fall. */
const rounding = 1e-9;

/** Why a run is not good enough, one sentence each; none where it is. */
export function judgeRun(
  { status, results, question_count, figures }: EvaluationReport,
  comparison: EvaluationComparison | null,
  limits: { readonly minAccuracy: number | null; readonly tolerance: number },
): string[] {
  const { minAccuracy, tolerance } = limits;
  const accuracy = figures.accuracy?.value ?? 0;
  const reasons: string[] = [];
  if (status === 'partial')
    reasons.push(`The run was interrupted: ${results.length} of ${question_count} questions were asked.`);
  if (minAccuracy !== null && accuracy < minAccuracy - rounding)
    reasons.push(
      `${writePercent(accuracy)} came out right, and --min-accuracy asks for ${writePercent(minAccuracy)}.`,
    );
  if (comparison === null) return reasons;
  if (comparison.base.status === 'partial')
    reasons.push('What it is compared with was interrupted: only a part of it could be compared.');
  const compared = comparison.figures.find(({ figure }) => figure === 'accuracy');
  if (compared === undefined)
    reasons.push('The two runs have no question in common: nothing could be compared.');
  else if (compared.base - compared.other > tolerance + rounding)
    reasons.push(
      `It got worse: ${writePercent(compared.other)} came out right, before ${writePercent(compared.base)}; the tolerance is ${writePercent(tolerance)}.`,
    );
  return reasons;
}
