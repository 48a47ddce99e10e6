import type { Evidence } from '@avow/server/measurement';

/** The lines of the formulas: from here on a curated question counted as the same. */
const similarityMin = 0.85;
const probabilityMin = 0.88;

/** The score by the plain formulas that were there before any was fitted, to compare. */
export function scoreBefore({ method, toolScore, features }: Evidence): number {
  switch (method) {
    case 'curated_exact':
      return 0.97;
    case 'curated_similar':
      return scoreSimilar(toolScore, similarityMin);
    case 'curated_semantic':
      return scoreSimilar(toolScore, probabilityMin);
    case 'extractive':
      return toolScore;
    case 'keyword':
      return 0.79 * toolScore ** 2 * (0.85 + 0.15 * (features.match_margin ?? 0));
    case 'generative_tier_1':
    case 'generative_tier_2':
    case 'generative_tier_3':
      return (0.45 + 0.5 * toolScore) * (0.5 + 0.5 * (features.kept_share ?? 1));
  }
}

/** From 0.80 to 0.95 between the line and 1; below it straight down to 0. */
function scoreSimilar(similarity: number, line: number): number {
  return similarity < line ? (0.8 * similarity) / line : 0.8 + (0.15 * (similarity - line)) / (1 - line);
}
