import type { AnswerWay } from '@avow/contract';
import type { CalibrationParameters } from '../interfaces/confidence.ts';

/** The logit by a tenant's own calibration, of what the model that ships says. */
export function calibrate(
  { offset, slope, ways }: CalibrationParameters,
  { way, logit }: { readonly way: AnswerWay; readonly logit: number },
): number {
  return offset + slope * logit + (ways[way] ?? 0);
}
