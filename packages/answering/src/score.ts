/** How likely an answer is right: evidence becomes a score, and labels a calibration. */

// Scoring.

export type { CapCauses, Evidence, Explanation, Scored, ScoreRules, Scorer } from './score/confidence.ts';
export { type ConfidenceModel, logitOfEvidence, nameModel } from './score/confidence-model.ts';
export { createScoring } from './score/create-scoring.ts';
export { probabilityOf, roundToFourDecimals } from './score/logit.ts';
export { capScore } from './score/score-answer.ts';
export type { Scoring, Situation } from './score/scoring.ts';
export { shippedModel } from './score/shipped-model.ts';

// Calibration.

export { calibrate } from './score/calibrate.ts';
export type {
  CalibrationCause,
  CalibrationFit,
  CalibrationId,
  CalibrationParameters,
  LabelledExample,
  ProposedCalibration,
  StoredCalibration,
} from './score/confidence.ts';
export {
  type CalibrationOutcome,
  calibrationNeeds,
  chooseExamples,
  findDisproof,
  fitCalibration,
  identity,
} from './score/fit-calibration.ts';
export { largestChange } from './score/largest-change.ts';
