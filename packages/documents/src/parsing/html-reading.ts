import { superscriptMark } from '@avow/text/sentences';
import type { Handler } from 'htmlparser2';
import { type BlockWriter, escapeLines } from './block-writer.ts';
import { GridWriter } from './grid-writer.ts';
import { ListNumbers } from './list-numbers.ts';
import type { Cell } from './row-filler.ts';

/** Elements that are not part of the text of a page, only link to other pages, or mark what no longer holds. */
export const passedOver: ReadonlySet<string> = new Set(
  'script style noscript template svg math iframe object embed canvas audio video nav footer aside button select textarea s strike del'.split(
    ' ',
  ),
);
const blocks = new Set(
  'address article blockquote body caption center dd details dialog div dl dt fieldset figcaption figure form header hr html legend main p section summary title'.split(
    ' ',
  ),
);
const tableParts = new Set(['thead', 'tbody', 'tfoot']);
const listDepthMax = 8;

interface OpenList {
  readonly group: object;
  readonly numbers: ListNumbers;
  /** What to write before the next words: the marker of a new item, or its indentation. */
  itemBegins: boolean;
}

interface OpenTable {
  readonly writer: GridWriter;
  cells: Cell[];
  inHead: boolean;
  inRow: boolean;
  inCell: boolean;
}

/** Follows the tags of a page and writes its text. Nothing here recurses, since a page may be nested to any depth. */
export class HtmlReading implements Partial<Handler> {
  readonly #writer: BlockWriter;
  readonly #mainOnly: boolean;
  readonly #lists: OpenList[] = [];
  readonly #tables: OpenTable[] = [];
  #words: string[] = [];
  #title: string[] = [];
  #inTitle = false;
  #skippedDepth = 0;
  #preDepth = 0;
  #headingLevel = 0;
  #superscriptBegins = false;
  #mainDepth = 0;
  #seenMain = false;

  constructor(writer: BlockWriter, mainOnly: boolean) {
    this.#writer = writer;
    this.#mainOnly = mainOnly;
  }

