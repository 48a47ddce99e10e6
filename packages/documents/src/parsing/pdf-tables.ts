import { cellsByColumn, findGutters, isCrossed } from './pdf-columns.ts';
import type { PageCell, PageRow } from './pdf-rows.ts';
import { isTable } from './pdf-table-checks.ts';
import { divideStacked, joinContinued } from './pdf-table-rows.ts';

/** A row of a table; null is an empty cell. */
export type TableCells = ReadonlyArray<PageCell | null>;

export interface PageTable {
  readonly rows: readonly TableCells[];
  readonly gutters: readonly number[];
  /** The text items that it consists of: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
}

/** The drop from one row to the next, in line heights. */
const dropMax = 3.2;
/** A page with more rows is not searched for tables. */
const rowsMax = 5_000;

/** The tables of a page, from their rows in the order of the file. */
export function findTables(rows: readonly PageRow[]): PageTable[] {
  if (rows.length > rowsMax) return [];
  return blocksOf(rows).flatMap((block) => {
    const table = tableOf(block);
    if (table !== null) return [table];
    return divideBlock(block).flatMap((part) => tableOf(part) ?? []);
  });
}

/** A list or another table may follow closely. Where no cell but the first meets an edge of the row above, another part begins. */
function divideBlock(block: readonly PageRow[]): PageRow[][] {
  const parts: PageRow[][] = [];
  let above: PageRow | null = null;
  for (const row of block) {
    const part = parts.at(-1);
    if (part !== undefined && above !== null && (row.cells.length === 1 || sharesEdge(above, row)))
      part.push(row);
    else parts.push([row]);
    if (row.cells.length > 1) above = row;
  }
  return parts;
}

function sharesEdge(above: PageRow, row: PageRow): boolean {
  const slack = 0.35 * row.height;
  return row.cells
    .slice(1)
    .some(({ left, right }) =>
      above.cells.some(
        (other) => Math.abs(left - other.left) <= slack || Math.abs(right - other.right) <= slack,
      ),
    );
}

/** Rows below each other that may be one table: most have several cells. */
function blocksOf(rows: readonly PageRow[]): PageRow[][] {
  const blocks: PageRow[][] = [];
  let block: PageRow[] = [];
  const close = () => {
    while (block.at(-1)?.cells.length === 1) block.pop();
    if (block.length > 1) blocks.push(block);
    block = [];
  };
  for (const row of rows.map(withoutMarker)) {
    const above = block.at(-1);
    if (above !== undefined && !followsInTable(above, row, block)) close();
    if (row.cells.length > 1 || block.length > 0) block.push(row);
  }
  close();
  return blocks;
}

function followsInTable(above: PageRow, row: PageRow, block: readonly PageRow[]): boolean {
  const drop = above.bottom - row.top;
  if (drop <= 0 || drop > dropMax * Math.max(row.height, above.height)) return false;
  return row.cells.length > 1 || isPartialRow(row, block);
}

const caption = /^(?:table|figure|fig\.|tab\.|tabelle|abbildung|tableau|tabla|figura)\s*\d/i;

/** A row with one cell has the others empty, or names a group of rows. Text that is set otherwise ends the table. */
function isPartialRow({ cells, height }: PageRow, block: readonly PageRow[]): boolean {
  const [cell] = cells;
  const [head] = block;
  const text = cell?.lines[0]?.text ?? '';
  if (cell === undefined || head === undefined || caption.test(text)) return false;
  if (height > 1.15 * head.height) return false;
  const left = head.cells[0]?.left ?? 0;
  const right = head.cells.at(-1)?.right ?? 0;
  return cell.left > left - height && cell.right < right + 6 * height && cell.lines.length <= 6;
}

const bullet = /^[•▪◦‣●○■□–—*·-]$/u;
const listNumber = /^(?:\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,5})[.)]|\[\d{1,3}\])$/i;

/** A bullet and its text are a list item, not two cells. */
function withoutMarker(row: PageRow): PageRow {
  const { cells } = row;
  const [marker, text] = cells;
  const [mark = { text: '' }] = marker?.lines ?? [];
  if (marker === undefined || text === undefined) return row;
  if (!bullet.test(mark.text) && !(cells.length === 2 && listNumber.test(mark.text))) return row;
  const item = { ...text, left: marker.left, lines: [...marker.lines, ...text.lines] };
  return { ...row, cells: [item, ...cells.slice(2)] };
}

/** Rows that do not fit the columns of the others are dropped at either end, such as a running head, until all fit. */
const trimsMax = 4;

function tableOf(block: readonly PageRow[]): PageTable | null {
  let rows = block;
  for (let trims = 0; trims < trimsMax; trims += 1) {
    const gutters = findGutters(rows);
    if (gutters.length === 0) return null;
    const divided = rows.flatMap((row) => divideStacked(row, gutters));
    const fitting = longestFitting(divided, gutters);
    if (fitting.length === divided.length) return checkTable(fitting, gutters);
    rows = fitting;
  }
  return null;
}

function checkTable(fitting: readonly PageRow[], gutters: readonly number[]): PageTable | null {
  const rows = fitting.map((row) => ({ row, cells: cellsByColumn(row, gutters) ?? [] }));
  if (!isTable(rows, gutters)) return null;
  return {
    rows: joinContinued(rows),
    gutters,
    first: fitting.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY),
    end: fitting.reduce((most, { end }) => Math.max(most, end), 0),
  };
}

function longestFitting(block: readonly PageRow[], gutters: readonly number[]): PageRow[] {
  let longest: PageRow[] = [];
  let open: PageRow[] = [];
  for (const row of block) {
    if (!fits(row, gutters)) open = [];
    else if (row.cells.length > 1 || open.length > 0) open.push(row);
    if (open.length > longest.length) longest = open;
  }
  return longest.slice(0, longest.findLastIndex(({ cells }) => cells.length > 1) + 1);
}

function fits(row: PageRow, gutters: readonly number[]): boolean {
  const [only] = row.cells;
  if (row.cells.length === 1 && only !== undefined)
    return only.lines.length === 1 || !gutters.some((gutter) => isCrossed(only, gutter));
  const cells = cellsByColumn(row, gutters);
  return cells !== null && cells.filter((cell) => cell !== null).length > 1;
}
