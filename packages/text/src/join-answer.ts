import { readMarkdownLine } from './markdown/markdown-line.ts';
import { isTableRule } from './markdown/tables.ts';

/** A quote as the answer shows it. */
export interface ShownQuote {
  readonly shown: string;
  readonly follows: 'as_paragraph' | 'as_row';
  /** The page it is from, if that is named above it. */
  readonly page?: string | undefined;
}

/**
 * Joins the lead and the quotes of an answer. `ranges` locates each quote in the text, in UTF-16 units: only white space and
 * the names of pages are between them, and only the lead before the first.
 */
export function joinAnswer(
  lead: string,
  quotes: readonly ShownQuote[],
): {
  readonly text: string;
  readonly ranges: ReadonlyArray<{ readonly start: number; readonly end: number }>;
} {
  let text = lead;
  const ranges = quotes.map(({ shown, follows, page }, position) => {
    if (position > 0) text += follows === 'as_row' ? '\n' : '\n\n';
    else if (lead !== '') text += lead.endsWith(':') || beginsBlock(shown) ? '\n\n' : ' ';
    if (page !== undefined) text += `${page}:\n\n`;
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
