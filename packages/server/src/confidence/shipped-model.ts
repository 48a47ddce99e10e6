import type { ConfidenceModel } from './confidence-model.ts';

// Fitted by `npm run fit:confidence` on 1907 answers, with avow-reader@875c362ed582 and avow-encoder@3004bbf9488e.
// curated_semantic was fitted again on 3078 matches alone (`--only matched`), with the weights of same-question-weights.ts.
// curated_exact is stated, not fitted: what somebody filed under these very words is right, or somebody filed it wrongly.

/** The model that every tenant's answers are scored by. */
export const shippedModel: ConfidenceModel = {
  usual: 1.1143,
  methods: {
    curated_exact: {
      constant: 3.4761,
      least: 3.4761,
      most: 3.4761,
      features: {},
    },
    curated_similar: {
      constant: 2.8772,
      least: -4,
      most: 4,
      features: {
        match_margin: { mean: 0.6576, scale: 0.1879, weight: 0.8913 },
      },
    },
    curated_semantic: {
      constant: 2.7672,
      least: -4,
      most: 4,
      features: {
        match: { mean: 2.7571, scale: 1.2381, weight: 1.4205 },
        match_margin: { mean: 0.871, scale: 0.1079, weight: 0.0816 },
      },
    },
    extractive: {
      constant: 0.2414,
      least: -4,
      most: 4,
      features: {
        match: { mean: 1.1557, scale: 1.0598, weight: 0.266 },
        relevance_gap: { mean: 3.3362, scale: 3.3972, weight: 0.1473 },
        span_margin: { mean: -1.2571, scale: 7.9038, weight: 0.1703 },
        span_lead: { mean: 8.7667, scale: 8.646, weight: 0.1554 },
        search_rank: { mean: 0.9231, scale: 0.1998, weight: 0.0554 },
        nearness: { mean: 0.774, scale: 0.0646, weight: 0.0543 },
        agreement: { mean: 0.3652, scale: 0.4694, weight: 0.0972 },
        term_coverage: { mean: 0.6606, scale: 0.2463, weight: 0.1667 },
        entity_coverage: { mean: 0.8848, scale: 0.2958, weight: 0.1224 },
        type_match: { mean: 0.6041, scale: 0.489, weight: 0.8342 },
      },
    },
    keyword: {
      constant: 0.3434,
      least: -4,
      most: 1.32,
      features: {
        match: { mean: 1.1256, scale: 0.7355, weight: 0.5781 },
        match_margin: { mean: 0.3655, scale: 0.268, weight: 0.3291 },
        term_coverage: { mean: 0.8778, scale: 0.1495, weight: 0.0197 },
        entity_coverage: { mean: 0.9459, scale: 0.1983, weight: 0.1855 },
      },
    },
    generative_tier_1: {
      constant: 1.5296,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.7361, scale: 0.2194, weight: 0.329 },
        contradiction: { mean: 0.1193, scale: 0.0885, weight: -0.3154 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
    generative_tier_2: {
      constant: 1.5296,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.7361, scale: 0.2194, weight: 0.329 },
        contradiction: { mean: 0.1193, scale: 0.0885, weight: -0.3154 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
    generative_tier_3: {
      constant: 1.5296,
      least: -1.2,
      most: 4,
      features: {
        lowest_support: { mean: 0.7361, scale: 0.2194, weight: 0.329 },
        contradiction: { mean: 0.1193, scale: 0.0885, weight: -0.3154 },
        kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
      },
    },
  },
};
