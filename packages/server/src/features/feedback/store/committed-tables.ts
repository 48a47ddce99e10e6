import { calibrations } from './feedback-tables.ts';
import { guarantees } from './guarantee-tables.ts';

/** What the log says of calibrations and guarantees. */
export const committedCalibrations = { table: 'calibrations', columns: calibrations.columns };
export const committedGuarantees = { table: 'guarantees', columns: guarantees.columns };
