import type {
  CalibrationCause,
  CalibrationId,
  ProposedCalibration,
  StoredCalibration,
} from '@avow/answering';
import type { CallerId } from '@avow/foundation';
import { columnsOf } from '@avow/storage';

/** A row of `calibrations` without its tenant. */
export interface CalibrationColumns {
  readonly revision: number;
  readonly model: string;
  readonly fit: string | null;
  readonly created_at_ms: number;
  readonly created_by: CallerId | null;
  readonly cause: CalibrationCause;
}

export const calibrationColumns = columnsOf<CalibrationColumns>()([
  'revision',
  'model',
  'fit',
  'created_at_ms',
  'created_by',
  'cause',
]);

/** The writer assigns the revision. */
export type NewCalibration = Omit<CalibrationColumns, 'revision'>;

export function encodeCalibration(calibration: Omit<StoredCalibration, 'revision'>): NewCalibration {
  const { model, fit, createdAtMs, createdBy, cause } = calibration;
  return {
    model,
    fit: fit === null ? null : JSON.stringify(fit),
    created_at_ms: createdAtMs,
    created_by: createdBy,
    cause,
  };
}

export function decodeCalibration(row: CalibrationColumns): StoredCalibration {
  return {
    revision: row.revision,
    model: row.model,
    fit: row.fit === null ? null : JSON.parse(row.fit),
    createdAtMs: row.created_at_ms,
    createdBy: row.created_by,
    cause: row.cause,
  };
}

/** A row of `calibration_proposals` without its tenant, which has at most one. */
export interface ProposalColumns {
  readonly proposal_id: CalibrationId;
  readonly model: string;
  readonly kind: ProposedCalibration['kind'];
  readonly fit: string;
  readonly created_at_ms: number;
  readonly created_by: CallerId | null;
}

export const proposalColumns = columnsOf<ProposalColumns>()([
  'proposal_id',
  'model',
  'kind',
  'fit',
  'created_at_ms',
  'created_by',
]);

export function encodeProposal(proposed: ProposedCalibration): ProposalColumns {
  const { proposalId, model, kind, fit, createdAtMs, createdBy } = proposed;
  return {
    ...{ proposal_id: proposalId, model, kind, fit: JSON.stringify(fit) },
    ...{ created_at_ms: createdAtMs, created_by: createdBy },
  };
}

export function decodeProposal(row: ProposalColumns): ProposedCalibration {
  return {
    ...{ proposalId: row.proposal_id, model: row.model, kind: row.kind, fit: JSON.parse(row.fit) },
    ...{ createdAtMs: row.created_at_ms, createdBy: row.created_by },
  };
}
