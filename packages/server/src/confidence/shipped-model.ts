import type { ConfidenceModel } from './confidence-model.ts';

// Fitted by `npm run fit:confidence` on 4773 answers, with avow-reader@7046cc792a72 and avow-encoder@3004bbf9488e.
// curated_exact is stated, not fitted: what somebody filed under these very words is right, or somebody filed it wrongly.

/** The model that every tenant's answers are scored by. */
export const shippedModel: ConfidenceModel = {
  usual: 1.6648,
  methods: {
    curated_exact: {
      constant: 3.4761,
      least: 3.4761,
      most: 3.4761,
      features: {},
    },
    curated_similar: {
      constant: 3.0761,
      least: -4,
      most: 4,
      features: {
        match: { mean: 4.9915, scale: 1.6619, weight: 0.0343 },
        match_margin: { mean: 0.6453, scale: 0.1896, weight: 0.9003 },
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
      constant: 1.1899,
      least: -4,
      most: 4,
      features: {
        match: { mean: 1.9771, scale: 0.8171, weight: 0.2413 },
        relevance_gap: { mean: 7.7383, scale: 4.9456, weight: 0.1365 },
        span_margin: { mean: 9.785, scale: 5.6632, weight: 0.148 },
        span_lead: { mean: 20.2634, scale: 12.5544, weight: 0.1842 },
        search_rank: { mean: 0.8778, scale: 0.242, weight: 0.2126 },
        agreement: { mean: 0.1558, scale: 0.3565, weight: 0.0253 },
        contradiction: { mean: 0.1188, scale: 0.1707, weight: -0.0515 },
        term_coverage: { mean: 0.7424, scale: 0.242, weight: 0.2572 },
        heading_match: { mean: 0.1992, scale: 0.3379, weight: 0.1034 },
        type_match: { mean: 0.9165, scale: 0.2767, weight: 0.293 },
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
