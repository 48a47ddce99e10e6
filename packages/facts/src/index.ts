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
export { foldVerbatim } from './fold-word.ts';
export { foldWording } from './fold-wording.ts';
export { type FactSources, type MissingFact, missingFacts } from './missing-fact.ts';
export { type Facts, readFacts } from './read-facts.ts';
export { readSourceFacts, type SourceFacts } from './read-source-facts.ts';
export { readStatement, type Statement } from './read-statement.ts';
export { foldText } from './read-tokens.ts';
export { bandKeys, hashText, hashWords, jaccard, shinglesOf, visibleWords } from './shingles.ts';
