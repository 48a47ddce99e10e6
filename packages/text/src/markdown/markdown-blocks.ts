import { type MarkdownPlace, passBlanks, passCharacters, passColumns, trimmedEnd } from './markdown-place.ts';
import {
  fenceAt,
  headingLevelAt,
  htmlEndAt,
  isRuleAt,
  listMarkerAt,
  underlineLevelAt,
} from './markdown-starts.ts';

/** A block of Markdown. A quote, list or item comes before the blocks it contains, which are one level deeper. */
export interface MarkdownBlock {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'html' | 'rule' | 'quote' | 'list' | 'item';
  /** UTF-16 offsets. Of a quote, list or item the end is that of its first line. */
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  /** Of a heading, 1 to 6. */
  readonly level: number;
}

/** A container of blocks: the text itself, a quote or a list item. */
interface Frame {
  readonly kind: 'text' | 'quote' | 'item';
  /** How far an item's lines are indented. */
  readonly width: number;
  /** Of the blocks in it. */
  readonly depth: number;
  /** The marker of the open list, which a further item continues. */
  list: string | null;
}

interface Leaf {
  readonly kind: 'paragraph' | 'code' | 'html';
  readonly start: number;
  readonly depth: number;
  /** What ends it: a run of marks or the end of a tag; null if the lines themselves decide. */
  readonly closing: string | null;
  end: number;
}

interface Line {
  readonly end: number;
  /** Where the markers of the containers that continue in this line end. */
  place: MarkdownPlace;
  /** How many of the open frames continue in this line. */
  matched: number;
}

/** Nobody nests deeper, and every level makes each line more expensive: deeper markers count as text. */
const framesMax = 32;
const codeIndent = 4;

/**
 * Yields the blocks of a Markdown text in order of their start. One pass over the lines, each of which is read at most as
 * often as blocks can nest, so the time is linear for any text. Inline markup is not parsed.
 */
export function* markdownBlocks(text: string): Generator<MarkdownBlock> {
  const scanner = new BlockScanner(text);
  for (const match of text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)) {
    scanner.read({ start: match.index, end: match.index + (match[1]?.length ?? 0) });
    yield* scanner.take();
  }
  scanner.finish();
  yield* scanner.take();
}

