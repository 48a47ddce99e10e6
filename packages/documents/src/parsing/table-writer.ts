import { escapeCell } from '@avow/text/markdown';
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
  #interrupted = false;

  constructor(into: BlockWriter) {
    this.#into = into;
  }

  /** Words came before any row: what names the columns is not known yet. */
  get beginsWithWords(): boolean {
    return this.#names === null && this.#interrupted;
  }

  /** Words between two rows, such as the name of a group of them. The column names are repeated below them. */
  addBetween(words: string): void {
    this.#into.addParagraph(words);
    this.#interrupted = true;
  }

  /** `number` is that of the row in its file, from 1; null if rows have no numbers, and then long tables are not divided. */
  addRow(cells: readonly string[], number: number | null = null): void {
    const line = tableLine(cells);
    if (line === null) return;
    if (this.#names === null) {
      this.#names = line;
      this.#interrupted = false;
      this.#rule = `|${' --- |'.repeat(cells.length)}`;
      this.#addNames();
      return;
    }
    const isFull = number !== null && this.#inBlock === rowsPerBlock;
    if (isFull || this.#interrupted) {
      if (isFull) this.#into.addHeading(2, `From row ${number}`);
      this.#interrupted = false;
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
