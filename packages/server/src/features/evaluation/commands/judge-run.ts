import type { EvaluationComparison, EvaluationReport } from '@avow/contract';
import { writePercent } from '@avow/foundation';

/** A difference in shares that is due to rounding does not count as a decrease. */
const rounding = 1e-9;

/** Why a run is not good enough, one sentence each; empty if it is. */
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
      `The accuracy is ${writePercent(accuracy)}, below the --min-accuracy of ${writePercent(minAccuracy)}.`,
    );
  if (comparison === null) return reasons;
  if (comparison.base.status === 'partial')
    reasons.push('The run to compare with was interrupted: only a part of it could be compared.');
  const compared = comparison.figures.find(({ figure }) => figure === 'accuracy');
  if (compared === undefined)
    reasons.push('The two runs have no question in common: nothing could be compared.');
  else if (compared.base - compared.other > tolerance + rounding)
    reasons.push(
      `The accuracy fell from ${writePercent(compared.base)} to ${writePercent(compared.other)}; the tolerance is ${writePercent(tolerance)}.`,
    );
  return reasons;
}
