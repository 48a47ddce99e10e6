import { answerMethods } from '@avow/contract/values';
import { calibrate } from './calibrate.ts';
import type { CalibrationParameters } from './confidence.ts';
import { logitMax, probabilityOf, roundToFourDecimals } from './logit.ts';

const stepsPerUnit = 256;

/**
 * No score, of whatever answer, differs by more between two calibrations, before caps. Every logit that the shipped model can
 * give is looked at in steps, and what can happen within half a step is added: probabilities change by a quarter of a logit at
 * most.
 */
export function largestChange(one: CalibrationParameters, other: CalibrationParameters): number {
  let largest = 0;
  for (const method of answerMethods)
    for (let step = -logitMax * stepsPerUnit; step <= logitMax * stepsPerUnit; step += 1) {
      const at = { method, logit: step / stepsPerUnit };
      const change = Math.abs(probabilityOf(calibrate(one, at)) - probabilityOf(calibrate(other, at)));
      if (change > largest) largest = change;
    }
  if (largest === 0) return 0;
  const between = (one.slope + other.slope) / 4 / stepsPerUnit / 2;
  return Math.min(1, roundToFourDecimals(largest + between));
}
