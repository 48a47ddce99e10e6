import { type AnswerMethod, type ConfidenceFeature, confidenceFeatures } from '@avow/contract';
import type { Comparison, Draft, Found } from '../draft.ts';
import type { Evidence, Features } from './confidence.ts';
import { clip, logitOf, roundToFourDecimals } from './logit.ts';
import { questionCoverage } from './question-coverage.ts';

type Measured = Partial<Record<ConfidenceFeature, number | null | undefined>>;

const unit = { least: 0, most: 1 };
/** Beyond this a match is as good as certain: the difference between 0.998 and 0.9998 is a rounding error. */
const matchLogit = { least: -6, most: 6 };

/** Everything that was measured of a draft to predict how likely it is right. Deterministic. */
export function evidenceOf(
  draft: Draft,
  { question, tier }: { readonly question: string; readonly tier: number },
): Evidence {
  const { found } = draft;
  return {
    method: methodOf(found, tier),
    toolScore: roundToFourDecimals(toolScoreOf(found)),
    features: featuresOf({
      ...foundFeatures(found),
      ...judgedFeatures(draft),
      ...coverageOf(draft, question),
    }),
  };
}

function methodOf(found: Found, tier: number): AnswerMethod {
  switch (found.kind) {
    case 'document':
      return 'keyword';
    case 'written':
      return generativeMethod(tier);
    case 'curated_meaning':
      return 'curated_semantic';
    case 'read':
      return 'extractive';
    case 'curated_exact':
    case 'curated_similar':
      return found.kind;
  }
}

function generativeMethod(tier: number): AnswerMethod {
  if (tier === 1) return 'generative_tier_1';
  if (tier === 2) return 'generative_tier_2';
  if (tier === 3) return 'generative_tier_3';
  throw new RangeError('there are three tiers of language models');
}

/** The raw score of the tool that found the answer, 0 to 1. */
function toolScoreOf(found: Found): number {
  switch (found.kind) {
    case 'curated_exact':
      return 1;
    case 'curated_similar':
      return clip(found.similarity, unit);
    case 'curated_meaning':
    case 'read':
      return clip(found.probability, unit);
    case 'document':
      return clip(found.coverage, unit);
    case 'written':
      return clip(found.supported ?? 0, unit);
  }
}

function foundFeatures(found: Found): Measured {
  switch (found.kind) {
    case 'curated_exact':
      return {};
    case 'curated_similar':
    case 'curated_meaning':
    case 'document':
      return { match: matchOf(toolScoreOf(found)), match_margin: found.margin };
    case 'read':
      return { ...found.features, match: matchOf(toolScoreOf(found)) };
    case 'written':
      return {
        lowest_support: found.supported,
        kept_share: found.keptShare,
        log_probability: found.logProbability,
      };
  }
}

function matchOf(probability: number): number {
  return clip(logitOf(probability), matchLogit);
}

/** What a judge says, if one was asked. */
function judgedFeatures(draft: Draft): Measured {
  if (draft.kind === 'written') {
    const contradicted = draft.units.flatMap(({ judged }) => judged?.contradicted ?? []);
    return {
      contradiction: contradicted.length === 0 ? null : Math.max(...contradicted),
      addressed: draft.addressed,
      relevance: draft.relevance,
      agreement: agreementWith(draft.compared),
    };
  }
  const { judgement } = draft;
  if (judgement === null) return {};
  return { lowest_support: judgement.supported, contradiction: judgement.contradicted };
}

/** How sure the embedded models are of the same words; below 0: of others. 0: they find no answer. */
function agreementWith(compared: Comparison | undefined): number | null {
  if (compared === undefined) return null;
  const { probability, agrees } = compared;
  return agrees ? probability : -probability;
}

function coverageOf(draft: Draft, question: string): Measured {
  // Texts in two languages share few words even if they say the same.
  if (draft.kind === 'written' && draft.translatedFrom !== undefined) return {};
  const { terms, entities } = questionCoverage(
    question,
    draft.support.flatMap(({ title, quote }) => [title, quote]),
  );
  return { term_coverage: terms, entity_coverage: entities };
}

/** In the order of the contract, four decimals, without what was not measured. */
function featuresOf(measured: Measured): Features {
  const features: Partial<Record<ConfidenceFeature, number>> = {};
  for (const feature of confidenceFeatures) {
    const value = measured[feature];
    if (value === null || value === undefined) continue;
    if (!Number.isFinite(value)) throw new RangeError(`${feature} of an answer is not a number`);
    features[feature] = roundToFourDecimals(value);
  }
  return features;
}
