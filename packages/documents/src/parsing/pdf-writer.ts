import { BlockWriter, escapeLines } from './block-writer.ts';
import type { PageBlock, TableBlock } from './pdf-blocks.ts';
import { joinLines, type PageLine } from './pdf-lines.ts';
import { TableWriter } from './table-writer.ts';

/** A line this much larger than the rest is a heading, if it is not too long for one. */
export const headingScale = 1.15;
const titleScale = 1.6;
const headingUnitsMax = 160;
/** Lines farther apart than this, in line heights, belong to different paragraphs. */
const paragraphGap = 1.75;
/** In line heights: lines of one size. */
const heightSlack = 0.15;

/** Writes the pages of a PDF. A paragraph that goes on over a page break is written before the mark of the next page. */
export class PdfWriter {
  readonly #writer: BlockWriter;
  readonly #bodyHeight: number;
  /** The last paragraph of a page, which the next page may go on with. */
  #open: PageLine[] = [];
  #title: string | null = null;

  constructor({ bytesMax, bodyHeight }: { readonly bytesMax: number; readonly bodyHeight: number }) {
    this.#writer = new BlockWriter(bytesMax);
    this.#bodyHeight = bodyHeight;
  }

  /** The first heading of the first level. */
  get title(): string | null {
    return this.#title;
  }

  addPage(number: number, blocks: readonly PageBlock[]): void {
    const units = blocks.flatMap(
      (block): Array<PageLine[] | TableBlock> =>
        block.kind === 'table' ? [block] : paragraphsOf(block.lines),
    );
    const [first] = units;
    if (Array.isArray(first) && this.#goesOnWith(first)) {
      this.#open.push(...first);
      units.shift();
    }
    this.#writeOpen();
    if (units.length > 0) this.#writer.add(`[page ${number}]`);
    for (const unit of units) {
      this.#writeOpen();
      if (Array.isArray(unit)) this.#open = unit;
      else writeTable(this.#writer, unit);
    }
  }

  toText(): string {
    this.#writeOpen();
    return this.#writer.toText();
  }

  #goesOnWith([next]: readonly PageLine[]): boolean {
    const last = this.#open.at(-1);
    return last !== undefined && next !== undefined && !this.#isHeading(last.height) && continues(last, next);
  }

  #isHeading(height: number): boolean {
    return height > this.#bodyHeight * headingScale;
  }

  #writeOpen(): void {
    const text = joinLines(this.#open);
    const height = this.#open[0]?.height ?? 0;
    this.#open = [];
    if (!this.#isHeading(height) || text.length > headingUnitsMax || !/\p{L}{2}/u.test(text)) {
      this.#writer.addParagraph(text);
      return;
    }
    const isTitle = height > this.#bodyHeight * titleScale;
    if (isTitle) this.#title ??= text.replace(/\s+/g, ' ');
    this.#writer.addHeading(isTitle ? 1 : 2, text);
  }
}

function writeTable(writer: BlockWriter, { rows, isHeadless }: TableBlock): void {
  if (isHeadless) {
    const list = {};
    for (const row of rows)
      writer.add(`- ${escapeLines(row.filter((cell) => cell !== '').join(': '))}`, list);
    return;
  }
  const table = new TableWriter(writer);
  for (const row of rows) table.addRow(row);
}

/** Lines of one size, close below each other, or at the top of the next column in the middle of a sentence. */
function paragraphsOf(lines: readonly PageLine[]): PageLine[][] {
  const paragraphs: PageLine[][] = [];
  let previous: PageLine | null = null;
  for (const line of lines) {
    const drop = previous === null ? 0 : previous.y - line.y;
    const goesOn =
      previous !== null &&
      (drop > 0 ? isOneSize(previous, line) && drop < paragraphGap * line.height : continues(previous, line));
    if (goesOn) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
    previous = line;
  }
  return paragraphs;
}

function isOneSize(one: PageLine, other: PageLine): boolean {
  return Math.abs(one.height - other.height) < heightSlack * other.height;
}

/** Whether a sentence goes on from one line to another that does not stand below it. */
function continues(last: PageLine, next: PageLine): boolean {
  if (!isOneSize(last, next)) return false;
  if (/[\p{L}\p{N},–-]$/u.test(last.text) && /^\p{Ll}(?![).])/u.test(next.text)) return true;
  // A number may begin an entry of a list.
  return /\s\p{Ll}+$/u.test(last.text) && /^\d(?:[\d.,:]*\d)? \p{Ll}/u.test(next.text);
}
