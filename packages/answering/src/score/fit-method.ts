import { type ConfidenceFeature, confidenceFeatures } from '@avow/contract/values';
import type { Features } from './confidence.ts';
import { type FeatureWeight, featureSigns, type MethodModel, standardValue } from './confidence-model.ts';
import { fitLogistic } from './fit-logistic.ts';
import { clip, roundToFourDecimals } from './logit.ts';

/** An answer that was found by the method, and whether it was right. */
export interface FittedRow {
  readonly features: Features;
  readonly isRight: boolean;
  readonly weight: number;
}

/** A feature that fewer answers have does not generalize. */
const measuredMin = 20;
/** Nor does one that hardly ever differs. */
const scaleMin = 0.001;

/**
 * The weights of one answer method: every feature on the scale of its standard deviation, with a prior that keeps weights
 * near 0, each with the sign that is documented for it. Features with no weight are left out.
 */
export function fitMethod(
  rows: readonly FittedRow[],
  { shrink, least, most }: { readonly shrink: number } & Pick<MethodModel, 'least' | 'most'>,
): MethodModel {
  const scales = confidenceFeatures.flatMap((feature) => {
    const scale = scaleOf(rows, feature);
    return scale === null ? [] : [{ feature, ...scale }];
  });
  const [constant = 0, ...weights] = fitLogistic(
    rows.map(({ features, isRight, weight }) => ({
      values: scales.map((scale) => standardValue(features[scale.feature], scale)),
      isTrue: isRight,
      weight,
    })),
    { signs: scales.map(({ feature }) => featureSigns[feature]), shrink },
  );
  const features: Partial<Record<ConfidenceFeature, FeatureWeight>> = {};
  for (const [at, { feature, mean, scale }] of scales.entries()) {
    const weight = roundToFourDecimals(weights[at] ?? 0);
    if (weight !== 0) features[feature] = { mean, scale, weight };
  }
  return {
    constant: roundToFourDecimals(clip(constant, { least, most })),
    least,
    most,
    features,
  };
}

function scaleOf(
  rows: readonly FittedRow[],
  feature: ConfidenceFeature,
): Pick<FeatureWeight, 'mean' | 'scale'> | null {
  const measured = rows.flatMap(({ features, weight }) => {
    const value = features[feature];
    return value === undefined ? [] : [{ value, weight }];
  });
  if (measured.length < measuredMin) return null;
  const total = measured.reduce((sum, { weight }) => sum + weight, 0);
  const mean = measured.reduce((sum, { value, weight }) => sum + weight * value, 0) / total;
  const spread = measured.reduce((sum, { value, weight }) => sum + weight * (value - mean) ** 2, 0) / total;
  const scale = Math.sqrt(spread);
  if (scale < scaleMin) return null;
  return { mean: roundToFourDecimals(mean), scale: roundToFourDecimals(scale) };
}
