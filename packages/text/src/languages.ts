/** Which language a text is in, and what follows from it for a question and its answer. */

// Detecting.

export { languagesOfWord } from './languages/common-words.ts';
export { detectLanguage, knownLanguages } from './languages/detect-language.ts';
export { foreignLanguage } from './languages/foreign-language.ts';
export { otherLanguage } from './languages/other-language.ts';
export { plainLanguage } from './languages/plain-language.ts';

// Questions and answers.

export { answerLanguage } from './languages/answer-language.ts';
export { exactWords } from './languages/exact-words.ts';
export { inEnglishTerms } from './languages/in-english-terms.ts';
export { questionLanguage } from './languages/question-language.ts';
export { type QuestionKind, questionKind } from './question-kind.ts';
