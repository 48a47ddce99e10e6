import type { ConfidenceModel } from './confidence-model.ts';

// Fitted by `npm run fit:confidence` on 4769 answers, with avow-reader@dc7096bce7c7 and avow-encoder@3004bbf9488e.
// curated_exact is stated, not fitted: what somebody filed under these very words is right, or somebody filed it wrongly.

/** The model that every tenant's answers are scored by. */
export const shippedModel: ConfidenceModel = {
  usual: 1.5479,
  methods: {
    curated_exact: {
      constant: 3.4761,
      least: 3.4761,
      most: 3.4761,
      features: {},
    },
    curated_similar: {
      constant: 3.0333,
      least: -4,
      most: 4,
      features: {
        match: { mean: 4.9915, scale: 1.6619, weight: 0.0498 },
        match_margin: { mean: 0.6466, scale: 0.1907, weight: 0.8298 },
      },
    },
    curated_semantic: {
      constant: 2.694,
      least: -4,
      most: 4,
      features: {
        match: { mean: 2.7823, scale: 1.2396, weight: 1.0294 },
        match_margin: { mean: 0.8697, scale: 0.1164, weight: 0.3063 },
      },
    },
    extractive: {
      constant: 0.5722,
      least: -4,
      most: 4,
      features: {
        match: { mean: 1.4738, scale: 1.0377, weight: 0.1562 },
        relevance: { mean: 2.2913, scale: 2.5443, weight: 0.1567 },
        relevance_gap: { mean: 4.0926, scale: 3.1404, weight: 0.2006 },
        span_margin: { mean: 4.3006, scale: 4.4032, weight: 0.2163 },
        span_lead: { mean: 9.3979, scale: 8.538, weight: 0.0097 },
        nearness: { mean: 0.7737, scale: 0.0643, weight: 0.0214 },
        lowest_support: { mean: 0.5748, scale: 0.3196, weight: 0.1923 },
        term_coverage: { mean: 0.6782, scale: 0.2401, weight: 0.035 },
        entity_coverage: { mean: 0.9063, scale: 0.2676, weight: 0.0358 },
        heading_match: { mean: 0.3239, scale: 0.3674, weight: 0.1337 },
        type_match: { mean: 0.7569, scale: 0.4289, weight: 0.7178 },
      },
    },
    keyword: {
      constant: 0.2801,
      least: -4,
      most: 1.32,
      features: {
        match: { mean: 1.1143, scale: 0.7554, weight: 0.5681 },
        match_margin: { mean: 0.3495, scale: 0.2577, weight: 0.359 },
        term_coverage: { mean: 0.8734, scale: 0.154, weight: 0.0462 },
        entity_coverage: { mean: 0.9439, scale: 0.2001, weight: 0.0773 },
      },
    },
    generative_tier_1: {
      constant: 3.7031,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.8464, scale: 0.2074, weight: 0.4769 },
        contradiction: { mean: 0.0407, scale: 0.037, weight: -0.1875 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
    generative_tier_2: {
      constant: 3.7031,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.8464, scale: 0.2074, weight: 0.4769 },
        contradiction: { mean: 0.0407, scale: 0.037, weight: -0.1875 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
    generative_tier_3: {
      constant: 3.7031,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.8464, scale: 0.2074, weight: 0.4769 },
        contradiction: { mean: 0.0407, scale: 0.037, weight: -0.1875 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
  },
};
