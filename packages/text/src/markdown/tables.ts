import { readMarkdownLine } from './markdown-line.ts';
import { passBlanks } from './markdown-place.ts';
import type { TextRange } from './show-links.ts';

// A rule has a bar: without one it would be a rule between paragraphs, or the underline of a heading.
const rule = /^(?=[^|]*\|)\|?(?:[ \t]*:?-+:?[ \t]*(?:\||$))+[ \t]*$/;
const ruleCharacters = /^[ \t>:|-]*$/;
/** A bar that a backslash escapes is part of its cell, and so is a backslash that another one escapes. */
const escapeOrBar = /\\[\s\S]|\|/g;

/** The line below the head of a table. */
export function isTableRule(line: string): boolean {
  if (!ruleCharacters.test(line.endsWith('\r') ? line.slice(0, -1) : line)) return false;
  const { quote, end } = readMarkdownLine(line);
  return rule.test(line.slice(quote.length, end).trimStart());
}

/** Whether the line that begins like this may still become the one below the head of a table. */
export function mayBecomeTableRule(beginning: string): boolean {
  return ruleCharacters.test(beginning);
}

/** The bars between the cells of a row; those around the row are not between cells. */
export function cellBorders(row: string): number[] {
  const { first, last } = rowEnds(row);
  return barsIn(row).filter((bar) => bar > first && bar < last);
}

/** The cells of a row as written, empty ones too. */
export function cellsOf(row: string): string[] {
  return cellRanges(row).map(({ start, end }) => row.slice(start, end));
}

/** Where the words of each cell are, without the space around them. */
export function cellRanges(row: string): TextRange[] {
  const { first, last } = rowEnds(row);
  const bars = barsIn(row);
  const start = bars[0] === first ? first + 1 : first;
  const end = bars.at(-1) === last && last > first ? last : last + 1;
  const borders = [...bars.filter((bar) => bar >= start && bar < end), end];
  return borders.map((border, position) => {
    const from = position === 0 ? start : (borders[position - 1] ?? 0) + 1;
    const cell = row.slice(from, border);
    const begin = from + cell.length - cell.trimStart().length;
    return { start: begin, end: Math.max(begin, from + cell.trimEnd().length) };
  });
}

/** Writes words so that they stay in one cell, as they are. A backslash is escaped only where it would escape something. */
export function escapeCell(words: string): string {
  return words.replace(/\||\\(?=[!-/:-@[-`{-~])/g, '\\$&');
}

/** Where the first and the last character of a row are. */
function rowEnds(row: string): { readonly first: number; readonly last: number } {
  const { quote, end } = readMarkdownLine(row);
  return { first: passBlanks(row, { offset: quote.length, column: 0 }).offset, last: end - 1 };
}

function barsIn(row: string): number[] {
  return [...row.matchAll(escapeOrBar)].filter(([found]) => found === '|').map(({ index }) => index);
}
