export { asData } from './as-data.ts';
export { asQuestion } from './as-question.ts';
export { cleanText } from './clean-text.ts';
export { type CodePointIndex, indexCodePoints } from './code-points.ts';
export { type DiffPart, diff } from './diff.ts';
export { base64Forms, reverse, rotateLetters, squeeze } from './disguises.ts';
export { escapeMarkup } from './escape-markup.ts';
export { joinAnswer } from './join-answer.ts';
export { answerLanguage } from './languages/answer-language.ts';
export { languagesOfWord } from './languages/common-words.ts';
export { detectLanguage, knownLanguages } from './languages/detect-language.ts';
export { exactWords } from './languages/exact-words.ts';
export { foreignLanguage } from './languages/foreign-language.ts';
export { inEnglishTerms } from './languages/in-english-terms.ts';
export { otherLanguage } from './languages/other-language.ts';
export { plainLanguage } from './languages/plain-language.ts';
export { questionLanguage } from './languages/question-language.ts';
export { readAlert } from './markdown/alerts.ts';
export { codeSpans, createCodeEnds, replaceCodeSpans } from './markdown/code-spans.ts';
export { escapeMarks, unescapeMarks } from './markdown/escapes.ts';
export { closesFence, fencedBody, writeFenced } from './markdown/fences.ts';
export { takeFrontMatter } from './markdown/front-matter.ts';
export { headingWords } from './markdown/heading-words.ts';
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
export { cellBorders, cellsOf, escapeCell, isTableRule, mayBecomeTableRule } from './markdown/tables.ts';
export { normalise } from './normalise.ts';
export { curatedKey } from './normalise-question.ts';
export { type QuestionKind, questionKind } from './question-kind.ts';
export { rememberResults } from './remember-results.ts';
export { type SentenceSpan, splitSentences } from './sentences.ts';
export { shorten } from './shorten.ts';
export { stem } from './stem.ts';
export { functionWords, questionWords } from './stop-words.ts';
export { parseStrictJson, StrictJsonError } from './strict-json.ts';
export { stripEnd } from './strip-end.ts';
export { superscriptMark } from './superscript.ts';
export { contentTerms, hasNegation, isGenericTerm, isNumberTerm, wordsOf } from './terms.ts';
