import type { Handler } from 'htmlparser2';
import { formatNumber, formatText, general } from './cell-format.ts';
import { damaged } from './check-content.ts';
import type { TableRow } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { localName } from './xlsx-lookups.ts';

interface SheetContext {
  readonly strings: readonly string[];
  /** By the style of a cell. */
  readonly formats: readonly string[];
  readonly from1904: boolean;
  readonly limits: ParsingLimits;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly pattern: string;
  value: string;
}

type Attributes = Readonly<Record<string, string>>;

/** What the format allows. */
const columnsMax = 16_384;
/** A cell takes this much of a line at least, which bounds sheets of empty cells too. */
const cellBytesMin = 3;

/** Follows the tags of a sheet: its columns, rows and cells. */
export class SheetReading implements Partial<Handler> {
  readonly #context: SheetContext;
  readonly #rows: Array<{ readonly number: number; readonly cells: Map<number, string> }> = [];
  readonly #hiddenColumns = new Set<number>();
  readonly #leftOutColumns = new Set<number>();
  readonly #columns = new Set<number>();
  #leftOutRows = 0;
  #cells = new Map<number, string>();
  #rowNumber = 0;
  #isRowHidden = false;
  #column = 0;
  #cell: OpenCell | null = null;
  #inValue = false;
  #inPhonetic = false;
  #bytes = 0;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** Of those that are not empty. */
  get hiddenRowCount(): number {
    return this.#leftOutRows;
  }

  get hiddenColumnCount(): number {
    return this.#leftOutColumns.size;
  }

  /** All of one width: that of the columns with at least one cell. */
  listRows(): TableRow[] {
    const columns = [...this.#columns].toSorted((one, other) => one - other);
    this.#count(this.#rows.length * columns.length * cellBytesMin);
    return this.#rows.map(({ number, cells }) => ({
      number,
      cells: columns.map((column) => cells.get(column) ?? ''),
    }));
  }

  onopentag(tag: string, attributes: Attributes): void {
    switch (localName(tag)) {
      case 'col':
        this.#openColumns(attributes);
        break;
      case 'row':
        this.#rowNumber = Number(attributes['r'] ?? this.#rowNumber + 1);
        this.#isRowHidden = isHidden(attributes, 'ht');
        this.#cells = new Map();
        this.#column = 0;
        break;
      case 'c':
        this.#openCell(attributes);
        break;
      case 'rPh':
        this.#inPhonetic = true;
        break;
      case 'v':
      case 't':
        this.#inValue = this.#cell !== null && !this.#inPhonetic;
        break;
    }
  }

  ontext(text: string): void {
    if (this.#inValue && this.#cell !== null) this.#cell.value += text;
  }

  onclosetag(tag: string): void {
    const name = localName(tag);
    if (name === 'v' || name === 't') this.#inValue = false;
    else if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #openColumns(attributes: Attributes): void {
    if (!isHidden(attributes, 'width')) return;
    const last = Math.min(Number(attributes['max']), columnsMax);
    for (let column = Math.max(Number(attributes['min']), 1); column <= last; column += 1)
      this.#hiddenColumns.add(column);
  }

  #openCell({ r = '', t = 'n', s }: Attributes): void {
    const letters = /^[A-Z]{1,3}/.exec(r)?.[0];
    this.#column = letters === undefined ? this.#column + 1 : columnNumber(letters);
    if (this.#column > columnsMax) throw damaged('xlsx');
    const pattern = this.#context.formats[Number(s ?? 0)] ?? general;
    this.#cell = { column: this.#column, type: t, pattern, value: '' };
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    const text = cell === null ? '' : this.#textOf(cell);
    if (cell === null || text.trim() === '') return;
    if (this.#isRowHidden || !this.#hiddenColumns.has(cell.column)) this.#cells.set(cell.column, text);
    else this.#leftOutColumns.add(cell.column);
  }

  #endRow(): void {
    if (this.#cells.size === 0) return;
    if (this.#isRowHidden) this.#leftOutRows += 1;
    else {
      this.#rows.push({ number: this.#rowNumber, cells: this.#cells });
      for (const [column, text] of this.#cells) {
        this.#columns.add(column);
        this.#count(Buffer.byteLength(text));
      }
    }
    this.#cells = new Map();
  }

  #count(bytes: number): void {
    const { textBytesMax } = this.#context.limits;
    this.#bytes += bytes;
    if (this.#bytes > textBytesMax) throw new ParsingFault(`holds more than ${textBytesMax} bytes of text`);
  }

  /** A workbook without the text that a cell refers to is damaged: to go on would lose it silently. */
  #sharedString(position: string): string {
    if (position.trim() === '') return '';
    const text = this.#context.strings[Number(position)];
    if (text === undefined) throw damaged('xlsx');
    return text;
  }

  #textOf({ type, pattern, value }: OpenCell): string {
    const { from1904 } = this.#context;
    if (type === 's') return formatText(this.#sharedString(value), pattern);
    if (type === 'str' || type === 'inlineStr') return formatText(value, pattern);
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' ');
    if (type !== 'n') return value;
    const number = Number(value);
    return value === '' || !Number.isFinite(number) ? '' : formatNumber(number, { pattern, from1904 });
  }
}

/** Also if it has no width or height. */
function isHidden(attributes: Attributes, size: 'width' | 'ht'): boolean {
  return /^(?:1|true)$/.test(attributes['hidden'] ?? '') || Number(attributes[size] ?? 1) === 0;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}
