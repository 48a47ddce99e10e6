import type { ConfidenceModel } from './confidence-model.ts';

// Not fitted yet: as near as logistic regressions come to the plain formulas that were here before.

const written = {
  constant: 1.4,
  least: -1.2,
  most: 4,
  features: {
    lowest_support: { mean: 0.75, scale: 0.2, weight: 0.55 },
    kept_share: { mean: 0.95, scale: 0.12, weight: 0.45 },
  },
};

/** The model that every tenant's answers are scored by. */
export const shippedModel: ConfidenceModel = {
  usual: 1,
  ways: {
    curated_exact: { constant: 3.4761, least: 3.4761, most: 3.4761, features: {} },
    curated_similar: {
      constant: 2.22,
      least: -4,
      most: 4,
      features: { match: { mean: 4, scale: 1.5, weight: 0.55 } },
    },
    curated_meaning: {
      constant: 1.8,
      least: -4,
      most: 4,
      features: { match: { mean: 3, scale: 1.5, weight: 0.6 } },
    },
    read: {
      constant: 0.5,
      least: -4,
      most: 4,
      features: { match: { mean: 0.5, scale: 1.2, weight: 1.2 } },
    },
    by_words: {
      constant: -0.65,
      least: -4,
      most: 1.32,
      features: {
        match: { mean: 2, scale: 2, weight: 0.85 },
        match_margin: { mean: 0.3, scale: 0.3, weight: 0.06 },
      },
    },
    written_1: written,
    written_2: written,
    written_3: written,
  },
};
