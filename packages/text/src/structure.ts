/** Markdown and sentences, without languages: what splits documents, in a process that starts faster with this alone. */

export { indexCodePoints } from './code-points.ts';
export { codeSpans } from './markdown/code-spans.ts';
export { writeFenced } from './markdown/fences.ts';
export { headingWords } from './markdown/heading-words.ts';
export { inlineSpans, tagEnd } from './markdown/inline-spans.ts';
export { linesOf } from './markdown/lines.ts';
export { markdownBlocks } from './markdown/markdown-blocks.ts';
export { readMarkdownLine } from './markdown/markdown-line.ts';
export { linkMarks } from './markdown/show-links.ts';
export { endsInColon, stripMarks } from './markdown/strip-marks.ts';
export { cellBorders, cellsOf, escapeCell, isTableRule } from './markdown/tables.ts';
export { splitSentences } from './sentences.ts';
export { superscriptMark } from './superscript.ts';
