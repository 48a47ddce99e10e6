import { closeRow, type PageCell, type PageRow } from './pdf-rows.ts';
import { type TextRun, widthOf } from './pdf-runs.ts';

export interface AssignedRow {
  readonly row: PageRow;
  /** By column; null is an empty cell. */
  readonly cells: ReadonlyArray<PageCell | null>;
}

/**
 * Rows of which only the first cell is filled, such as the name of a group, look like further lines of the first cell of
 * the row below: its other cells stand beside the last line, and the lines above were not full when they ended.
 */
export function divideStacked(row: PageRow, [gutter = 0]: readonly number[]): PageRow[] {
  const [label, ...others] = row.cells;
  const last = label?.lines.at(-1);
  if (label === undefined || last === undefined || others.length === 0) return [row];
  const isBeside = others.every(({ lines }) => (lines[0]?.y ?? 0) < last.y + 0.35 * last.height);
  const above = label.lines.slice(0, -1);
  const isShort = above.every((line, position) => hadRoom(line, label.lines[position + 1], gutter));
  if (above.length === 0 || !isBeside || !isShort) return [row];
  return [...above.map((line) => closeRow([cellOf(line)])), closeRow([cellOf(last), ...others])];
}

function cellOf(line: TextRun): PageCell {
  return { lines: [line], left: line.left, right: line.right };
}

/** Whether the first word of the next line would have fitted. */
function hadRoom(line: TextRun, next: TextRun | undefined, gutter: number): boolean {
  if (next === undefined) return true;
  const [word = ''] = next.text.split(' ');
  const wordWidth = (widthOf(`${word} `) / Math.max(widthOf(next.text), 1)) * (next.right - next.left);
  return line.right + wordWidth + 0.5 * line.height < gutter;
}

/** Lines of one cell follow each other closer than this, in line heights. */
const leadingMax = 1.4;
/** Longer cells are not joined further. */
const cellLinesMax = 50;
/** Relative to the usual drop from row to row. */
const tightShare = 0.8;

/**
 * The cells of the rows. A row without a first cell that is closer to the row above than rows usually are, or goes on in
 * the middle of a sentence, belongs to the row above: some programs write wrapped rows line by line.
 */
export function joinContinued(rows: readonly AssignedRow[]): AssignedRow['cells'][] {
  const joined: Array<Array<PageCell | null>> = [];
  const usual = usualDrop(rows);
  for (const [position, { row, cells }] of rows.entries()) {
    const above = rows[position - 1]?.row;
    const target = joined.at(-1);
    const drop = above === undefined ? 0 : above.bottom - row.top;
    const isClose = drop <= leadingMax * row.height;
    const isContinued = drop < tightShare * usual || cells.some((cell, at) => goesOn(target?.[at], cell));
    const isFull = target?.some((cell) => (cell?.lines.length ?? 0) > cellLinesMax);
    if (target === undefined || isFull || cells[0] !== null || position < 2 || !isClose || !isContinued)
      joined.push([...cells]);
    else for (const [at, cell] of cells.entries()) if (cell !== null) target[at] = append(target[at], cell);
  }
  return joined;
}

function usualDrop(rows: readonly AssignedRow[]): number {
  const drops = rows.flatMap(({ row, cells }, position) => {
    const above = rows[position - 1]?.row;
    return above === undefined || cells[0] === null ? [] : [above.bottom - row.top];
  });
  return drops.toSorted((one, other) => one - other)[drops.length >> 1] ?? 0;
}

function goesOn(above: PageCell | null | undefined, cell: PageCell | null): boolean {
  const before = above?.lines.at(-1)?.text ?? '';
  return /[\p{L},-]$/u.test(before) && /^\p{Ll}/u.test(cell?.lines[0]?.text ?? '');
}

function append(above: PageCell | null | undefined, cell: PageCell): PageCell {
  return above == null ? cell : { ...above, lines: [...above.lines, ...cell.lines] };
}
