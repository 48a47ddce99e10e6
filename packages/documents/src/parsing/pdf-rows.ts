import type { TextRun } from './pdf-runs.ts';

/** Text lines below each other, such as a wrapped table cell or a paragraph. */
export interface PageCell {
  readonly lines: readonly TextRun[];
  readonly left: number;
  readonly right: number;
}

/** Cells beside each other, from left to right. Text outside tables is a row with one cell. */
export interface PageRow {
  readonly cells: readonly PageCell[];
  /** The highest and the lowest baseline. */
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
  readonly first: number;
  readonly end: number;
}

interface OpenCell extends PageCell {
  readonly lines: TextRun[];
  left: number;
  right: number;
}

/** The drop from one line of a cell to the next, in line heights. */
const leadingMax = 2.1;
/** How far a cell may begin above the first cell of its row, in line heights: rows may be centred vertically. */
const riseMax = 12;
/** Further cells begin another row, which keeps the cost of a row bounded. */
const columnsMax = 40;
/** How well edges must meet to be aligned, in line heights. */
const edgeSlack = 0.5;

/**
 * Groups the runs of a page in the order of the file. Programs write tables cell by cell and row by row, but the columns
 * of a page one after the other: lines of text side by side become one row only if they were written side by side.
 */
export function rowsOf(runs: readonly TextRun[]): PageRow[] {
  const rows: PageRow[] = [];
  let cells: OpenCell[] = [];
  const close = () => {
    if (cells.length > 0) rows.push(closeRow(cells));
    cells = [];
  };
  for (const run of runs) {
    const last = cells.at(-1);
    if (last === undefined) {
      cells = [openCell(run)];
    } else if (continuesCell(last, run, cells.at(-2))) {
      last.lines.push(run);
      last.left = Math.min(last.left, run.left);
      last.right = Math.max(last.right, run.right);
    } else if (isBeside(cells, run, rows.at(-1))) {
      cells.push(openCell(run));
    } else {
      // The first cell of a table close below a paragraph was taken for another line of the paragraph.
      const mistaken = isBesideLastLine(last, run) ? last.lines.pop() : undefined;
      if (mistaken !== undefined) resize(last);
      close();
      cells = mistaken === undefined ? [openCell(run)] : [openCell(mistaken), openCell(run)];
    }
  }
  close();
  return rows;
}

function openCell(run: TextRun): OpenCell {
  return { lines: [run], left: run.left, right: run.right };
}

function resize(cell: OpenCell): void {
  cell.left = cell.lines.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY);
  cell.right = cell.lines.reduce((most, { right }) => Math.max(most, right), Number.NEGATIVE_INFINITY);
}

function continuesCell(cell: PageCell, run: TextRun, before: PageCell | undefined): boolean {
  const above = cell.lines.at(-1);
  if (above === undefined) return false;
  const drop = above.y - run.y;
  if (drop < edgeSlack * run.height || drop > leadingMax * run.height) return false;
  if (Math.abs(above.height - run.height) > 0.2 * run.height) return false;
  const slack = edgeSlack * run.height;
  if (before !== undefined && run.left < before.right - slack) return false;
  return (
    (run.left >= cell.left - slack && run.left < cell.right) ||
    Math.abs(run.right - cell.right) <= slack ||
    Math.abs(run.left + run.right - cell.left - cell.right) <= 2 * slack
  );
}

function isBeside(cells: readonly PageCell[], run: TextRun, rowAbove: PageRow | undefined): boolean {
  const last = cells.at(-1);
  if (last === undefined || cells.length >= columnsMax) return false;
  // Where a run ends is an estimate if spaces follow it.
  if (run.left < last.right - 0.3 * run.height) return false;
  const { top, bottom } = extentOf(cells);
  if (run.y < bottom - edgeSlack * run.height || run.y > top + riseMax * run.height) return false;
  return run.y <= top || rowAbove === undefined || rowAbove.bottom < top || run.y < rowAbove.bottom;
}

function isBesideLastLine({ lines }: PageCell, run: TextRun): boolean {
  const last = lines.at(-1);
  return (
    lines.length > 1 &&
    last !== undefined &&
    run.left > last.right &&
    Math.abs(run.y - last.y) <= edgeSlack * run.height
  );
}

function extentOf(cells: readonly PageCell[]) {
  let top = Number.NEGATIVE_INFINITY;
  let bottom = Number.POSITIVE_INFINITY;
  for (const { lines } of cells) {
    top = Math.max(top, lines[0]?.y ?? top);
    bottom = Math.min(bottom, lines.at(-1)?.y ?? bottom);
  }
  return { top, bottom };
}

export function closeRow(cells: readonly PageCell[]): PageRow {
  const lines = cells.flatMap((cell) => cell.lines);
  return {
    cells,
    ...extentOf(cells),
    height: lines.reduce((most, { height }) => Math.max(most, height), 0),
    first: lines.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY),
    end: lines.reduce((most, { end }) => Math.max(most, end), 0),
  };
}
