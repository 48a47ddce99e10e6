import type { KeyId } from '../../interfaces/identity.ts';
import type { StoredCalibration } from '../../interfaces/learning-store.ts';

/** In the order of `calibrationColumnsSql`, behind its revision. */
export type CalibrationColumns = readonly [
  model: string,
  fit: string | null,
  createdAtMs: number,
  createdBy: KeyId | null,
];

export const calibrationColumnsSql = 'model, fit, created_at_ms, created_by';

export function encodeCalibration(calibration: Omit<StoredCalibration, 'revision'>): CalibrationColumns {
  const { model, fit, createdAtMs, createdBy } = calibration;
  return [model, fit === null ? null : JSON.stringify(fit), createdAtMs, createdBy];
}

export function decodeCalibration(
  columns: readonly [revision: number, ...CalibrationColumns],
): StoredCalibration {
  const [revision, model, fit, createdAtMs, createdBy] = columns;
  return { revision, model, fit: fit === null ? null : JSON.parse(fit), createdAtMs, createdBy };
}
