import type { CallerId } from '@avow/foundation';
import type { StoredCalibration } from '../../answers/confidence.ts';
import { columnsOf } from '../sql/columns.ts';

/** A row of `calibrations` without its tenant. */
export interface CalibrationColumns {
  readonly revision: number;
  readonly model: string;
  readonly fit: string | null;
  readonly created_at_ms: number;
  readonly created_by: CallerId | null;
}

export const calibrationColumns = columnsOf<CalibrationColumns>()([
  'revision',
  'model',
  'fit',
  'created_at_ms',
  'created_by',
]);

/** The writer assigns the revision. */
export type NewCalibration = Omit<CalibrationColumns, 'revision'>;

export function encodeCalibration(calibration: Omit<StoredCalibration, 'revision'>): NewCalibration {
  const { model, fit, createdAtMs, createdBy } = calibration;
  return {
    model,
    fit: fit === null ? null : JSON.stringify(fit),
    created_at_ms: createdAtMs,
    created_by: createdBy,
  };
}

export function decodeCalibration(row: CalibrationColumns): StoredCalibration {
  return {
    revision: row.revision,
    model: row.model,
    fit: row.fit === null ? null : JSON.parse(row.fit),
    createdAtMs: row.created_at_ms,
    createdBy: row.created_by,
  };
}
