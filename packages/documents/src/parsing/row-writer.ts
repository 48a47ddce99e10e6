import type { BlockWriter } from './block-writer.ts';
import type { TableRow } from './parsed-file.ts';
import { TableWriter } from './table-writer.ts';

/** Among how many rows at the beginning the head of a table is looked for. */
const sampledRows = 20;

/** Writes the rows of a table that may have a title above its head, as people write them into sheets. */
export class RowWriter {
  readonly #into: BlockWriter;
  readonly #table: TableWriter;
  #sample: TableRow[] | null = [];

  constructor(into: BlockWriter) {
    this.#into = into;
    this.#table = new TableWriter(into);
  }

  add(row: TableRow): void {
    if (row.cells.every((cell) => cell.trim() === '')) return;
    if (this.#sample === null) this.#table.addRow(row.cells, row.number);
    else if (this.#sample.push(row) === sampledRows) this.end();
  }

  /** To be called after the last row. */
  end(): void {
    const rows = this.#sample ?? [];
    this.#sample = null;
    const titleRows = countTitleRows(rows.map(({ cells }) => cells));
    for (const { cells } of rows.slice(0, titleRows)) this.#into.addParagraph(filled(cells).join(' '));
    for (const { cells, number } of rows.slice(titleRows)) this.#table.addRow(cells, number);
  }
}

/**
 * How many rows stand above the head: few of their cells are filled, beginning on the left, and at least half of the head is.
 * Numbers below a single cell are data: then the first row stays the head.
 */
function countTitleRows(rows: ReadonlyArray<readonly string[]>): number {
  const width = rows.reduce((most, cells) => Math.max(most, filled(cells).length), 0);
  const position = rows.findIndex((cells) => !isTitle(cells, width));
  const head = filled(rows[position] ?? []);
  const isHead =
    head.length >= 2 && head.length * 2 >= width && head.filter(isNumber).length * 2 < head.length;
  return isHead ? position : 0;
}

function isTitle(cells: readonly string[], width: number): boolean {
  if (cells[0]?.trim() === '') return false;
  const count = filled(cells).length;
  return count === 1 ? width > 1 : count === 2 && width >= 5;
}

function filled(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}

/** A year may name a column. */
function isNumber(cell: string): boolean {
  return /^[^\p{L}]{0,3}\d/u.test(cell) && !/^(?:19|20)\d\d$/.test(cell);
}
