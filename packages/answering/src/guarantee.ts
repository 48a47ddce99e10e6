/** A line above which at most a stated share of answers is wrong: what it is shown by, and whether that still holds. */

// Choosing the line.

export { answersNeeded, errorOfAttempt, guaranteeLevel } from './guarantee/answers-needed.ts';
export { type CheckedLine, type ChosenLine, chooseLine } from './guarantee/choose-line.ts';
export { type PlannedLine, planLines } from './guarantee/plan-lines.ts';

// Watching it.

export { type DriftCause, type DriftSigns, findDrift, watchBounds } from './guarantee/find-drift.ts';
export { countByScore, scoreShift } from './guarantee/score-shift.ts';

// What is in force.

export { type DrawId, isInForce, type ScoredBy, type StoredGuarantee } from './guarantee/stored-guarantee.ts';
