import type { TextRange } from './cut-passages.ts';

/** A Markdown table and where it can be cut. UTF-16 offsets. */
export interface MarkdownTable {
  /** The cells of its head as written; empty if it has no head. */
  readonly head: readonly string[];
  /** Where the head ends: passages that begin after it need it as context. */
  readonly headEnd: number;
  readonly rows: readonly TextRange[];
}

// The lookahead takes all leading blanks at once; backtracking over them would take quadratic time.
const rule = /^(?=[^\n]*\|)(?=([ \t>]*))\1\|?(?:[ \t]*:?-+:?[ \t]*(?:\||$))+[ \t\r]*$/;
const cellBorder = /(?<!\\)\|/g;

/** The table that a paragraph consists of or ends in. A paragraph that begins with a row continues the previous table. */
export function findTable(
  text: string,
  paragraph: TextRange,
  before: MarkdownTable | null,
): MarkdownTable | null {
  const lines = linesOf(text, paragraph);
  // The first line cannot be the rule: it has no head above it.
  const ruleAt = lines.findIndex(
    (line, position) => position > 0 && rule.test(text.slice(line.start, line.end)),
  );
  const headLine = lines[ruleAt - 1];
  if (headLine !== undefined) {
    const head = cellsOf(text.slice(headLine.start, headLine.end));
    return { head, headEnd: headLine.end, rows: lines.slice(ruleAt + 1) };
  }
  if (text[paragraph.start] !== '|') return null;
  return { head: before?.head ?? [], headEnd: paragraph.start, rows: lines };
}

/** The starts of the cells of a row, except the first. */
export function cellStarts(text: string, row: TextRange): number[] {
  const source = text.slice(row.start, row.end);
  const first = source.search(/[^ \t>]/);
  const last = source.trimEnd().length - 1;
  return [...source.matchAll(cellBorder)]
    .map((match) => match.index)
    .filter((index) => index > first && index < last)
    .map((index) => row.start + index);
}

export function cellsOf(row: string): string[] {
  return row
    .replace(/^[ \t>]*\|?/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
}

function linesOf(text: string, block: TextRange): TextRange[] {
  const lines: TextRange[] = [];
  let { start } = block;
  // Within the block: if no line followed, the search would run to the end of the text.
  for (const line of text.slice(block.start, block.end).split('\n')) {
    lines.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return lines;
}
