/**
 * Answers from passages: read by the embedded models or written by a language model, and verified against the
 * words of their sources.
 */

// Reading.

export { likelihoodRight } from './read/answer-line.ts';
export { pageName } from './read/page-name.ts';
export { passagesReadMax } from './read/read-passages.ts';
export { pageDirective } from './read/show-to-model.ts';
export { spokenVerdict } from './read/spoken-verdict.ts';

// Writing.

export { createSecondJudge } from './write/second-judge/create-second-judge.ts';
export { createWriter } from './write/write-answer.ts';
export { writeTask } from './write/write-task.ts';

// Verifying.

export { groundingLines } from './read/answer-line.ts';
export { createGrounder } from './verify/create-grounder.ts';
export type { Grounder } from './verify/grounder.ts';
export type { QuotableSource } from './verify/quotable-source.ts';
