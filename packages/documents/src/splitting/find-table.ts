import { cellsOf, isTableRule, linesOf, type TextRange } from '@avow/text/markdown';

/** A Markdown table and where it can be cut. UTF-16 offsets. */
export interface MarkdownTable {
  /** The cells of its head as written; empty if it has no head. */
  readonly head: readonly string[];
  /** Where the head ends: passages that begin after it need it as context. */
  readonly headEnd: number;
  readonly rows: readonly TextRange[];
}

/** The table that a paragraph consists of or ends in. A paragraph that begins with a row continues the previous table. */
export function findTable(
  text: string,
  paragraph: TextRange,
  before: MarkdownTable | null,
): MarkdownTable | null {
  // Within the paragraph: if no line followed, the search for its end would run to the end of the text.
  const lines: TextRange[] = Array.from(linesOf(text.slice(paragraph.start, paragraph.end)), (line) => ({
    start: paragraph.start + line.start,
    end: paragraph.start + line.end,
  }));
  // The first line cannot be the rule: it has no head above it.
  const ruleAt = lines.findIndex(
    (line, position) => position > 0 && isTableRule(text.slice(line.start, line.end)),
  );
  const headLine = lines[ruleAt - 1];
  if (headLine !== undefined) {
    const head = filledCells(text.slice(headLine.start, headLine.end));
    return { head, headEnd: headLine.end, rows: lines.slice(ruleAt + 1) };
  }
  if (text[paragraph.start] !== '|') return null;
  return { head: before?.head ?? [], headEnd: paragraph.start, rows: lines };
}

/** The cells of a row that say something. */
export function filledCells(row: string): string[] {
  return cellsOf(row).filter((cell) => cell !== '');
}
