import type { AnswerMethod } from '@avow/contract/values';
import type { CalibrationParameters } from './confidence.ts';

/** The logit by a tenant's own calibration, of what the model that ships says. */
export function calibrate(
  { offset, slope, methods }: CalibrationParameters,
  { method, logit }: { readonly method: AnswerMethod; readonly logit: number },
): number {
  return offset + slope * logit + (methods[method] ?? 0);
}
