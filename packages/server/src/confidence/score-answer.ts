import { confidenceCaps } from '@avow/contract';
import type {
  AppliedCap,
  CalibrationParameters,
  Evidence,
  Scored,
  Scorer,
} from '../interfaces/confidence.ts';
import { bandOf } from './band-of.ts';
import { calibrate } from './calibrate.ts';
import { type ConfidenceModel, leastLogit, logitOfEvidence } from './confidence-model.ts';
import { explainScore } from './explain-score.ts';
import { clip, probabilityOf, roundToFourDecimals } from './logit.ts';

/** Numbers, names and denials are held against the original; whether every other word is right, nobody has judged. */
const translatedShare = 0.95;

/** What scores are made by: the model that ships, and what the tenant's labels say of it. */
export interface ScoreMaker {
  readonly model: ConfidenceModel;
  readonly modelName: string;
  /** Null: the model that ships, as it is. */
  readonly calibration: { readonly revision: number; readonly parameters: CalibrationParameters } | null;
}

/**
 * How likely an answer is right: the model's probability, calibrated where the tenant has labels enough, then held down
 * by the policy's caps. Caps lower a score and never raise it.
 */
export function scoreAnswer(
  { model, modelName, calibration }: ScoreMaker,
  evidence: Evidence,
  { capCauses, isTranslated, rules }: Parameters<Scorer['score']>[1],
): Scored {
  const logit = logitOfEvidence(model, evidence);
  const modelled = probabilityOf(logit);
  const calibrated =
    calibration === null
      ? modelled
      : probabilityOf(calibrate(calibration.parameters, { way: evidence.way, logit }));
  const translated = isTranslated ? calibrated * translatedShare : calibrated;
  const uncapped = roundToFourDecimals(translated);
  const caps: AppliedCap[] = confidenceCaps
    .filter((cause) => capCauses.has(cause))
    .map((cause) => ({ cause, max: rules.caps[cause] }));
  const score = Math.min(uncapped, ...caps.map(({ max }) => roundDown(max)));
  const band = bandOf(score, rules.bands);
  const isWithheld = score < rules.riskLevel;
  return {
    score,
    // Words in common are no proof, whatever a tenant's thresholds: until something has read it, it is never certain.
    band: band === 'high' && evidence.way === 'by_words' ? 'medium' : band,
    toolScore: roundToFourDecimals(clip(evidence.toolScore, { least: 0, most: 1 })),
    isWithheld,
    explanation: {
      model: modelName,
      calibration: calibration?.revision ?? null,
      evidence,
      calibrated: uncapped,
      factors: explainScore(model, evidence, { modelled, calibrated, translated }),
      caps,
      riskLevel: rules.riskLevel,
      isWithheld,
    },
  };
}

/** The score that no answer found in this way is below, as long as no cap holds. */
export function leastScore({ model, calibration }: ScoreMaker, way: Evidence['way']): number {
  const logit = leastLogit(model.ways[way]);
  const least = calibration === null ? logit : calibrate(calibration.parameters, { way, logit });
  return roundToFourDecimals(probabilityOf(least) * translatedShare);
}

/** A cap may have more decimals than a score, which is never above it. */
function roundDown(value: number): number {
  const rounded = roundToFourDecimals(value);
  return rounded > value ? roundToFourDecimals(rounded - 0.0001) : rounded;
}
