import { leaders } from './pdf-lines.ts';
import type { PageCell } from './pdf-rows.ts';
import type { AssignedRow } from './pdf-table-rows.ts';

/** Two columns look like many other things, so they need more rows. */
const cellsMin = 6;
const rowsMin = 2;
/** The share of the rows with more than one cell. */
const filledShareMin = 0.6;
/** The share of the cells of a column that must be aligned on the left, on the right or in the middle. */
const alignedShareMin = 0.6;
const edgeSlack = 0.35;

/** Whether rows with common gaps are a table rather than lists, formulas, a table of contents or columns of prose. */
export function isTable(rows: readonly AssignedRow[], gutters: readonly number[]): boolean {
  const columns = gutters.map((_, column) => column).concat(gutters.length);
  if (rows.length < rowsMin || rows.length * columns.length < cellsMin) return false;
  const filled = rows.filter(({ row }) => row.cells.length > 1);
  if (filled.length * columns.length < cellsMin || filled.length < filledShareMin * rows.length) return false;
  const ofColumn = columns.map((column) => filled.flatMap(({ cells }) => cells[column] ?? []));
  return (
    !isNumbering(ofColumn[0] ?? []) && !isContents(filled) && ofColumn.every(isAligned) && !isProse(ofColumn)
  );
}

function textOf({ lines }: PageCell): string {
  return lines.map(({ text }) => text).join(' ');
}

/** Whether the first column numbers or marks the items of a list or the lines of a listing. A head would name the numbers. */
function isNumbering(cells: readonly PageCell[]): boolean {
  const [head] = cells;
  const marked = cells.filter(isMarker);
  return head !== undefined && isMarker(head) && marked.length >= 0.8 * cells.length;
}

function isMarker(cell: PageCell): boolean {
  const marker =
    /^(?:[([]?(?:\d{1,4}|\d{1,3}(?:\.\d{1,3})+|[a-z](?=\W)|[ivx]{1,5}(?=\W))[.):\]]?|[^\p{L}\p{N}]{1,3})$/iu;
  return marker.test(textOf(cell));
}

const pageNumber = /^(?:\d{1,4}|[ivxlc]{1,7})$/i;

/** Dots that lead to page numbers. In a price list they lead to amounts. */
function isContents(rows: readonly AssignedRow[]): boolean {
  const led = rows.filter(({ row }) => row.cells.some((cell) => leaders.test(textOf(cell))));
  const numbered = led.filter(({ row }) =>
    row.cells.slice(-1).some((cell) => pageNumber.test(lastWord(cell))),
  );
  return led.length * 10 >= rows.length && numbered.length > 0 && numbered.length * 2 >= led.length;
}

/** The page number may stand in the cell with the dots. */
function lastWord(cell: PageCell): string {
  return textOf(cell).split(leaders).at(-1)?.trim() ?? '';
}

/** Formulas and scattered words have gaps too, but their edges do not meet. */
function isAligned(cells: readonly PageCell[]): boolean {
  if (cells.length < 2) return true;
  const slack = edgeSlack * (cells[0]?.lines[0]?.height ?? 1);
  const shares = [
    commonShare(
      cells.map(({ left }) => left),
      slack,
    ),
    commonShare(
      cells.map(({ right }) => right),
      slack,
    ),
    commonShare(
      cells.map(({ left, right }) => (left + right) / 2),
      slack,
    ),
  ];
  return Math.max(...shares) >= alignedShareMin;
}

/** The share of the values that lie within `slack` of the median. */
function commonShare(values: readonly number[], slack: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const median = sorted[sorted.length >> 1] ?? 0;
  return values.filter((value) => Math.abs(value - median) <= slack).length / values.length;
}

const proseUnitsMin = 20;
const proseFillMin = 0.8;
const wrappedLinesMin = 1.3;

/** The columns of a page, if they were written line by line: long lines that fill every column and are not wrapped cells. */
function isProse(columns: ReadonlyArray<readonly PageCell[]>): boolean {
  return columns.every((cells) => {
    const left = cells.reduce((least, cell) => Math.min(least, cell.left), Number.POSITIVE_INFINITY);
    const right = cells.reduce((most, cell) => Math.max(most, cell.right), Number.NEGATIVE_INFINITY);
    const fill = mean(cells.map((cell) => (cell.right - cell.left) / (right - left)));
    return (
      mean(cells.map(({ lines }) => lines.length)) < wrappedLinesMin &&
      mean(cells.map((cell) => textOf(cell).length)) >= proseUnitsMin &&
      fill >= proseFillMin
    );
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(values.length, 1);
}
