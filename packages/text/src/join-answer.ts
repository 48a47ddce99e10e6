import { readMarkdownLine } from './markdown/markdown-line.ts';
import { isTableRule } from './markdown/tables.ts';

/** A quote as the answer shows it. */
export interface ShownQuote {
  readonly shown: string;
  readonly follows: 'as_paragraph' | 'as_row';
}

/**
 * Joins the lead and the quotes of an answer. `ranges` locates each quote in the text, in UTF-16 units: only white space is
 * between them, and only the lead before the first.
 */
export function joinAnswer(
  lead: string,
  quotes: readonly ShownQuote[],
): {
  readonly text: string;
  readonly ranges: ReadonlyArray<{ readonly start: number; readonly end: number }>;
} {
  let text = lead;
  const ranges = quotes.map(({ shown, follows }, position) => {
    if (position > 0) text += follows === 'as_row' ? '\n' : '\n\n';
    else if (lead !== '') text += beginsBlock(shown) ? '\n\n' : ' ';
    const start = text.length;
    text += shown;
    return { start, end: text.length };
  });
  return { text, ranges };
}

/** Blocks that cannot continue the line of the lead: lists, tables, code, headings and block quotes. */
function beginsBlock(shown: string): boolean {
  const [first = '', second = ''] = shown.trimStart().split('\n', 2);
  const { kind, quote } = readMarkdownLine(first);
  return kind !== 'text' || quote !== '' || isTableRule(second);
}
