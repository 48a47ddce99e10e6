/** Intervals, calibration and coverage: the arithmetic of every figure that is reported. */

// Intervals and quantiles.

export { binomialAtLeast, binomialAtMost, shareAtMost } from './statistics/binomial.ts';
export { bootstrapInterval } from './statistics/bootstrap-interval.ts';
export { largest, smallest } from './statistics/extremes.ts';
export { quantile } from './statistics/quantile.ts';
export { type ShareInterval, wilsonInterval } from './statistics/wilson-interval.ts';

// Confidence.

export { brierScore } from './statistics/brier-score.ts';
export { type CalibrationBin, calibrationError } from './statistics/calibration-error.ts';
export { coverageAt, riskCoverage } from './statistics/risk-coverage.ts';
export type { ScoredOutcome } from './statistics/scored-outcome.ts';

// How shares are written.

export { writePercent } from './statistics/write-percent.ts';
