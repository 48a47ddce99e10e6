import type { Evidence, Factor } from '../interfaces/confidence.ts';
import { type ConfidenceModel, contributionsOf, type WayModel } from './confidence-model.ts';
import { factorWords } from './factor-words.ts';
import { probabilityOf, roundToFourDecimals } from './logit.ts';

/** The probabilities that a score went through. */
export interface ScoreSteps {
  /** By the model that ships. */
  readonly modelled: number;
  /** By the tenant's own calibration, where one holds. */
  readonly calibrated: number;
  readonly translated: number;
}

/** How far the probability has come once a feature is taken into account. */
interface Point {
  readonly feature: Factor['feature'];
  readonly reached: number;
}

/**
 * What moved a score, most first: the way, what was measured, the calibration, the translation. Each effect has the sign
 * of what it adds to the logit and is at most 1. Rounded so that the usual and all effects, to four decimals, sum to the
 * score before caps; what comes to nothing is left out.
 */
export function explainScore(model: ConfidenceModel, evidence: Evidence, steps: ScoreSteps): Factor[] {
  const way = model.ways[evidence.way];
  const points: Point[] = [
    { feature: 'way', reached: probabilityOf(way.constant) },
    ...featurePoints(way, evidence, steps.modelled),
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
      words: factorWords(feature, { way: evidence.way, effect }),
      effect,
    }));
}

/**
 * From the constant of the way to the model's probability. All that raises moves it by the mean of what it does before and
 * after all that lowers, and the other way round; each feature has the share of that which it has of the logit. So it
 * makes no difference in which order they are taken.
 */
function featurePoints(way: WayModel, evidence: Evidence, modelled: number): Point[] {
  const contributions = contributionsOf(way, evidence).filter(({ logit }) => logit !== 0);
  const sumOf = (sign: 1 | -1) =>
    contributions.reduce((total, { logit }) => (logit * sign > 0 ? total + logit : total), 0);
  const [up, down] = [sumOf(1), sumOf(-1)];
  const at = (logit: number) => probabilityOf(way.constant + logit);
  const gain = (at(up) - at(0) + at(up + down) - at(down)) / 2;
  const loss = (at(down) - at(0) + at(up + down) - at(up)) / 2;
  // Where the range of the way holds the sum back, what pulls past its end has that much less effect.
  const past = at(up + down) - modelled;
  const slopes = { up: (gain - Math.max(0, past)) / up, down: (loss - Math.min(0, past)) / down };
  let reached = at(0);
  return contributions.map(({ feature, logit }, position) => {
    reached += logit * (logit > 0 ? slopes.up : slopes.down);
    // The last is where the model ends, whatever was lost in adding up.
    return { feature, reached: position === contributions.length - 1 ? modelled : reached };
  });
}
