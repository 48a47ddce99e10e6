/** A run as a person reads it: rows, words, a page, and the file that build servers read. */

// Rows and words.

export { comparisonRows } from './report/comparison-rows.ts';
export { figureRows } from './report/figure-rows.ts';
export {
  conditionsInWords,
  expectedInWords,
  outcomeWords,
  reasonsInWords,
  subjectInWords,
  verdictWords,
} from './report/report-words.ts';

// Files.

export { writeHtml } from './report/write-html.ts';
export { writeJunit } from './report/write-junit.ts';

// What other documents are made of.

export { drawReliability } from './charts/draw-reliability.ts';
export { type Html, html, noHtml, trustMarkup } from './report/html-markup.ts';
export { pageStyle } from './report/page-style.ts';
