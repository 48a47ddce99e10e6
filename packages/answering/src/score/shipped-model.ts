import type { ConfidenceModel } from './confidence-model.ts';

// Fitted by `npm run fit -- confidence` on 143 answers (generative_tier_1, generative_tier_2, generative_tier_3; the others before), with avow-reader@da7b6de9ce0b and avow-encoder@3004bbf9488e.
// curated_exact is stated, not fitted: what somebody filed under these very words is right, or somebody filed it wrongly.

/** The model that every tenant's answers are scored by. */
export const shippedModel: ConfidenceModel = {
  usual: 1.6523,
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
      constant: 2.6911,
      least: -4,
      most: 4,
      features: {
        match: { mean: 2.792, scale: 1.2407, weight: 1.0475 },
        match_margin: { mean: 0.8705, scale: 0.1149, weight: 0.2583 },
      },
    },
    extractive: {
      constant: 1.1241,
      least: -4,
      most: 4,
      features: {
        match: { mean: 1.9768, scale: 0.8275, weight: 0.1312 },
        relevance: { mean: 3.4224, scale: 2.7269, weight: 0.1153 },
        relevance_gap: { mean: 5.3577, scale: 4.3239, weight: 0.0686 },
        span_margin: { mean: 7.6393, scale: 5.6473, weight: 0.1596 },
        span_lead: { mean: 14.3715, scale: 11.1783, weight: 0.1299 },
        search_rank: { mean: 0.7886, scale: 0.3115, weight: 0.0357 },
        agreement: { mean: 0.1667, scale: 0.3385, weight: 0.0135 },
        term_coverage: { mean: 0.6773, scale: 0.2515, weight: 0.0759 },
        entity_coverage: { mean: 0.8887, scale: 0.3003, weight: 0.0268 },
        heading_match: { mean: 0.3132, scale: 0.3598, weight: 0.1949 },
        type_match: { mean: 0.8984, scale: 0.3022, weight: 0.5975 },
      },
    },
    keyword: {
      constant: 0.3037,
      least: -4,
      most: 1.32,
      features: {
        match: { mean: 1.1201, scale: 0.7533, weight: 0.5515 },
        match_margin: { mean: 0.3513, scale: 0.257, weight: 0.338 },
        term_coverage: { mean: 0.8735, scale: 0.1533, weight: 0.0739 },
        entity_coverage: { mean: 0.9439, scale: 0.2001, weight: 0.0725 },
      },
    },
    generative_tier_1: {
      constant: 0.3088,
      least: -1.2,
      most: 4,
      features: {
        relevance: { mean: 2.2151, scale: 3.0907, weight: 0.454 },
        agreement: { mean: 0.5216, scale: 0.6139, weight: 0.8994 },
        term_coverage: { mean: 0.6332, scale: 0.259, weight: 0.0627 },
        entity_coverage: { mean: 0.8293, scale: 0.3587, weight: 0.6136 },
        kept_share: { mean: 0.9281, scale: 0.166, weight: 0.4369 },
      },
    },
    generative_tier_2: {
      constant: 0.3088,
      least: -1.2,
      most: 4,
      features: {
        relevance: { mean: 2.2151, scale: 3.0907, weight: 0.454 },
        agreement: { mean: 0.5216, scale: 0.6139, weight: 0.8994 },
        term_coverage: { mean: 0.6332, scale: 0.259, weight: 0.0627 },
        entity_coverage: { mean: 0.8293, scale: 0.3587, weight: 0.6136 },
        kept_share: { mean: 0.9281, scale: 0.166, weight: 0.4369 },
      },
    },
    generative_tier_3: {
      constant: 0.3088,
      least: -1.2,
      most: 4,
      features: {
        relevance: { mean: 2.2151, scale: 3.0907, weight: 0.454 },
        agreement: { mean: 0.5216, scale: 0.6139, weight: 0.8994 },
        term_coverage: { mean: 0.6332, scale: 0.259, weight: 0.0627 },
        entity_coverage: { mean: 0.8293, scale: 0.3587, weight: 0.6136 },
        kept_share: { mean: 0.9281, scale: 0.166, weight: 0.4369 },
      },
    },
  },
};
