/**
 * What a sentence states (numbers, dates, names, negation) and whether two statements agree. By rules and dictionaries: what
 * decides over a claim can be read.
 */

// Reading facts.

export { type FactSources, type MissingFact, missingFacts } from './missing-fact.ts';
export { type Facts, readFacts } from './read-facts.ts';
export { readSourceFacts, type SourceFacts } from './read-source-facts.ts';
export { readStatement, type Statement } from './read-statement.ts';

// Whether two texts agree.

export {
  compareValues,
  deniedReason,
  describeDifference,
  type ReadAnswer,
  readAnswer,
  type StatedDifference,
  shareOfWords,
  wordsOfFrame,
} from './describe-difference.ts';

// One form of what is written in several.

export { foldVerbatim } from './fold-word.ts';
export { foldWording } from './fold-wording.ts';
export { foldText } from './read-tokens.ts';

// Near duplicates.

export { bandKeys, hashText, hashWords, jaccard, shinglesOf, visibleWords } from './shingles.ts';
