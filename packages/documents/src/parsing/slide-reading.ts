import { superscriptMark } from '@avow/text/sentences';
import type { Handler } from 'htmlparser2';
import { type BlockWriter, escapeLines } from './block-writer.ts';
import { GridWriter } from './grid-writer.ts';
import type { Cell } from './row-filler.ts';

interface Paragraph {
  readonly level: number;
  readonly words: string;
}

interface Shape {
  readonly kind: 'words' | 'table';
  readonly paragraphs: Paragraph[];
  readonly rows: Cell[][];
}

const levelMax = 8;

/** Follows the tags of a slide: its title, and its shapes with their paragraphs and tables. */
export class SlideReading implements Partial<Handler> {
  readonly #shapes: Shape[] = [];
  readonly #titleWords: string[] = [];
  #shape: Shape | null = null;
  #isTitle = false;
  #isSmallPrint = false;
  #inText = false;
  #isStruck = false;
  #isRaised = false;
  /** A raised text may be divided into several runs; only the first is marked. */
  #wasRaised = false;
  #words = '';
  #cell: Cell | null = null;
  #level = 0;

  get title(): string | null {
    return this.#titleWords.join(' ').replace(/\s+/g, ' ').trim() || null;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'p:sp':
        this.#shape = { kind: 'words', paragraphs: [], rows: [] };
        this.#isTitle = false;
        this.#isSmallPrint = false;
        break;
      case 'p:ph':
        this.#isTitle = /^(?:title|ctrTitle)$/.test(attributes['type'] ?? '');
        this.#isSmallPrint = /^(?:dt|ftr|sldNum|hdr)$/.test(attributes['type'] ?? '');
        break;
      case 'a:tbl':
        this.#shape = { kind: 'table', paragraphs: [], rows: [] };
        break;
      case 'a:tr':
        this.#shape?.rows.push([]);
        break;
      case 'a:tc':
        this.#words = '';
        this.#openCell(attributes);
        break;
      case 'a:p':
        this.#words = this.#shape?.kind === 'table' ? `${this.#words} ` : '';
        this.#level = 0;
        this.#isRaised = false;
        break;
      case 'a:pPr':
        this.#level = Math.min(Math.max(Number(attributes['lvl'] ?? 0) || 0, 0), levelMax);
        break;
      case 'a:r':
      case 'a:fld':
        this.#wasRaised = this.#isRaised;
        this.#isRaised = false;
        this.#isStruck = false;
        break;
      case 'a:rPr':
        this.#isStruck = /^(?:sng|dbl)Strike$/.test(attributes['strike'] ?? '');
        this.#isRaised = Number.parseFloat(attributes['baseline'] ?? '') > 0;
        break;
      case 'a:t':
        this.#inText = true;
        break;
      case 'a:br':
        this.#words += '\n';
        break;
    }
  }

  ontext(text: string): void {
    if (!this.#inText || this.#isStruck) return;
    const mark = this.#isRaised && !this.#wasRaised ? superscriptMark(text) : '';
    if (text.trim() !== '') this.#wasRaised = this.#isRaised;
    this.#words += mark + text;
  }

  onclosetag(name: string): void {
    if (name === 'a:t') this.#inText = false;
    else if (name === 'a:tc') this.#endCell();
    else if (name === 'a:p') this.#endParagraph();
    else if (name === 'p:sp' || name === 'a:tbl') {
      if (this.#shape !== null && !this.#isSmallPrint) this.#shapes.push(this.#shape);
      this.#shape = null;
      this.#isSmallPrint = false;
    }
  }

  writeTo(writer: BlockWriter, number: number): void {
    const isEmpty = this.#shapes.every(({ paragraphs, rows }) => paragraphs.length + rows.length === 0);
    if (this.title === null && isEmpty) return;
    writer.addHeading(2, this.title === null ? `Slide ${number}` : `Slide ${number}: ${this.title}`);
    for (const { kind, paragraphs, rows } of this.#shapes) {
      if (kind === 'table') {
        const table = new GridWriter(writer);
        for (const row of rows) table.addRow(row);
        table.end();
        continue;
      }
      // Several short paragraphs in one shape appear as bullets.
      const group = paragraphs.length > 1 ? {} : null;
      for (const { level, words } of paragraphs) {
        const indent = '   '.repeat(level);
        if (group === null) writer.addParagraph(words);
        else writer.add(`${indent}- ${escapeLines(words).replaceAll('\n', `\n${indent}  `)}`, group);
      }
    }
  }

  /** The file also has the cells that a merged one covers; they are empty. */
  #openCell({ gridSpan, rowSpan, hMerge, vMerge }: Readonly<Record<string, string>>): void {
    const isCovered = [hMerge, vMerge].some((value) => value === '1' || value === 'true');
    const spans = { columns: Number(gridSpan ?? 1), rows: Number(rowSpan ?? 1) };
    this.#cell = isCovered ? null : { words: '', ...spans, isHead: false };
  }

  #endCell(): void {
    if (this.#cell !== null) this.#shape?.rows.at(-1)?.push({ ...this.#cell, words: this.#words.trim() });
    this.#cell = null;
  }

  #endParagraph(): void {
    const words = this.#words.trim();
    if (this.#shape === null || this.#shape.kind === 'table' || words === '') return;
    if (this.#isTitle) this.#titleWords.push(words);
    else this.#shape.paragraphs.push({ level: this.#level, words });
  }
}
