/**
 * Markdown, whose marks only this package knows: blocks of a whole text, lines on their own, and what stands
 * within a line.
 */

// Blocks and lines.

export { readAlert } from './markdown/alerts.ts';
export { takeFrontMatter } from './markdown/front-matter.ts';
export { headingWords } from './markdown/heading-words.ts';
export { linesOf } from './markdown/lines.ts';
export { type MarkdownBlock, markdownBlocks } from './markdown/markdown-blocks.ts';
export {
  itemMarkBefore,
  type MarkdownLine,
  readLineBeginning,
  readMarkdownLine,
} from './markdown/markdown-line.ts';

// Code.

export { codeSpans, createCodeEnds, replaceCodeSpans } from './markdown/code-spans.ts';
export { closesFence, fencedBody, writeFenced } from './markdown/fences.ts';

// Links and what else stands within a line.

export { inlineSpans, tagEnd } from './markdown/inline-spans.ts';
export { type LinkDestination, readDefinition, readDestination } from './markdown/link-destination.ts';
export { linkMarks, showLinks, type TextRange } from './markdown/show-links.ts';

// Marks.

export { escapeMarks, unescapeMarks } from './markdown/escapes.ts';
export {
  endsInColon,
  stripClosers,
  stripEmphasis,
  stripMarks,
  stripOpeners,
} from './markdown/strip-marks.ts';

// Tables.

export { nameCells, type Replacement } from './markdown/name-cells.ts';
export {
  cellBorders,
  cellRanges,
  cellsOf,
  escapeCell,
  isTableRule,
  mayBecomeTableRule,
} from './markdown/tables.ts';
