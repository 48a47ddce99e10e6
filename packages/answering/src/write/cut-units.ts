import {
  cellsOf,
  closesFence,
  isTableRule,
  type MarkdownLine,
  mayBecomeTableRule,
  readLineBeginning,
  readMarkdownLine,
} from '@avow/text/markdown';
import { createPieceCleaner } from '../verify/clean-pieces.ts';
import { firstSentenceEnd, joinBetween, sentenceWindow } from './first-sentence.ts';
import { endsWithItsLine, roleOf } from './line-role.ts';
import { plainReferences, type ReferenceForm, readReferences } from './read-references.ts';
import { readWritten } from './read-written.ts';

export type Join = '' | ' ' | '\n' | '\n\n';

/** A sentence, a list item, a row of a table or the like, as a model wrote it. */
export interface CutUnit {
  /** `item`: any sentence of a list item. `table_head` has the rule below it. `code`: all of a fenced block. */
  readonly kind: 'sentence' | 'item' | 'row' | 'table_head' | 'heading' | 'code';
  readonly join: Join;
  /** As `- `, `2. `, `## ` or `> `, with its indentation; empty if the unit continues another. */
  readonly mark: string;
  /** Without references and mark. Never empty. */
  readonly text: string;
  /** The numbers by which the model refers to sources, each once. */
  readonly references: readonly number[];
  /** The words of sources that the model names for it. Left out: none. */
  readonly quotes?: readonly string[];
  /** Of a row: what its table's head has above each cell; empty if there is none. */
  readonly head: readonly string[];
}

export interface UnitCutter {
  /** Units whose end is certain: nothing that follows could change them. */
  push(piece: string): CutUnit[];
  /** What is left, once nothing follows. */
  end(): CutUnit[];
  /** More was written than is read: what follows is passed over. */
  isFull(): boolean;
}

export const cuttingLimits = {
  /** UTF-16 units of all that is sent, thoughts included, and of what is read of it. */
  sentUnitsMax: 400_000,
  readUnitsMax: 40_000,
  unitUnitsMax: 4_000,
  unitsMax: 200,
} as const;

/** Cuts what a model writes into units while it writes. However the text comes in pieces, the units are the same. */
export function createUnitCutter(form: ReferenceForm = plainReferences): UnitCutter {
  const cleaner = createPieceCleaner();
  const scanner = new UnitScanner(form);
  let sentUnits = 0;
  return {
    push: (piece) => {
      const room = cuttingLimits.sentUnitsMax - sentUnits;
      sentUnits += piece.length;
      return scanner.read(cleaner.push(piece.slice(0, Math.max(0, room))), false);
    },
    end: () => scanner.read(cleaner.end(), true),
    isFull: () => scanner.isFull || sentUnits > cuttingLimits.sentUnitsMax,
  };
}

/** A paragraph or a list item whose end has not come. */
interface OpenText {
  readonly kind: 'sentence' | 'item';
  mark: string;
  /** What has not been cut yet. */
  body: string;
  /** The start of the next line decides whether this one continues. */
  isLineEnded: boolean;
}

interface OpenCode {
  readonly kind: 'code';
  readonly fence: MarkdownLine;
  text: string;
}

interface WholeLine {
  readonly line: string;
  /** Where the next line begins in what is left. */
  readonly next: number;
}

class UnitScanner {
  isFull = false;
  readonly #form: ReferenceForm;
  #rest = '';
  #readUnits = 0;
  #isEnded = false;
  #units: CutUnit[] = [];
  #cutCount = 0;
  #join: Join = '';
  #open: OpenText | OpenCode | null = null;
  #head: readonly string[] | null = null;

  constructor(form: ReferenceForm) {
    this.#form = form;
  }

