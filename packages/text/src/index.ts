/**
 * What is done to text without a model: cleaning, shortening, escaping and comparing it, and reading strict
 * JSON. All functions of this package are pure and take time in proportion to the text; offsets are UTF-16
 * units. Markdown is at `@avow/text/markdown`, sentences at `/sentences`, words at `/terms`, languages at
 * `/languages`, differences at `/diff`.
 */

// Text for a model, a terminal or a page.

export { asData } from './as-data.ts';
export { asQuestion } from './as-question.ts';
export { cleanText } from './clean-text.ts';
export { escapeMarkup } from './escape-markup.ts';
export { joinAnswer } from './join-answer.ts';
export { createWordMatch, excerptAt } from './match-words.ts';
export { shorten } from './shorten.ts';
export { stripEnd } from './strip-end.ts';

// One form of what is written in several.

export { base64Forms, reverse, rotateLetters, squeeze } from './disguises.ts';
export { curatedKey } from './normalise-question.ts';

// JSON and results.

export { rememberResults } from './remember-results.ts';
export { parseStrictJson, StrictJsonError } from './strict-json.ts';
