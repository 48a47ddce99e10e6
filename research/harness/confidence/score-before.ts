import type { Evidence } from '@avow/answering/score';

/** The thresholds of the formulas, above which a curated question counted as the same. */
const similarityMin = 0.85;
const probabilityMin = 0.88;

/** The score by the formulas used before any model was fitted, for comparison. */
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

/** Linear from 0.80 to 0.95 between the threshold and 1, and from 0 below it. */
function scoreSimilar(similarity: number, line: number): number {
  return similarity < line ? (0.8 * similarity) / line : 0.8 + (0.15 * (similarity - line)) / (1 - line);
}