  read(text: string, isEnd: boolean): CutUnit[] {
    if (this.isFull) return [];
    const room = cuttingLimits.readUnitsMax - this.#readUnits;
    this.#rest += text.slice(0, room);
    this.#readUnits += text.length;
    this.#isEnded = isEnd;
    while (!this.isFull && this.#step());
    if (text.length > room || this.#rest.length > 2 * sentenceWindow) this.isFull = true;
    const units = this.#units;
    this.#units = [];
    return units;
  }

  /** False: more must come first. */
  #step(): boolean {
    if (this.#open === null) return this.#beginBlock();
    return this.#open.kind === 'code' ? this.#growCode(this.#open) : this.#growText(this.#open);
  }

  #emit(
    unit: Pick<CutUnit, 'kind' | 'mark' | 'text'> & Partial<Pick<CutUnit, 'references' | 'quotes' | 'head'>>,
  ): void {
    const text = unit.text.toWellFormed().trim();
    if (text === '') return;
    if (text.length > cuttingLimits.unitUnitsMax || this.#cutCount >= cuttingLimits.unitsMax) {
      this.isFull = true;
      return;
    }
    const join = this.#cutCount === 0 ? '' : this.#join;
    this.#units.push({ references: [], head: [], ...unit, join, text });
    this.#cutCount += 1;
  }

  /** A line of words and references. */
  #emitWritten(
    unit: Pick<CutUnit, 'kind' | 'mark'> & { readonly written: string; readonly head?: readonly string[] },
  ): void {
    const { kind, mark, written, head = [] } = unit;
    const isAlone = this.#cutCount === 0 || mark !== '' || this.#join !== ' ';
    const read = readWritten(written, { ...this.#form, isAlone });
    if (read !== null) this.#emit({ kind, mark, head, ...read });
  }

  /** Null if the end of the line is not known yet. */
  #lineFrom(start: number): WholeLine | null {
    const end = this.#rest.indexOf('\n', start);
    if (end !== -1) return { line: this.#rest.slice(start, end), next: end + 1 };
    return this.#isEnded ? { line: this.#rest.slice(start), next: this.#rest.length } : null;
  }

  #pass(units: number, join: Join): void {
    this.#rest = this.#rest.slice(units);
    this.#join = join;
  }

  /** What begins at the start of a line. */
  #beginBlock(): boolean {
    if (this.#rest === '') return false;
    const whole = this.#lineFrom(0);
    const known = whole === null ? readLineBeginning(this.#rest) : readMarkdownLine(whole.line);
    if (known === null) return false;
    const role = roleOf(known);
    if (role !== 'row') this.#head = null;
    if (role === 'text' || role === 'item') {
      const prefix = role === 'item' ? known.prefix : known.quote;
      this.#rest = this.#rest.slice(prefix.length);
      this.#open = {
        kind: role === 'item' ? 'item' : 'sentence',
        mark: prefix.replaceAll('\t', '    ').replace(/ *$/, prefix === '' ? '' : ' '),
        body: '',
        isLineEnded: false,
      };
      return true;
    }
    return whole !== null && this.#readLine(known, whole);
  }

  #readLine(known: MarkdownLine, whole: WholeLine): boolean {
    if (known.kind === 'row') return this.#readRow(whole);
    const { kind, mark, start, end } = known;
    const words = whole.line.slice(start, end);
    if (kind === 'fence') {
      // Words behind a fence would be shown without a check against sources: only the name of a language may stay.
      const name = /^[\w+#-]{0,20}$/.exec(words)?.[0] ?? '';
      this.#open = { kind: 'code', fence: known, text: `${mark}${name}` };
      this.#rest = this.#rest.slice(whole.next);
    } else if (kind === 'heading') {
      this.#emitWritten({ kind: 'heading', mark: `${mark} `, written: words });
      this.#pass(whole.next, '\n');
    } else this.#pass(whole.next, '\n\n');
    return true;
  }

  /** The line below decides whether a row is the head of a table. */
  #readRow({ line, next }: WholeLine): boolean {
    if (this.#head !== null) {
      if (!isTableRule(line)) this.#emitWritten({ kind: 'row', mark: '', written: line, head: this.#head });
      this.#pass(next, '\n');
      return true;
    }
    const below = this.#lineFrom(next);
    if (below === null && mayBecomeTableRule(this.#rest.slice(next))) return false;
    if (below !== null && isTableRule(below.line)) {
      const { text } = readReferences(line, this.#form);
      this.#head = cellsOf(text);
      this.#emit({ kind: 'table_head', mark: '', text: `${text.trim()}\n${below.line.trim()}` });
      this.#pass(below.next, '\n');
    } else {
      this.#head = [];
      this.#emitWritten({ kind: 'row', mark: '', written: line });
      this.#pass(next, '\n');
    }
    return true;
  }

  #growCode(code: OpenCode): boolean {
    const whole = this.#rest === '' ? null : this.#lineFrom(0);
    if (whole === null) {
      if (this.#isEnded) this.#closeCode(code, []);
      else if (code.text.length > sentenceWindow) this.isFull = true;
      return false;
    }
    this.#rest = this.#rest.slice(whole.next);
    const { text, references } = readReferences(whole.line, this.#form);
    if (!closesFence(readMarkdownLine(text), code.fence)) {
      code.text += `\n${whole.line}`;
      return true;
    }
    code.text += `\n${text.trim()}`;
    const numbers = references.flatMap((reference) => reference.numbers);
    this.#closeCode(code, numbers);
    return true;
  }

  #closeCode({ text }: OpenCode, references: readonly number[]): void {
    this.#emit({ kind: 'code', mark: '', text, references: [...new Set(references)] });
    this.#open = null;
    this.#join = '\n';
  }

  #growText(block: OpenText): boolean {
    if (block.isLineEnded) return this.#goOnOrClose(block);
    const end = this.#rest.indexOf('\n');
    block.body += end === -1 ? this.#rest : this.#rest.slice(0, end);
    this.#rest = end === -1 ? '' : this.#rest.slice(end + 1);
    if (end === -1) {
      this.#cutSentences(block, this.#isEnded);
      return false;
    }
    block.isLineEnded = true;
    // A paragraph of many short lines would otherwise be read again, from its beginning, at the end of each.
    if (block.body.length > sentenceWindow) this.#cutSentences(block, false);
    return true;
  }

  #goOnOrClose(block: OpenText): boolean {
    // A unit that ends with its references is complete, and one that ends with a colon leads in, whatever line follows.
    if (!block.mark.includes('>') && !endsWithItsLine(block.body, this.#form)) {
      const whole = this.#lineFrom(0);
      const next = whole === null ? readLineBeginning(this.#rest) : readMarkdownLine(whole.line);
      if (next === null) {
        this.#cutSentences(block, false);
        return false;
      }
      if (next.quote === '' && roleOf(next) === 'text') {
        block.body += '\n';
        block.isLineEnded = false;
        return true;
      }
    }
    this.#cutSentences(block, true);
    this.#open = null;
    this.#join = '\n';
    return true;
  }

  #cutSentences(block: OpenText, isClosed: boolean): void {
    while (!this.isFull) {
      const end = firstSentenceEnd(block.body, { ...this.#form, isClosed });
      if (end === null) break;
      const written = block.body.slice(0, end);
      const cutBefore = this.#cutCount;
      this.#emitWritten({ kind: block.kind, mark: block.mark, written });
      const gap = /^\s*/u.exec(block.body.slice(end))?.[0] ?? '';
      if (this.#cutCount > cutBefore) {
        block.mark = '';
        this.#join = joinBetween(written, gap, this.#form);
      }
      block.body = block.body.slice(end + gap.length);
    }
    if (block.body.length > sentenceWindow) this.isFull = true;
  }
}
