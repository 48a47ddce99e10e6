import type { BlockWriter } from './block-writer.ts';
import { type Cell, createRowFiller } from './row-filler.ts';
import { TableWriter } from './table-writer.ts';

const headRowsMax = 4;

interface OpenHead {
  cells: string[];
  rows: number;
  /** How many rows it has if they are not marked as heads. */
  readonly unmarkedRows: number;
  /** Nothing reaches down from its first row: only a row whose first cell is empty too belongs to it. */
  readonly hasEmptyCorner: boolean;
}

/** Writes a table whose cells may span columns and rows, so that each value stands under all its heads. */
export class GridWriter {
  readonly #into: BlockWriter;
  #writer: TableWriter;
  #fillRow = createRowFiller();
  #head: OpenHead | null = null;
  #isEmpty = true;

  constructor(into: BlockWriter) {
    this.#into = into;
    this.#writer = new TableWriter(into);
  }

  addRow(given: readonly Cell[]): void {
    const { cells, values } = this.#fillRow(given);
    // All that it has stands in the row above.
    if (given.length === 0) {
      if (this.#head !== null) this.#head.rows += 1;
      return;
    }
    // A single cell is not a row. Nor is what follows it and says one thing: pages indent descriptions like this.
    if (values.length === 1 && (given.length === 1 || this.#writer.beginsWithWords)) {
      this.#writeHead();
      this.#writer.addBetween(values[0] ?? '');
      return;
    }
    if (this.#continuesHead(given)) {
      this.#joinHead(cells);
      return;
    }
    this.#writeHead();
    if (this.#isEmpty) this.#head = openHead(given, cells);
    this.#isEmpty = false;
    if (this.#head === null) this.#writer.addRow(cells);
  }

  /** Cells reach no further down than the part of the table that they stand in, such as its head. */
  endPart(): void {
    this.#writeHead();
    this.#fillRow = createRowFiller();
  }

  /** Ends the table. What follows is another. */
  end(): void {
    this.#writeHead();
    this.#writer = new TableWriter(this.#into);
    this.#fillRow = createRowFiller();
    this.#isEmpty = true;
  }

  #continuesHead(given: readonly Cell[]): boolean {
    if (this.#head === null || this.#head.rows >= headRowsMax) return false;
    if (isMarked(given)) return true;
    const { rows, unmarkedRows, hasEmptyCorner } = this.#head;
    return rows < unmarkedRows && (!hasEmptyCorner || given[0]?.words === '');
  }

  /** The names of a column, from the top to the bottom: "Summer – Adult". */
  #joinHead(cells: readonly string[]): void {
    if (this.#head === null) return;
    const above = this.#head.cells;
    const width = Math.max(above.length, cells.length);
    this.#head.rows += 1;
    this.#head.cells = Array.from({ length: width }, (_, column) => {
      const [upper = '', lower = ''] = [above[column], cells[column]];
      return upper === '' || lower === '' || upper === lower ? upper || lower : `${upper} – ${lower}`;
    });
  }

  #writeHead(): void {
    if (this.#head !== null) this.#writer.addRow(this.#head.cells);
    this.#head = null;
  }
}

/** The head of a table goes on below its first row if a cell of that row names several columns, and others do not. */
function openHead(given: readonly Cell[], cells: string[]): OpenHead | null {
  if (!given.some(({ columns, words }) => columns > 1 && words !== '')) return null;
  const tallest = given.reduce((most, { rows }) => (rows > most ? Math.floor(rows) : most), 1);
  // A table without marks: what stands beside the name of several columns is one cell with the row below, or empty.
  const hasEmptyCorner = tallest === 1 && given[0]?.words === '';
  const unmarkedRows = hasEmptyCorner ? 2 : tallest;
  const reachesDown = unmarkedRows > 1 && unmarkedRows <= headRowsMax;
  if (!isMarked(given) && !reachesDown) return null;
  return { cells, rows: 1, unmarkedRows: reachesDown ? unmarkedRows : 1, hasEmptyCorner };
}

function isMarked(cells: readonly Cell[]): boolean {
  return cells.length > 0 && cells.every(({ isHead }) => isHead);
}
