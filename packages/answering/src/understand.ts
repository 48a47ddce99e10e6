/**
 * What is meant: a follow-up as a question of its own, a question in the language of the content, courtesies,
 * and what to ask back.
 */

// Questions.

export { offeredBy, writeClarifyingQuestion } from './understand/clarifying-question.ts';
export { createRefiner } from './understand/create-refiner.ts';
export { replyToCourtesy } from './understand/reply-to-courtesy.ts';
export { createQuestionTranslator } from './understand/translate-question.ts';

// A conversation as a client states it.

export { allowStated, turnsMax, turnsOfStated } from './understand/stated-history.ts';
