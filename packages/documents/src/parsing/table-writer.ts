import { escapeCell } from '@avow/text/structure';
import { type BlockWriter, escapeTags } from './block-writer.ts';

/** After this many rows the header row is repeated, under a heading with the row number. */
const rowsPerBlock = 50;

/** Writes rows as Markdown, one line each. The first row names the columns. */
export class TableWriter {
  readonly #into: BlockWriter;
  #group: object = {};
  #names: string | null = null;
  #rule = '';
  #inBlock = 0;

  constructor(into: BlockWriter) {
    this.#into = into;
  }

  /** `number` is that of the row in its file, from 1; null if rows have no numbers, and then long tables are not divided. */
  addRow(cells: readonly string[], number: number | null = null): void {
    const line = tableLine(cells);
    if (line === null) return;
    if (this.#names === null) {
      this.#names = line;
      this.#rule = `|${' --- |'.repeat(cells.length)}`;
      this.#addNames();
      return;
    }
    if (number !== null && this.#inBlock === rowsPerBlock) {
      this.#into.addHeading(2, `From row ${number}`);
      this.#group = {};
      this.#inBlock = 0;
      this.#addNames();
    }
    this.#into.add(line, this.#group);
    this.#inBlock += 1;
  }

  #addNames(): void {
    this.#into.add(this.#names ?? '', this.#group);
    this.#into.add(this.#rule, this.#group);
  }
}

/** Null if every cell is empty. */
function tableLine(cells: readonly string[]): string | null {
  const written = cells.map((cell) => escapeTags(escapeCell(cell.replace(/\s+/g, ' ').trim())));
  return written.some((cell) => cell !== '') ? `| ${written.join(' | ')} |` : null;
}
