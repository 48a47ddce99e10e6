/**
 * Text without a model: Markdown, sentences, words and stems, languages. Pure functions whose time is in proportion to the text;
 * offsets are UTF-16 units. `@avow/text/terms` and `@avow/text/structure` are parts of it that threads and pages import.
 */

// Markdown, which only this package knows.

export { readAlert } from './markdown/alerts.ts';
export { createCodeEnds, replaceCodeSpans } from './markdown/code-spans.ts';
export { escapeMarks, unescapeMarks } from './markdown/escapes.ts';
export { closesFence, fencedBody } from './markdown/fences.ts';
export { takeFrontMatter } from './markdown/front-matter.ts';
export { linesOf } from './markdown/lines.ts';
export { type LinkDestination, readDefinition, readDestination } from './markdown/link-destination.ts';
export { type MarkdownBlock, markdownBlocks } from './markdown/markdown-blocks.ts';
export {
  itemMarkBefore,
  type MarkdownLine,
  readLineBeginning,
  readMarkdownLine,
} from './markdown/markdown-line.ts';
export { linkMarks, showLinks, type TextRange } from './markdown/show-links.ts';
export {
  endsInColon,
  stripClosers,
  stripEmphasis,
  stripMarks,
  stripOpeners,
} from './markdown/strip-marks.ts';
export { cellsOf, isTableRule, mayBecomeTableRule } from './markdown/tables.ts';

// Languages.

export { answerLanguage } from './languages/answer-language.ts';
export { languagesOfWord } from './languages/common-words.ts';
export { detectLanguage, knownLanguages } from './languages/detect-language.ts';
export { exactWords } from './languages/exact-words.ts';
export { foreignLanguage } from './languages/foreign-language.ts';
export { inEnglishTerms } from './languages/in-english-terms.ts';
export { otherLanguage } from './languages/other-language.ts';
export { plainLanguage } from './languages/plain-language.ts';
export { questionLanguage } from './languages/question-language.ts';

// Sentences, words and terms.

export { type CodePointIndex, indexCodePoints } from './code-points.ts';
export { normalise } from './normalise.ts';
export { curatedKey } from './normalise-question.ts';
export { type QuestionKind, questionKind } from './question-kind.ts';
export { type SentenceSpan, splitSentences } from './sentences.ts';
export { stem } from './stem.ts';
export { functionWords, questionWords } from './stop-words.ts';
export { stripEnd } from './strip-end.ts';
export { superscriptMark } from './superscript.ts';
export { contentTerms, hasNegation, isGenericTerm, isNumberTerm, wordsOf } from './terms.ts';

// Text for a model, a terminal or a page.

export { asData } from './as-data.ts';
export { asQuestion } from './as-question.ts';
export { cleanText } from './clean-text.ts';
export { type DiffPart, diff } from './diff.ts';
export { base64Forms, reverse, rotateLetters, squeeze } from './disguises.ts';
export { escapeMarkup } from './escape-markup.ts';
export { joinAnswer } from './join-answer.ts';
export { shorten } from './shorten.ts';

// JSON and results.

export { rememberResults } from './remember-results.ts';
export { parseStrictJson, StrictJsonError } from './strict-json.ts';