class BlockScanner {
  readonly #text: string;
  readonly #frames: Frame[] = [{ kind: 'text', width: 0, depth: 0, list: null }];
  #leaf: Leaf | null = null;
  #found: MarkdownBlock[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  take(): readonly MarkdownBlock[] {
    const found = this.#found;
    if (found.length > 0) this.#found = [];
    return found;
  }

  finish(): void {
    this.#closeLeaf();
  }

  read({ start, end }: { readonly start: number; readonly end: number }): void {
    const line: Line = { end, place: { offset: start, column: 0 }, matched: 1 };
    this.#enterFrames(line);
    const whole = line.matched === this.#frames.length;
    const blank = passBlanks(this.#text, line.place).offset === end;
    if (whole && this.#continueVerbatim(line, blank)) return;
    if (blank) this.#readBlank(line);
    else this.#readWords(line, whole);
  }

  #enterFrames(line: Line): void {
    for (let frame = this.#frames[1]; frame !== undefined; frame = this.#frames[line.matched]) {
      const inner = passBlanks(this.#text, line.place);
      const indent = inner.column - line.place.column;
      if (frame.kind === 'quote') {
        if (indent >= codeIndent || this.#text[inner.offset] !== '>') return;
        line.place = this.#afterQuoteMark(inner);
      } else if (inner.offset < line.end) {
        if (indent < frame.width) return;
        line.place = passColumns(this.#text, line.place, frame.width);
      }
      line.matched += 1;
    }
  }

  /** The lines of a block of code or HTML are taken verbatim until its end. */
  #continueVerbatim(line: Line, blank: boolean): boolean {
    const leaf = this.#leaf;
    if (leaf === null || leaf.closing === null) return false;
    if (leaf.kind === 'html') {
      if (leaf.closing === '' && blank) return false;
      leaf.end = line.end;
      if (leaf.closing !== '' && this.#holds(line, leaf.closing)) this.#closeLeaf();
      return true;
    }
    leaf.end = line.end;
    const inner = passBlanks(this.#text, line.place);
    const marks = inner.column - line.place.column < codeIndent ? fenceAt(this.#text, inner.offset) : null;
    if (
      marks?.startsWith(leaf.closing) &&
      passBlanks(this.#text, { offset: inner.offset + marks.length, column: 0 }).offset === line.end
    )
      this.#closeLeaf();
    return true;
  }

  /** A blank line ends a paragraph and leaves every quote; list items and indented code may go on after it. */
  #readBlank(line: Line): void {
    const isIndented = this.#leaf?.kind === 'code' && this.#leaf.closing === null;
    if (line.matched < this.#frames.length || !isIndented) this.#closeLeaf();
    this.#frames.length = line.matched;
  }

  #readWords(line: Line, whole: boolean): void {
    const opened = this.#openFrames(line, whole);
    const inner = passBlanks(this.#text, line.place);
    const indent = inner.column - line.place.column;
    const paragraph = !opened && this.#leaf?.kind === 'paragraph' ? this.#leaf : null;
    if (indent >= codeIndent) {
      if (paragraph !== null) paragraph.end = trimmedEnd(this.#text, { start: inner.offset, end: line.end });
      else this.#continueIndented(line);
      return;
    }
    const level = paragraph !== null && whole ? underlineLevelAt(this.#text, inner.offset) : 0;
    if (paragraph !== null && level > 0) {
      this.#leaf = null;
      this.#found.push({
        kind: 'heading',
        start: paragraph.start,
        end: line.end,
        depth: paragraph.depth,
        level,
      });
    } else if (!this.#openLeaf(line, inner.offset, paragraph !== null)) {
      if (paragraph !== null) paragraph.end = trimmedEnd(this.#text, { start: inner.offset, end: line.end });
      else this.#startParagraph(line, inner.offset);
    }
  }

  /** Opens the quotes and list items that begin in this line, one within the other. */
  #openFrames(line: Line, whole: boolean): boolean {
    let opened = false;
    while (line.matched < framesMax) {
      const inner = passBlanks(this.#text, line.place);
      const indent = inner.column - line.place.column;
      if (indent >= codeIndent || inner.offset === line.end) break;
      const interrupts = whole && !opened && this.#leaf?.kind === 'paragraph';
      const isOpen =
        this.#text[inner.offset] === '>'
          ? this.#openQuote(line, inner)
          : this.#openItem(line, { inner, indent, interrupts });
      if (!isOpen) break;
      opened = true;
    }
    return opened;
  }

  #openQuote(line: Line, inner: MarkdownPlace): boolean {
    const frame = this.#closeUnmatched(line);
    frame.list = null;
    this.#found.push({ kind: 'quote', start: inner.offset, end: line.end, depth: frame.depth, level: 0 });
    this.#frames.push({ kind: 'quote', width: 0, depth: frame.depth + 1, list: null });
    line.place = this.#afterQuoteMark(inner);
    line.matched += 1;
    return true;
  }

  #openItem(
    line: Line,
    {
      inner,
      indent,
      interrupts,
    }: { readonly inner: MarkdownPlace; readonly indent: number; readonly interrupts: boolean },
  ): boolean {
    const marker = listMarkerAt(this.#text, inner.offset);
    if (marker === null || isRuleAt(this.#text, inner.offset)) return false;
    const after = passCharacters(inner, marker.length);
    const words = passBlanks(this.#text, after);
    const isEmpty = words.offset === line.end;
    // Inside a paragraph a number is a number, unless a list begins with it.
    if (interrupts && (isEmpty || (marker.length > 1 && !/^0*1\D$/.test(marker)))) return false;
    const gap = words.column - after.column;
    const space = isEmpty || gap > codeIndent ? 1 : gap;
    const frame = this.#closeUnmatched(line);
    const list = marker.slice(-1);
    const { depth } = frame;
    if (frame.list !== list)
      this.#found.push({ kind: 'list', start: inner.offset, end: line.end, depth, level: 0 });
    frame.list = list;
    this.#found.push({ kind: 'item', start: inner.offset, end: line.end, depth: depth + 1, level: 0 });
    const width = indent + marker.length + space;
    this.#frames.push({ kind: 'item', width, depth: depth + 2, list: null });
    line.place = isEmpty ? words : passColumns(this.#text, after, space);
    line.matched += 1;
    return true;
  }

  /** Opens a heading, rule, fenced block or block of HTML, where one begins here. */
  #openLeaf(line: Line, offset: number, interrupts: boolean): boolean {
    const text = this.#text;
    const level = headingLevelAt(text, offset);
    if (level > 0 || isRuleAt(text, offset)) {
      const frame = this.#closeUnmatched(line);
      frame.list = null;
      const end = trimmedEnd(this.#text, { start: offset, end: line.end });
      this.#found.push({
        kind: level > 0 ? 'heading' : 'rule',
        start: offset,
        end,
        depth: frame.depth,
        level,
      });
      return true;
    }
    const marks = fenceAt(text, offset);
    const closing = marks ?? htmlEndAt(text, offset, { interrupts });
    if (closing === null) return false;
    this.#startLeaf(line, { kind: marks === null ? 'html' : 'code', start: offset, end: line.end, closing });
    if (marks === null && closing !== '' && this.#holds({ ...line, place: { offset, column: 0 } }, closing))
      this.#closeLeaf();
    return true;
  }

  #continueIndented(line: Line): void {
    const leaf = this.#leaf;
    const goesOn = leaf?.kind === 'code' && leaf.closing === null && line.matched === this.#frames.length;
    if (goesOn) leaf.end = line.end;
    else this.#startLeaf(line, { kind: 'code', start: line.place.offset, end: line.end, closing: null });
  }

  #startParagraph(line: Line, start: number): void {
    const end = trimmedEnd(this.#text, { start: start, end: line.end });
    this.#startLeaf(line, { kind: 'paragraph', start, end, closing: null });
  }

  #startLeaf(line: Line, leaf: Omit<Leaf, 'depth'>): void {
    const frame = this.#closeUnmatched(line);
    frame.list = null;
    this.#leaf = { ...leaf, depth: frame.depth };
  }

  /** Whatever begins, ends the leaf before it and the frames that do not go on in this line. */
  #closeUnmatched(line: Line): Frame {
    this.#closeLeaf();
    this.#frames.length = line.matched;
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new RangeError('a text has at least one frame');
    return frame;
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    if (leaf === null) return;
    this.#leaf = null;
    this.#found.push({ kind: leaf.kind, start: leaf.start, end: leaf.end, depth: leaf.depth, level: 0 });
  }

  #holds(line: Line, words: string): boolean {
    return this.#text.slice(line.place.offset, line.end).toLowerCase().includes(words.toLowerCase());
  }

  #afterQuoteMark(mark: MarkdownPlace): MarkdownPlace {
    return passColumns(this.#text, passCharacters(mark, 1), 1);
  }
}
