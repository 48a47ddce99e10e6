import type { PdfLine } from './write-pdf.ts';

export interface TableLayout {
  /** Where the columns begin; a right-aligned column: where it ends. */
  readonly columns: ReadonlyArray<{ readonly x: number; readonly align?: 'left' | 'right' }>;
  readonly top: number;
  /** From the last line of a row to the first of the next. */
  readonly rowGap?: number;
  /** `cell`: all lines of a cell before the next cell, as most programs write them; `line`: line by line. */
  readonly order?: 'cell' | 'line';
}

const size = 10;
const leading = 12;

/** The lines of a table, in the order of a program that writes PDFs. A line break in a cell wraps it. */
export function layOutTable(
  rows: ReadonlyArray<readonly string[]>,
  { columns, top, rowGap = 16, order = 'cell' }: TableLayout,
): PdfLine[] {
  let y = top;
  return rows.flatMap((cells) => {
    const placed = cells.flatMap((cell, column) =>
      cell === ''
        ? []
        : cell.split('\n').map((text, line) => place(text, columns[column], y - line * leading)),
    );
    const lineCount = Math.max(...cells.map((cell) => cell.split('\n').length));
    y -= (lineCount - 1) * leading + rowGap;
    return order === 'cell' ? placed : placed.toSorted((one, other) => other.y - one.y || one.x - other.x);
  });
}

function place(text: string, column: TableLayout['columns'][number] | undefined, y: number) {
  const { x = 0, align = 'left' } = column ?? {};
  return { text, size, x: align === 'left' ? x : x - widthInHelvetica(text), y };
}

/** Of digits and a little punctuation. */
function widthInHelvetica(text: string): number {
  const units = [...text].reduce((total, character) => total + (/[.,: ]/.test(character) ? 278 : 556), 0);
  return (units * size) / 1000;
}
