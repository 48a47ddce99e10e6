/**
 * Words, stems and the terms that texts are compared by, without languages: threads that search start with
 * this alone.
 */

// Words and terms.

export { contentTerms, hasNegation, isGenericTerm, isNumberTerm, wordsOf } from './terms/content-terms.ts';

// Days of the week.

export { nameAskedDays, nameDays } from './terms/name-days.ts';

// What terms are made with.

export { normalise } from './terms/normalise.ts';
export { stem } from './terms/stem.ts';
export { functionWords, questionWords } from './terms/stop-words.ts';
