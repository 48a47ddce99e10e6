import type { Evidence, Factor } from './confidence.ts';
import { type ConfidenceModel, contributionsOf, type MethodModel } from './confidence-model.ts';
import { factorWords } from './factor-words.ts';
import { probabilityOf, roundToFourDecimals } from './logit.ts';

/** The probabilities that a score went through. */
export interface ScoreSteps {
  /** By the shipped model. */
  readonly modelled: number;
  /** By the tenant's own calibration, if there is one. */
  readonly calibrated: number;
  readonly translated: number;
}

/** How far the probability has come once a feature is taken into account. */
interface Point {
  readonly feature: Factor['feature'];
  readonly reached: number;
}

/**
 * What moved a score, largest effect first: the method, the features, the calibration, the translation. Each effect has the
 * sign of what it adds to the logit and is at most 1. Rounded so that the usual score and all effects, to four decimals, sum
 * to the score before caps; effects of 0 are left out.
 */
export function explainScore(model: ConfidenceModel, evidence: Evidence, steps: ScoreSteps): Factor[] {
  const method = model.methods[evidence.method];
  const points: Point[] = [
    { feature: 'method', reached: probabilityOf(method.constant) },
    ...featurePoints(method, evidence, steps.modelled),
    { feature: 'calibration', reached: steps.calibrated },
    { feature: 'translated', reached: steps.translated },
  ];
  return points
    .map(({ feature, reached }, at) => {
      const before = points[at - 1]?.reached ?? probabilityOf(model.usual);
      return {
        feature,
        effect: roundToFourDecimals(roundToFourDecimals(reached) - roundToFourDecimals(before)),
      };
    })
    .filter(({ effect }) => effect !== 0)
    .toSorted((one, other) => Math.abs(other.effect) - Math.abs(one.effect))
    .map(({ feature, effect }) => ({
      feature,
      words: factorWords(feature, { method: evidence.method, effect }),
      effect,
    }));
}

/**
 * From the constant of the method to the model's probability. All features that raise it together get the mean of their
 * effect before and after those that lower it, and vice versa; each feature gets its share of the logit. So the order of the
 * features makes no difference.
 */
function featurePoints(method: MethodModel, evidence: Evidence, modelled: number): Point[] {
  const contributions = contributionsOf(method, evidence).filter(({ logit }) => logit !== 0);
  const sumOf = (sign: 1 | -1) =>
    contributions.reduce((total, { logit }) => (logit * sign > 0 ? total + logit : total), 0);
  const [up, down] = [sumOf(1), sumOf(-1)];
  const at = (logit: number) => probabilityOf(method.constant + logit);
  const gain = (at(up) - at(0) + at(up + down) - at(down)) / 2;
  const loss = (at(down) - at(0) + at(up + down) - at(up)) / 2;
  // If the range of the method clips the sum, the features that exceed it have that much less effect.
  const past = at(up + down) - modelled;
  const slopes = { up: (gain - Math.max(0, past)) / up, down: (loss - Math.min(0, past)) / down };
  let reached = at(0);
  return contributions.map(({ feature, logit }, position) => {
    reached += logit * (logit > 0 ? slopes.up : slopes.down);
    // The last point is the model's probability, free of rounding errors from the sum.
    return { feature, reached: position === contributions.length - 1 ? modelled : reached };
  });
}
