import { cleanLine } from '../../../cli/clean-line.ts';
import type { PackReport } from '../../publication/report/pack-report.ts';

const quoteCodePointsMax = 100;
const listedMax = 20;

/** What is known of the passages that no answer uses, for a person. */
export function describeLeftOut({
  leftOut,
  unscreenedCount,
}: Pick<PackReport, 'leftOut' | 'unscreenedCount'>): string[] {
  return [
    ...leftOut
      .slice(0, listedMax)
      .flatMap(({ id, source, quote, name, score, threshold, reason }) => [
        `Left out of answers by ${name}, with ${score.toFixed(2)} from ${threshold} on: ${reason}`,
        `  ${source} (${id}): ${cleanLine(quote, quoteCodePointsMax)}`,
      ]),
    ...(leftOut.length > listedMax ? [`${leftOut.length - listedMax} more are left out.`] : []),
    ...(unscreenedCount > 0
      ? [`Not screened yet: ${unscreenedCount} passages. A service that runs screens them.`]
      : []),
  ];
}

export function leftOutJson({ guardrailId, name, ...also }: PackReport['leftOut'][number]) {
  return { ...also, guardrail_id: guardrailId, guardrail: name };
}
