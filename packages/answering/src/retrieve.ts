/** Passages that may hold the answer, and answers that people wrote to the same or a similar question. */

// Passages.

export { curatedPassages, documentPassages } from './retrieve/build-passages.ts';
export { listNearest } from './retrieve/list-nearest.ts';
export { nearPassages } from './retrieve/near-passages.ts';
export { createSearchPlanner } from './retrieve/plan-searches.ts';

// Curated pairs.

export { answerFromSimilar } from './curated/answer-from-similar.ts';
export { curatedDraft } from './curated/curated-draft.ts';
export { isBeyondDoubt } from './curated/is-beyond-doubt.ts';
export { curatedSimilarity, curatedSimilarityMin } from './curated/match-curated.ts';
