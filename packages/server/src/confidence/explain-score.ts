import type { Evidence, Factor } from '../interfaces/confidence.ts';
import { type ConfidenceModel, contributionsOf } from './confidence-model.ts';
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
 * What moved a score, most first: from the usual to the model's probability in shares of what each feature adds to the
 * logit, then the calibration and the translation as they come. Rounded so that the usual and all effects, to four
 * decimals, sum to the score before caps; what comes to nothing is left out.
 */
export function explainScore(model: ConfidenceModel, evidence: Evidence, steps: ScoreSteps): Factor[] {
  const points: Point[] = [
    ...pointsToModel(model, evidence, steps.modelled),
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
 * Each feature moves the probability by what it adds to the logit, times the mean slope of the logistic curve between the
 * usual and the end: so each moves it the way it pulls, and the order in which they are taken makes no difference.
 */
function pointsToModel(model: ConfidenceModel, evidence: Evidence, modelled: number): Point[] {
  const way = model.ways[evidence.way];
  const contributions = [
    { feature: 'way' as const, logit: way.constant - model.usual },
    ...contributionsOf(way, evidence),
  ];
  const sum = contributions.reduce((total, { logit }) => total + logit, 0);
  const usual = probabilityOf(model.usual);
  const slope = Math.abs(sum) < 1e-9 ? usual * (1 - usual) : (modelled - usual) / sum;
  let reached = usual;
  return contributions.map(({ feature, logit }, at) => {
    reached += logit * slope;
    // The last is where the model ends, whatever was lost in adding up.
    return { feature, reached: at === contributions.length - 1 ? modelled : reached };
  });
}
