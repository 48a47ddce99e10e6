import type { ProposedCalibration, StoredCalibration } from '@avow/answering/score';
import type { Row } from '@avow/storage';
import { calibrationProposals, calibrations } from './feedback-tables.ts';

const calibrationRows = calibrations.without('tenant_id');
export type CalibrationColumns = Row<typeof calibrationRows>;

export const calibrationColumns = calibrationRows.columns;

/** The writer assigns the revision. */
const newCalibrations = calibrationRows.without('revision');
type NewCalibration = Row<typeof newCalibrations>;

export const encodeCalibration: (calibration: Omit<StoredCalibration, 'revision'>) => NewCalibration =
  newCalibrations.encode;
export const decodeCalibration: (row: CalibrationColumns) => StoredCalibration = calibrationRows.decode;

/** A tenant has at most one. */
const proposalRows = calibrationProposals.without('tenant_id');
export type ProposalColumns = Row<typeof proposalRows>;

export const proposalColumns = proposalRows.columns;
export const encodeProposal: (proposed: ProposedCalibration) => ProposalColumns = proposalRows.encode;
export const decodeProposal: (row: ProposalColumns) => ProposedCalibration = proposalRows.decode;
