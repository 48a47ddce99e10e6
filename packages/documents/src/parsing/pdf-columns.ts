import type { PageCell, PageRow } from './pdf-rows.ts';
import { type TextRun, widthOf } from './pdf-runs.ts';

/** Gaps in more places than this are not those of a table; what follows takes time for each of them. */
const gapsMax = 80;

interface Gap {
  readonly left: number;
  readonly right: number;
}

/** The x-coordinates that divide the columns of the rows, from left to right; empty if the rows have no common columns. */
export function findGutters(rows: readonly PageRow[]): number[] {
  const gaps = rows.map(gapsOf);
  const points = stab(gaps.flat());
  if (points.length > gapsMax) return [];
  return points.filter((gutter) => {
    const votes = gaps.filter((ofRow) => ofRow.some(({ left, right }) => left <= gutter && gutter <= right));
    const crossed = rows.filter(
      ({ cells }) => cells.length > 1 && cells.some((cell) => isCrossed(cell, gutter)),
    );
    return votes.length >= 2 && votes.length >= crossed.length;
  });
}

function gapsOf({ cells }: PageRow): Gap[] {
  return cells.slice(1).flatMap((cell, position) => {
    const edge = cells[position]?.right ?? cell.left;
    return { left: Math.min(edge, cell.left), right: cell.left };
  });
}

/** The fewest points such that every gap contains one of them. The gap of an empty cell contains two gutters or more. */
function stab(gaps: readonly Gap[]): number[] {
  const sorted = gaps.toSorted((one, other) => one.right - other.right);
  const points: number[] = [];
  let leftMost = Number.NEGATIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const gap of sorted) {
    if (gap.left <= right) {
      leftMost = Math.max(leftMost, gap.left);
    } else {
      if (points.length > 0) points[points.length - 1] = (leftMost + right) / 2;
      ({ left: leftMost, right } = gap);
      points.push(right);
    }
  }
  if (points.length > 0) points[points.length - 1] = (leftMost + right) / 2;
  return points;
}

export function isCrossed({ left, right }: Gap, gutter: number): boolean {
  return left < gutter && gutter < right;
}

/**
 * The cells of a row by column; null if a cell crosses a gutter and cannot be divided there. A cell that is alone in its
 * row stands in the column where it begins.
 */
export function cellsByColumn({ cells }: PageRow, gutters: readonly number[]): Array<PageCell | null> | null {
  const columns: Array<PageCell | null> = Array.from({ length: gutters.length + 1 }, () => null);
  const parts = cells.length === 1 ? cells : divideCells(cells, gutters);
  if (parts === null) return null;
  for (const part of parts) {
    const column = columnOf(part, gutters);
    const already = columns[column] ?? null;
    columns[column] = already === null ? part : joinCells(already, part);
  }
  return columns;
}

/** Only a row that shows one gutter can have lost another: text beside a marginal note is not two cells. */
function divideCells(cells: readonly PageCell[], gutters: readonly number[]): PageCell[] | null {
  const showsGutter = cells.some((cell, at) => {
    const next = cells[at + 1];
    return next !== undefined && gutters.some((one) => cell.right <= one && one <= next.left);
  });
  const divided = cells.map((cell) => divideCell(cell, gutters, showsGutter));
  return divided.includes(null) ? null : divided.flatMap((parts) => parts ?? []);
}

function columnOf(cell: PageCell, gutters: readonly number[]): number {
  const column = gutters.findIndex((gutter) => cell.left < gutter);
  return column === -1 ? gutters.length : column;
}

function joinCells(one: PageCell, other: PageCell): PageCell {
  return {
    lines: [...one.lines, ...other.lines],
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
  };
}

/** Two cells that stand close together may have been read as one. What crosses more gutters is text across the columns. */
function divideCell(cell: PageCell, gutters: readonly number[], mayDivide: boolean): PageCell[] | null {
  const [gutter, another] = gutters.filter((one) => isCrossed(cell, one));
  if (gutter === undefined) return [cell];
  if (another !== undefined || !mayDivide) return null;
  const before: TextRun[] = [];
  const after: TextRun[] = [];
  for (const line of cell.lines) {
    if (line.right <= gutter) before.push(line);
    else if (line.left >= gutter) after.push(line);
    else {
      const divided = divideLine(line, gutter);
      if (divided === null) return null;
      before.push(divided.before);
      after.push(divided.after);
    }
  }
  return [cellOf(before), cellOf(after)];
}

function cellOf(lines: readonly TextRun[]): PageCell {
  return {
    lines,
    left: lines.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY),
    right: lines.reduce((most, { right }) => Math.max(most, right), Number.NEGATIVE_INFINITY),
  };
}

/** How far the space may be from the gutter, in line heights. */
const divisionSlack = 0.6;

/** Divides a line at the space nearest the gutter. Where the spaces are is estimated, since only whole runs are measured. */
function divideLine(line: TextRun, gutter: number): { before: TextRun; after: TextRun } | null {
  const total = widthOf(line.text);
  let passed = 0;
  let best: { readonly at: number; readonly x: number } | null = null;
  for (let at = 0; at < line.text.length; at += 1) {
    const width = widthOf(line.text.charAt(at));
    if (line.text[at] === ' ') {
      const x = line.left + ((passed + width / 2) / total) * (line.right - line.left);
      if (best === null || Math.abs(x - gutter) < Math.abs(best.x - gutter)) best = { at, x };
    }
    passed += width;
  }
  if (best === null || Math.abs(best.x - gutter) > divisionSlack * line.height) return null;
  return {
    before: { ...line, text: line.text.slice(0, best.at), right: Math.min(best.x, gutter) },
    after: { ...line, text: line.text.slice(best.at + 1), left: Math.max(best.x, gutter) },
  };
}
