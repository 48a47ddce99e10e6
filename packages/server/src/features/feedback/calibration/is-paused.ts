import type { CalibrationCause, StoredCalibration } from '@avow/answering';

const pausing: ReadonlySet<CalibrationCause> = new Set(['dismissed', 'reset', 'reverted']);

/** Whether somebody has decided against a change: nothing is done automatically until they accept one. */
export function isPaused(newest: Pick<StoredCalibration, 'cause'> | null): boolean {
  return newest !== null && pausing.has(newest.cause);
}
