import { createHash } from 'node:crypto';
import { type AnswerWay, answerWays, type ConfidenceFeature, confidenceFeatures } from '@avow/contract';
import canonicalize from 'canonicalize';
import type { Evidence } from '../interfaces/confidence.ts';
import { clip, logitMax } from './logit.ts';

/** What one measure adds to the logit: weight × (value − mean) ÷ scale. */
export interface FeatureWeight {
  /** The usual value; what was not measured counts as this. */
  readonly mean: number;
  readonly scale: number;
  readonly weight: number;
}

/** A logistic regression over what is known of an answer that was found in one way. */
export interface WayModel {
  /** The logit where everything is as usual. */
  readonly constant: number;
  /** Nothing that was measured takes the logit beyond these. */
  readonly least: number;
  readonly most: number;
  readonly features: Readonly<Partial<Record<ConfidenceFeature, FeatureWeight>>>;
}

export interface ConfidenceModel {
  /** The logit of an answer of which nothing is known, not even the way. */
  readonly usual: number;
  readonly ways: Readonly<Record<AnswerWay, WayModel>>;
}

/** Further from the mean than so many scales, a value counts as no further: one odd measure decides nothing alone. */
const standardMax = 4;
const nameDigits = 8;

/** Which way each feature pulls, in every model: what is said of it in words must be true. */
export const featureSigns: Readonly<Record<ConfidenceFeature, -1 | 1>> = {
  match: 1,
  match_margin: 1,
  relevance: 1,
  relevance_gap: 1,
  span_margin: 1,
  span_lead: 1,
  search_rank: 1,
  nearness: 1,
  agreement: 1,
  lowest_support: 1,
  contradiction: -1,
  term_coverage: 1,
  entity_coverage: 1,
  heading_match: 1,
  type_match: 1,
  addressed: 1,
  kept_share: 1,
  log_probability: 1,
};

/** How far a value is from what is usual, in scales. */
export function standardValue(
  value: number | undefined,
  { mean, scale }: Pick<FeatureWeight, 'mean' | 'scale'>,
): number {
  return value === undefined ? 0 : clip((value - mean) / scale, { least: -standardMax, most: standardMax });
}

export interface Contribution {
  readonly feature: ConfidenceFeature;
  readonly logit: number;
}

/** What each measure adds to the logit of its way, in the order of the contract. */
export function contributionsOf({ features: weights }: WayModel, { features }: Evidence): Contribution[] {
  return confidenceFeatures.flatMap((feature) => {
    const known = weights[feature];
    if (known === undefined) return [];
    return [{ feature, logit: known.weight * standardValue(features[feature], known) }];
  });
}

/** The model's logit that an answer is right. */
export function logitOfEvidence(model: ConfidenceModel, evidence: Evidence): number {
  const way = model.ways[evidence.way];
  const sum = contributionsOf(way, evidence).reduce((total, { logit }) => total + logit, way.constant);
  return clip(sum, way);
}

/** The logit that no answer found in this way is below. */
export function leastLogit({ constant, least, features }: WayModel): number {
  const weights = Object.values(features).map(({ weight }) => Math.abs(weight));
  return Math.max(
    least,
    weights.reduce((total, weight) => total - standardMax * weight, constant),
  );
}

/** The same for the same model on every machine, and another for any other. */
export function nameModel(model: ConfidenceModel): string {
  const digest = createHash('sha256')
    .update(canonicalize(model) as string)
    .digest('hex');
  return `avow-confidence-${digest.slice(0, nameDigits)}`;
}

/** Refuses a model that could give a score that is none, or words that are not true. */
export function checkModel(model: ConfidenceModel): ConfidenceModel {
  const isLogit = (value: number) => Math.abs(value) <= logitMax;
  if (!isLogit(model.usual)) throw new RangeError('the usual logit of a model is out of range');
  for (const way of answerWays) {
    const { constant, least, most, features } = model.ways[way];
    if (![constant, least, most].every(isLogit) || least > constant || constant > most)
      throw new RangeError(`the logits of ${way} are out of range or out of order`);
    for (const [feature, { mean, scale, weight }] of Object.entries(features)) {
      const sign = featureSigns[feature as ConfidenceFeature] as -1 | 1 | undefined;
      if (sign === undefined) throw new RangeError(`there is no feature ${feature}`);
      if (![mean, scale, weight].every(Number.isFinite) || scale <= 0)
        throw new RangeError(`${feature} of ${way} has no weight that can be used`);
      if (weight * sign < 0) throw new RangeError(`${feature} of ${way} pulls the wrong way`);
    }
  }
  return model;
}
