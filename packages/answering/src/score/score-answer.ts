import { confidenceCaps } from '@avow/contract/values';
import type { GuaranteeInForce } from '../guarantee/stored-guarantee.ts';
import { bandOf } from './band-of.ts';
import { calibrate } from './calibrate.ts';
import type { AppliedCap, CalibrationParameters, Evidence, Scored, Scorer } from './confidence.ts';
import { type ConfidenceModel, leastLogit, logitOfEvidence } from './confidence-model.ts';
import { explainScore } from './explain-score.ts';
import { clip, probabilityOf, roundToFourDecimals } from './logit.ts';

/** Numbers, names and negations are compared with the original; nothing has judged every other word. */
const translatedShare = 0.95;

/** What scores are computed by: the shipped model, and the tenant's calibration of it. */
export interface ScoreMaker {
  readonly model: ConfidenceModel;
  readonly modelName: string;
  /** Null: the shipped model, uncalibrated. */
  readonly calibration: { readonly revision: number; readonly parameters: CalibrationParameters } | null;
  /** Left out: the band `high` begins where the policy says, and nothing is guaranteed of it. */
  readonly guarantee?: GuaranteeInForce;
  /** Of the guarantee; left out: nothing is guaranteed. */
  readonly guaranteeRevision?: number;
}

/**
 * How likely an answer is right: the model's probability, calibrated if the tenant has enough labels, then capped by the
 * policy. Caps lower a score and never raise it.
 */
export function scoreAnswer(
  { model, modelName, calibration, guarantee }: ScoreMaker,
  evidence: Evidence,
  { capCauses, isTranslated, rules }: Parameters<Scorer['score']>[1],
): Scored {
  const modelled = probabilityOf(logitOfEvidence(model, evidence));
  const calibrated = calibratedProbability({ model, calibration }, evidence);
  const translated = isTranslated ? calibrated * translatedShare : calibrated;
  const uncapped = roundToFourDecimals(translated);
  const caps: AppliedCap[] = confidenceCaps
    .filter((cause) => capCauses.has(cause))
    .map((cause) => ({ cause, max: rules.caps[cause] }));
  const score = capScore(
    uncapped,
    caps.map(({ max }) => max),
  );
  const band = bandOf(
    score,
    guarantee === undefined ? rules.bands : { ...rules.bands, high: guarantee.line },
  );
  const isWithheld = score < rules.riskLevel;
  return {
    score,
    // Regardless of the tenant's thresholds, shared words prove nothing: an answer that no model has read is never certain.
    band: band === 'high' && evidence.method === 'keyword' ? 'medium' : band,
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
    guarantee: guarantee ?? null,
  };
}

/** A score under these caps, which never raise it. */
export function capScore(uncapped: number, caps: readonly number[]): number {
  return Math.min(uncapped, ...caps.map(roundDown));
}

/** How likely an answer is right by its evidence alone. */
export function calibratedProbability(
  { model, calibration }: Pick<ScoreMaker, 'model' | 'calibration'>,
  evidence: Evidence,
): number {
  const logit = logitOfEvidence(model, evidence);
  if (calibration === null) return probabilityOf(logit);
  return probabilityOf(calibrate(calibration.parameters, { method: evidence.method, logit }));
}

/** The lowest score of any answer found by this method if no cap applies. */
export function leastScore({ model, calibration }: ScoreMaker, method: Evidence['method']): number {
  const logit = leastLogit(model.methods[method]);
  const least = calibration === null ? logit : calibrate(calibration.parameters, { method, logit });
  return roundToFourDecimals(probabilityOf(least) * translatedShare);
}

/** A cap may have more decimals than a score, which is never above it. */
function roundDown(value: number): number {
  const rounded = roundToFourDecimals(value);
  return rounded > value ? roundToFourDecimals(rounded - 0.0001) : rounded;
}
