import { type MarkdownPlace, passBlanks, passCharacters, trimmedEnd } from './markdown-place.ts';
import { fenceAt, headingLevelAt, isRuleAt, listMarkerAt, underlineLevelAt } from './markdown-starts.ts';

/**
 * One line of Markdown, read without the lines around it: the reading for a part of a text, or for a text that is still
 * being written. Where only the lines above could decide, an indented mark counts as a mark in a list.
 */
export interface MarkdownLine {
  /** `fence`: opens a fenced block, or closes one. `underline`: makes a heading of a paragraph above. */
  readonly kind: 'blank' | 'fence' | 'heading' | 'rule' | 'underline' | 'row' | 'item' | 'text';
  /** The marks of the quotes that it is in, with the blanks around them; empty outside of quotes. */
  readonly quote: string;
  /** Columns of white space before its mark or words, within its quotes. */
  readonly indent: number;
  /** The marker of an item, the hashes of a heading or the marks of a fence, alone; else empty. */
  readonly mark: string;
  /** What stands before its words, as written: quote marks, and a mark with the blanks around it; no box of a task. */
  readonly prefix: string;
  /** Its words, without marks, boxes and white space around them: UTF-16 offsets in the line. */
  readonly start: number;
  readonly end: number;
  /** Of a heading; or of the heading that this line makes of a paragraph above, as a rule of dashes does; else 0. */
  readonly level: number;
}

const codeIndent = 4;
/** In plain texts. */
const bullet = '•';
const mayBeMark = /[-*+•#>|`~_=\d]/;
const onlyMarks = /^[-*+•#>|`~_=\d.) \t]*$/;
const taskBox = /\[[ xX]\][ \t]+/y;

export function readMarkdownLine(line: string): MarkdownLine {
  const end = trimmedEnd(line, { start: 0, end: line.endsWith('\r') ? line.length - 1 : line.length });
  const body = passQuotes(line);
  const words = passBlanks(line, body);
  const quote = line.slice(0, body.offset);
  const indent = words.column - body.column;
  const plain = { quote, indent, mark: '', prefix: quote, start: words.offset, end, level: 0 };
  if (words.offset >= end) return { ...plain, kind: 'blank', start: end };
  if (!mayBeMark.test(line.charAt(words.offset))) return { ...plain, kind: 'text' };
  return { ...plain, ...readMark(line, { words, end, indent }) };
}

/**
 * The line that begins like this, as far as nothing that follows can change its kind and its prefix; its words may go on.
 * Null: more must come first.
 */
export function readLineBeginning(beginning: string): MarkdownLine | null {
  if (onlyMarks.test(beginning)) return null;
  const line = readMarkdownLine(beginning);
  // A further mark in its line would make words of a fence.
  return line.kind === 'fence' ? null : line;
}

/** The list marker before the words of an item; null if these are not the words of one. */
export function itemMarkBefore(
  text: string,
  wordsStart: number,
): { readonly start: number; readonly mark: string } | null {
  const lineStart = text.lastIndexOf('\n', wordsStart - 1) + 1;
  const line = text.slice(lineStart, wordsStart + 1);
  const { kind, mark, start } = readMarkdownLine(line);
  if (kind !== 'item' || lineStart + start !== wordsStart) return null;
  return { start: lineStart + passBlanks(line, { offset: 0, column: 0 }).offset, mark };
}

function passQuotes(line: string): MarkdownPlace {
  let place: MarkdownPlace = { offset: 0, column: 0 };
  for (;;) {
    const mark = passBlanks(line, place);
    if (line[mark.offset] !== '>') return place;
    const after = passCharacters(mark, 1);
    const next = line[after.offset];
    place = next === ' ' || next === '\t' ? passCharacters(after, 1) : after;
  }
}

function readMark(
  line: string,
  { words, end, indent }: { readonly words: MarkdownPlace; readonly end: number; readonly indent: number },
): Partial<MarkdownLine> & Pick<MarkdownLine, 'kind'> {
  const { offset } = words;
  const fence = fenceAt(line, offset);
  if (fence !== null) return { kind: 'fence', ...marked(line, { offset, mark: fence, end }) };
  const level = indent < codeIndent ? headingLevelAt(line, offset) : 0;
  if (level > 0) {
    const heading = marked(line, { offset, mark: '#'.repeat(level), end });
    return { kind: 'heading', level, ...heading, end: headingEnd(line, heading) };
  }
  const underline = underlineLevelAt(line, offset);
  if (isRuleAt(line, offset)) return { kind: 'rule', level: underline };
  if (line[offset] === '|') return { kind: 'row' };
  const item = readItem(line, offset, end);
  if (item !== null) return { ...item, level: underline };
  return { kind: underline > 0 ? 'underline' : 'text', level: underline };
}

function readItem(
  line: string,
  offset: number,
  end: number,
): (Partial<MarkdownLine> & Pick<MarkdownLine, 'kind'>) | null {
  const isBullet = line[offset] === bullet && /^[ \t]?$/.test(line.charAt(offset + 1));
  const mark = isBullet ? bullet : listMarkerAt(line, offset);
  if (mark === null) return null;
  const item = marked(line, { offset, mark, end });
  // A number with nothing behind it may be all that is said.
  if (item.start === end && mark.length > 1) return null;
  taskBox.lastIndex = item.start;
  const box = taskBox.exec(line)?.[0] ?? '';
  return { kind: 'item', ...item, start: Math.min(item.start + box.length, end) };
}

function marked(
  line: string,
  { offset, mark, end }: { readonly offset: number; readonly mark: string; readonly end: number },
): Pick<MarkdownLine, 'mark' | 'prefix' | 'start' | 'end'> {
  const after = passBlanks(line, { offset: offset + mark.length, column: 0 });
  const start = Math.min(after.offset, end);
  return { mark, prefix: line.slice(0, start), start, end };
}

/** Hashes that close a heading are not words of it. */
function headingEnd(line: string, { start, end }: Pick<MarkdownLine, 'start' | 'end'>): number {
  let hashes = end;
  while (hashes > start && line[hashes - 1] === '#') hashes -= 1;
  if (hashes === end) return end;
  const words = trimmedEnd(line, { start, end: hashes });
  return words < hashes || words === start ? words : end;
}
