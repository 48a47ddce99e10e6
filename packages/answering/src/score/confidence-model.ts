import { createHash } from 'node:crypto';
import {
  type AnswerMethod,
  answerMethods,
  type ConfidenceFeature,
  confidenceFeatures,
} from '@avow/contract/values';
import canonicalize from 'canonicalize';
import type { Evidence } from './confidence.ts';
import { clip, logitMax } from './logit.ts';

/** What one feature adds to the logit: weight × (value − mean) ÷ scale. */
export interface FeatureWeight {
  /** The average value, which a feature that was not measured is assumed to have. */
  readonly mean: number;
  readonly scale: number;
  readonly weight: number;
}

/** A logistic regression over the features of an answer that was found by one method. */
export interface MethodModel {
  /** The logit if every feature is average. */
  readonly constant: number;
  /** No features take the logit beyond these. */
  readonly least: number;
  readonly most: number;
  readonly features: Readonly<Partial<Record<ConfidenceFeature, FeatureWeight>>>;
}

export interface ConfidenceModel {
  /** The logit of an answer of which nothing is known, not even the method. */
  readonly usual: number;
  readonly methods: Readonly<Record<AnswerMethod, MethodModel>>;
}

/** Values are clipped at this many scales from the mean, so that one outlier decides nothing alone. */
const standardMax = 4;
const nameDigits = 8;

/** The sign of each feature, in every model: the sentences that explain a score must be true. */
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

/** How far a value is from the mean, in scales. */
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

/** What each feature adds to the logit of its method, in the order of the contract. */
export function contributionsOf({ features: weights }: MethodModel, { features }: Evidence): Contribution[] {
  return confidenceFeatures.flatMap((feature) => {
    const known = weights[feature];
    if (known === undefined) return [];
    return [{ feature, logit: known.weight * standardValue(features[feature], known) }];
  });
}

/** The model's logit that an answer is right. */
export function logitOfEvidence(model: ConfidenceModel, evidence: Evidence): number {
  const method = model.methods[evidence.method];
  const sum = contributionsOf(method, evidence).reduce((total, { logit }) => total + logit, method.constant);
  return clip(sum, method);
}

/** The lowest logit of any answer found by this method. */
export function leastLogit({ constant, least, features }: MethodModel): number {
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

/** Rejects a model that could compute an invalid score, or whose explanations would not be true. */
export function checkModel(model: ConfidenceModel): ConfidenceModel {
  const isLogit = (value: number) => Math.abs(value) <= logitMax;
  if (!isLogit(model.usual)) throw new RangeError('the usual logit of a model is out of range');
  for (const method of answerMethods) {
    const { constant, least, most, features } = model.methods[method];
    if (![constant, least, most].every(isLogit) || least > constant || constant > most)
      throw new RangeError(`the logits of ${method} are out of range or out of order`);
    for (const [feature, { mean, scale, weight }] of Object.entries(features)) {
      const sign = featureSigns[feature as ConfidenceFeature] as -1 | 1 | undefined;
      if (sign === undefined) throw new RangeError(`there is no feature ${feature}`);
      if (![mean, scale, weight].every(Number.isFinite) || scale <= 0)
        throw new RangeError(`${feature} of ${method} has no weight that can be used`);
      if (weight * sign < 0) throw new RangeError(`${feature} of ${method} has the wrong sign`);
    }
  }
  return model;
}
