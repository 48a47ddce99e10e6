import { stripEnd } from '../strip-end.ts';
import { linesOf, type TextLine } from './lines.ts';
import { readMarkdownLine } from './markdown-line.ts';
import type { TextRange } from './show-links.ts';
import { stripMarks } from './strip-marks.ts';
import { cellRanges, cellsOf, isTableRule } from './tables.ts';

/** Words that are read in place of a part of a text. */
export interface Replacement extends TextRange {
  readonly words: string;
}

/** More would drown what the cells say. */
const namesUnitsMax = 160;

/**
 * What makes a sentence of each row of a table: "Class: Yoga; Day: Monday." in place of bars. In order, none within another.
 * `columns`: the names of the columns of a table whose head is above the text; empty if they are not known.
 */
export function nameCells(text: string, columns: readonly string[] = []): Replacement[] {
  const found: Replacement[] = [];
  const lines = [...linesOf(text)];
  let names = namesFrom(columns);
  let isInCode = false;
  for (const [at, line] of lines.entries()) {
    if (readMarkdownLine(line.text).kind === 'fence') isInCode = !isInCode;
    const next = lines[at + 1];
    if (!line.text.includes('|') || isInCode) {
      names = [];
    } else if (next !== undefined && isTableRule(next.text)) {
      const first = lines[at + 2];
      names = namesFrom(cellsOf(line.text));
      // A head that its rows do not repeat stays.
      if (first !== undefined && nameRow(first, names).length > 0)
        found.push({ start: line.start, end: first.start, words: '' });
    } else if (names.length > 0 && !isTableRule(line.text)) {
      found.push(...nameRow(line, names));
    }
  }
  return found;
}

function namesFrom(columns: readonly string[]): string[] {
  const names = columns.map((column) => stripEnd(stripMarks(column), /[\s:]/u));
  return names.join('').length <= namesUnitsMax ? names : [];
}

/** Cells without words are left out, and so is a row with another number of cells than the table has columns. */
function nameRow({ text, start: from }: TextLine, names: readonly string[]): Replacement[] {
  const cells = cellRanges(text);
  if (cells.length !== names.length) return [];
  const found: Replacement[] = [];
  let end = 0;
  for (const [column, cell] of cells.entries()) {
    if (cell.start === cell.end) continue;
    const name = names[column] ?? '';
    const words = `${found.length === 0 ? '' : '; '}${name === '' ? '' : `${name}: `}`;
    found.push({ start: from + end, end: from + cell.start, words });
    end = cell.end;
  }
  if (found.length === 0) return [];
  const isEnded = /[.!?…]$/u.test(text.slice(0, end));
  return [...found, { start: from + end, end: from + text.length, words: isEnded ? '' : '.' }];
}
