import type { TextRange } from './cut-passages.ts';

/** A table of Markdown, as it can be cut. UTF-16 offsets. */
export interface MarkdownTable {
  /** The cells of its head, as they are written; empty where it has none. */
  readonly head: readonly string[];
  /** Where the head ends: what begins after it needs it. */
  readonly headEnd: number;
  readonly rows: readonly TextRange[];
}

const rule = /^[ \t>]*(?=[^\n]*\|)\|?(?:[ \t]*:?-+:?[ \t]*(?:\||$))+[ \t\r]*$/;
const cellBorder = /(?<!\\)\|/g;

/** The table that a paragraph is or ends in. One that begins with a row goes on with the table before it. */
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

/** Where the cells of a row begin, but the first. */
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
  // Within the block: where no line follows, the search would run to the end of the text.
  for (const line of text.slice(block.start, block.end).split('\n')) {
    lines.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return lines;
}
