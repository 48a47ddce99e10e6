import type { ConfidenceModel } from './confidence-model.ts';

// Fitted by `npm run fit:confidence` on 4785 answers, with avow-reader@7046cc792a72 and avow-encoder@3004bbf9488e.
// curated_exact is stated, not fitted: what somebody filed under these very words is right, or somebody filed it wrongly.

/** The model that every tenant's answers are scored by. */
export const shippedModel: ConfidenceModel = {
  usual: 1.6612,
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
      constant: 0.9702,
      least: -4,
      most: 4,
      features: {
        match: { mean: 1.6899, scale: 0.7827, weight: 0.0869 },
        relevance: { mean: 3.9783, scale: 2.4609, weight: 0.0342 },
        relevance_gap: { mean: 5.2832, scale: 4.0741, weight: 0.0272 },
        span_margin: { mean: 8.0583, scale: 4.737, weight: 0.1982 },
        span_lead: { mean: 14.2257, scale: 11.0397, weight: 0.2036 },
        search_rank: { mean: 0.8746, scale: 0.2446, weight: 0.084 },
        agreement: { mean: 0.1419, scale: 0.3363, weight: 0.0928 },
        lowest_support: { mean: 0.5802, scale: 0.3237, weight: 0.0709 },
        term_coverage: { mean: 0.686, scale: 0.2326, weight: 0.1069 },
        entity_coverage: { mean: 0.9253, scale: 0.2428, weight: 0.1754 },
        heading_match: { mean: 0.3405, scale: 0.3682, weight: 0.1563 },
        type_match: { mean: 0.8738, scale: 0.3321, weight: 0.6346 },
      },
    },
    keyword: {
      constant: 0.2801,
      least: -4,
      most: 1.32,
      features: {
        match: { mean: 1.1145, scale: 0.7553, weight: 0.5672 },
        match_margin: { mean: 0.3495, scale: 0.2577, weight: 0.3593 },
        term_coverage: { mean: 0.8734, scale: 0.154, weight: 0.0466 },
        entity_coverage: { mean: 0.9439, scale: 0.2001, weight: 0.0776 },
      },
    },
    generative_tier_1: {
      constant: 4,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.8339, scale: 0.1217, weight: 1.165 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
    generative_tier_2: {
      constant: 4,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.8339, scale: 0.1217, weight: 1.165 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
    generative_tier_3: {
      constant: 4,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.8339, scale: 0.1217, weight: 1.165 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
  },
};
