import type { TableRow, TableSheet } from '@avow/documents';
import { normalise } from '@avow/text';

/** A table whose first row names its columns. */
export interface NamedTable {
  readonly columns: ReadonlyArray<{
    readonly position: number;
    readonly name: string;
    readonly written: string;
  }>;
  /** By name; the first if several columns share it. */
  readonly positions: ReadonlyMap<string, number>;
  readonly width: number;
  readonly rows: readonly TableRow[];
  readonly placeOf: (row: TableRow) => string;
}

/** Column names are compared ignoring case, spaces, hyphens and underscores. */
export function columnName(written: string): string {
  return normalise(written, 'NFKC')
    .toLowerCase()
    .replace(/[\s_\-\ufeff]+/g, '');
}

/** The table below its header; null if the header names no question or no answer column. */
export function nameColumns(sheet: TableSheet): NamedTable | null {
  const [header, ...rows] = sheet.rows;
  if (header === undefined) return null;
  const columns = header.cells
    .map((cell, position) => ({ position, name: columnName(cell), written: cell.trim() }))
    .filter(({ name }) => name !== '');
  const positions = new Map(columns.toReversed().map(({ name, position }) => [name, position]));
  if (!positions.has('question') || !positions.has('answer')) return null;
  return { columns, positions, width: header.cells.length, rows, placeOf: placeIn(sheet) };
}

export function placeIn(sheet: TableSheet): (row: TableRow) => string {
  return ({ number }) =>
    sheet.name === '' ? `row ${number}` : `sheet ${sheet.name.slice(0, 64)}, row ${number}`;
}

/** Reads a row by the names of its columns. */
export function cellReader(table: NamedTable, row: TableRow): (name: string) => string {
  return (name) => {
    const position = table.positions.get(name);
    return position === undefined ? '' : (row.cells[position] ?? '');
  };
}

/** An unquoted delimiter in a cell shifts everything after it into other columns. */
export function isTooWide(table: NamedTable, row: TableRow): boolean {
  return row.cells.slice(table.width).some((cell) => cell.trim() !== '');
}

export const tooWideReason = 'has more cells than there are columns: quote cells that contain the separator';