  get title(): string | null {
    return this.#title.join('').replace(/\s+/g, ' ').trim() || null;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#skippedDepth > 0 || passedOver.has(name) || isHidden(attributes) || isStruck(attributes)) {
      this.#skippedDepth += 1;
      return;
    }
    if (name === 'title') this.#inTitle = this.#title.length === 0;
    else if (name === 'main') this.#openMain();
    else if (name === 'br') this.#words.push('\n');
    else if (name === 'sup') this.#superscriptBegins = true;
    else if (name === 'pre') {
      this.#flush();
      this.#preDepth += 1;
    } else if (/^h[1-6]$/.test(name)) {
      this.#flush();
      this.#headingLevel = Number(name[1]);
    } else if (name === 'ul' || name === 'ol') this.#openList(name, attributes);
    else if (name === 'li') this.#openItem(attributes);
    else if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#openCell(name === 'th', attributes);
    else if (tableParts.has(name)) this.#beginPart(name === 'thead');
    else if (blocks.has(name)) this.#flush();
  }

  ontext(text: string): void {
    if (this.#skippedDepth > 0) return;
    if (this.#inTitle) this.#title.push(text);
    else if (!this.#mainOnly || !this.#seenMain || this.#mainDepth > 0) {
      const mark = this.#superscriptBegins ? superscriptMark(text) : '';
      // Spaces may stand before the first tag or entity in it.
      if (text.trim() !== '') this.#superscriptBegins = false;
      this.#words.push(mark + (this.#preDepth > 0 ? text : text.replace(/\s+/g, ' ')));
    }
  }

  onclosetag(name: string): void {
    if (this.#skippedDepth > 0) {
      this.#skippedDepth -= 1;
      return;
    }
    if (name === 'title') this.#inTitle = false;
    else if (name === 'sup') this.#superscriptBegins = false;
    else if (name === 'pre') {
      this.#flush();
      this.#preDepth = Math.max(0, this.#preDepth - 1);
    } else if (name === 'ul' || name === 'ol') {
      this.#flush();
      this.#lists.pop();
    } else if (name === 'table') this.#endTable();
    else if (name === 'tr') this.#endRow();
    else if (name === 'td' || name === 'th') this.#endCell();
    else if (tableParts.has(name)) this.#beginPart(false);
    else if (name === 'li' || blocks.has(name) || /^h[1-6]$/.test(name)) this.#flush();
    if (name === 'main') this.#mainDepth = Math.max(0, this.#mainDepth - 1);
    if (/^h[1-6]$/.test(name)) this.#headingLevel = 0;
  }

  end(): void {
    while (this.#tables.length > 0) this.#endTable();
    this.#flush();
  }

  #openMain(): void {
    this.#flush();
    if (this.#mainOnly && !this.#seenMain) this.#writer.clear();
    this.#seenMain = true;
    this.#mainDepth += 1;
  }

  #openList(tag: 'ol' | 'ul', attributes: Readonly<Record<string, string>>): void {
    this.#flush();
    const outer = this.#lists.at(-1);
    const numbers = new ListNumbers(tag, attributes);
    this.#lists.push({ group: outer?.group ?? {}, numbers, itemBegins: false });
  }

  #openItem(attributes: Readonly<Record<string, string>>): void {
    this.#flush();
    const list = this.#lists.at(-1);
    // A cell is one line, in which a sign separates its items.
    if (this.#tables.at(-1)?.inCell) this.#words.push('• ');
    if (list === undefined) return;
    list.numbers.beginItem(attributes);
    list.itemBegins = true;
  }

  /** A table inside a cell means that the outer one is only layout: its cells become paragraphs. */
  #openTable(): void {
    const outer = this.#tables.at(-1);
    if (outer !== undefined) {
      this.#endCell();
      outer.writer.end();
      for (const { words } of outer.cells) this.#writer.addParagraph(words);
      outer.cells = [];
    } else this.#flush();
    const writer = new GridWriter(this.#writer);
    this.#tables.push({ writer, cells: [], inHead: false, inRow: false, inCell: false });
  }

  /** A part that ends is followed by another, without a tag or with one. */
  #beginPart(isHead: boolean): void {
    this.#endRow();
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.inHead = isHead;
    table.writer.endPart();
  }

  #openRow(): void {
    this.#endRow();
    const table = this.#tables.at(-1);
    if (table !== undefined) table.inRow = true;
  }

  #openCell(isHead: boolean, { colspan, rowspan }: Readonly<Record<string, string>>): void {
    const table = this.#tables.at(-1);
    this.#endCell();
    if (table === undefined) return;
    table.inCell = true;
    const spans = { columns: Number(colspan ?? 1), rows: Number(rowspan ?? 1) };
    table.cells.push({ words: '', ...spans, isHead: isHead || table.inHead });
  }

  #endCell(): void {
    const table = this.#tables.at(-1);
    if (table?.inCell) {
      const cell = table.cells.at(-1);
      if (cell !== undefined) cell.words = this.#takeWords().trim();
      table.inCell = false;
    } else this.#flush();
  }

  #endRow(): void {
    this.#endCell();
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    // A row without cells of its own counts too: those from above may reach into it.
    if (table.inRow || table.cells.length > 0) table.writer.addRow(table.cells);
    table.cells = [];
    table.inRow = false;
  }

  #endTable(): void {
    this.#endRow();
    this.#tables.pop()?.writer.end();
  }

  /** Ends a block. Within a cell it only separates words. */
  #flush(): void {
    if (this.#tables.at(-1)?.inCell) {
      this.#words.push('\n');
      return;
    }
    const words = this.#takeWords();
    const list = this.#lists.at(-1);
    const cells = this.#tables.at(-1)?.cells ?? [];
    if (words.trim() === '') return;
    // Words between two cells belong to neither; they are kept with the first.
    if (cells.length > 0) {
      const last = cells.at(-1);
      if (last !== undefined) last.words += `\n${words.trim()}`;
      return;
    }
    if (this.#preDepth > 0) this.#writer.addCode(words);
    else if (this.#headingLevel > 0) this.#writer.addHeading(this.#headingLevel, words);
    else if (list === undefined) this.#writer.addParagraph(words.trim());
    else this.#writer.add(this.#itemText(list, words), list.group);
  }

  #itemText(list: OpenList, words: string): string {
    const { text: marker, width } = list.numbers.marker;
    const further = ' '.repeat(width);
    const indent = '   '.repeat(Math.min(this.#lists.length, listDepthMax) - 1);
    const body = escapeLines(words.trim()).replaceAll('\n', `\n${indent}${further}`);
    const begins = list.itemBegins;
    list.itemBegins = false;
    return `${indent}${begins ? marker : further}${body}`;
  }

  #takeWords(): string {
    const words = this.#words.join('');
    this.#words = [];
    return this.#preDepth > 0 ? words : words.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n');
  }
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes['style'] ?? '')
  );
}

function isStruck({ style = '' }: Readonly<Record<string, string>>): boolean {
  return /text-decoration(?:-line)?\s{0,9}:[^;]{0,99}line-through/i.test(style);
}
