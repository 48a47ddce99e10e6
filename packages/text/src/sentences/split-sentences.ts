import { readAlert } from '../markdown/alerts.ts';
import { createFenceReader } from '../markdown/fences.ts';
import { inlineSpans } from '../markdown/inline-spans.ts';
import { linesOf, type TextLine } from '../markdown/lines.ts';
import { type MarkdownLine, readMarkdownLine } from '../markdown/markdown-line.ts';
import type { TextRange } from '../markdown/show-links.ts';
import { isCloser, stripClosers } from '../markdown/strip-marks.ts';
import { isTableRule } from '../markdown/tables.ts';
import { functionWords } from '../terms/stop-words.ts';

/** A unit that can be quoted by itself. Offsets are UTF-16, trimmed of white space, in order, never overlapping. */
export interface SentenceSpan {
  readonly start: number;
  readonly end: number;
  /** `item`: the first sentence of a list item, without its marker. `row`: a table row. `code`: a fenced block. */
  readonly kind: 'sentence' | 'item' | 'row' | 'code' | 'heading';
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly kind: SentenceSpan['kind'];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

// After these a full stop never ends the sentence.
const abbreviation =
  /(?:^|[\s([“"'])(?:e\.g|i\.e|cf|vs|dr|mr|mrs|ms|mx|prof|st|approx|dept|ext|tel|fig|figs|eq|sec|sect|ch|art|vol|ed|eds|al|incl|excl|esp|resp)\.$/iu;
// Initials end a sentence only if a word follows that often begins one: "plan B. The …", but "J. Okafor".
const initials = /(?:^|[\s([“"'])(?:\p{L}|(?:\p{L}\.)+\p{L})\.$/u;
// After these only a number continues the sentence: "No. 5", "pp. 3–4", "Jan. 1".
const abbreviationBeforeNumber =
  /(?:^|[\s([])(?:no|nos|nr|p|pp|para|paras|item|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|min|max|v|ver|c|ca|cl|reg)\.$/iu;
const enumerator = /^\s*(?:\(?[\p{L}\d]{1,3}[.)])$/u;

/** Right behind a mark these go on with its word: `/?page=2`, `../Fees`. A tag or a backslash may follow a sentence. */
const insideWord = /[\x21-\x3b\x3d-\x5b\x5d-\x7e]/;

/** One line of ASCII without a mark that ends sentences does not need the segmenter, which costs 10 µs. */
const oneSentence = /^[\t\x20\x22-\x2d\x2f-\x3e\x40-\x7e]*$/;

/** Cuts Markdown or plain text into sentences; list items, table rows and code blocks are separate units. */
export function splitSentences(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  for (const block of splitBlocks(text)) {
    if (block.kind === 'row' || block.kind === 'code' || block.kind === 'heading')
      pushTrimmed(spans, text, block);
    else splitBlock(spans, text, block);
  }
  return spans;
}

interface OpenBlock {
  readonly start: number;
  end: number;
  kind: Block['kind'];
  /** It began in a quote, whose lines are blocks of their own. */
  readonly isQuoted: boolean;
}

/** The block that a line begins, or what it does to the open one. */
type LineEffect = OpenBlock | 'ends' | 'continues' | 'underlines';

/** Lines that belong together: a wrapped paragraph or item is one block, a table row or a fenced block another. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const fences = createFenceReader();
  let open = null as OpenBlock | null;
  /** Rows may lack outer bars: the rule below its head then marks a table. */
  let inTable = false;
  const lines = [...linesOf(text)];
  for (const [position, line] of lines.entries()) {
    const fence = fences.read(line.text);
    if (open !== null && (fence === 'inside' || fence === 'closes')) {
      open.end = line.end;
      continue;
    }
    const read = readMarkdownLine(line.text);
    const isRule = isTableRule(line.text);
    inTable = isRule ? inTable : isBareRow(line, { read, inTable, next: lines[position + 1] });
    // A block of code goes on only with what was read above.
    const before: OpenBlock | null = open?.kind === 'code' ? null : open;
    const effect: LineEffect = isRule
      ? 'ends'
      : inTable
        ? blockOf(line, 'row')
        : beginBlock(text, { line, read, open: before });
    if (before !== null && effect === 'continues') before.end = line.end;
    else {
      if (before !== null && effect === 'underlines') before.kind = 'heading';
      if (open !== null) blocks.push(open);
      open = typeof effect === 'string' ? null : effect;
    }
  }
  if (open !== null) blocks.push(open);
  return blocks;
}

function blockOf(
  { text, start }: TextLine,
  kind: Block['kind'],
  { from = 0, to = text.length, isQuoted = false } = {},
): OpenBlock {
  return { start: start + from, end: start + to, kind, isQuoted };
}

function beginBlock(
  text: string,
  {
    line,
    read,
    open,
  }: { readonly line: TextLine; readonly read: MarkdownLine; readonly open: OpenBlock | null },
): LineEffect {
  const isQuoted = read.quote !== '';
  const alert = isQuoted ? readAlert(line.text.slice(read.start)) : null;
  const from = alert === null ? read.quote.length : read.start + alert.length;
  const inParagraph = open?.kind === 'sentence' && !isQuoted;
  if (read.kind === 'heading') return blockOf(line, 'heading', { from: read.start, to: read.end });
  if (read.level > 0 && inParagraph && !open.isQuoted) return 'underlines';
  if (read.kind === 'blank' || read.kind === 'rule') return 'ends';
  if (read.kind === 'fence') return blockOf(line, 'code', { from });
  if (read.kind === 'row') return blockOf(line, 'row', { from });
  if (read.kind === 'item' && !(inParagraph && isNumberInside(text, read, open)))
    return blockOf(line, 'item', { from: read.start });
  const goesOn = open?.kind === 'sentence' || open?.kind === 'item';
  return goesOn && !isQuoted ? 'continues' : blockOf(line, 'sentence', { from, isQuoted });
}

/** A number at the beginning of a wrapped line is a number, unless a list begins with it or a sentence ended before it. */
function isNumberInside(text: string, { mark }: MarkdownLine, { start, end }: Block): boolean {
  if (mark.length === 1 || /^0*1\D$/.test(mark)) return false;
  return !endsClause(text.slice(Math.max(start, end - 40), end));
}

/** A row without outer bars: the head of a table, which has a rule below it, or a row that follows one. */
function isBareRow(
  line: TextLine,
  {
    read,
    inTable,
    next,
  }: { readonly read: MarkdownLine; readonly inTable: boolean; readonly next: TextLine | undefined },
): boolean {
  if (read.kind !== 'text' || read.quote !== '' || !line.text.includes('|')) return false;
  return inTable || (next !== undefined && isTableRule(next.text));
}

function splitBlock(spans: SentenceSpan[], text: string, block: Block): void {
  const body = hideSpans(text.slice(block.start, block.end));
  if (oneSentence.test(body)) {
    pushTrimmed(spans, text, block);
    return;
  }
  let start = 0;
  let kind = block.kind;
  let wrapped = false;
  for (const { index, segment } of segmenter.segment(body)) {
    let end = index + segment.length;
    wrapped = endsLine(segment, wrapped);
    if (end <= start || (end < body.length && !endsSentence(body, { start, end, wrapped }))) continue;
    if (end < body.length && !isSpace(body, end - 1)) {
      // Markup and quotation marks that close the sentence stay with it.
      while (isCloser(body.charAt(end))) end += 1;
      if (insideWord.test(body.charAt(end))) continue;
    }
    if (pushTrimmed(spans, text, { start: block.start + start, end: block.start + end, kind }))
      kind = 'sentence';
    start = end;
  }
  if (start < body.length) pushTrimmed(spans, text, { start: block.start + start, end: block.end, kind });
}

/** Links, code and tags are not cut: each mark in them becomes a sign that ends nothing, so that offsets stay. */
function hideSpans(body: string): string {
  const outermost: TextRange[] = [];
  for (const span of inlineSpans(body)) {
    while ((outermost.at(-1)?.start ?? -1) >= span.start) outermost.pop();
    outermost.push(span);
  }
  let hidden = '';
  let from = 0;
  for (const { start, end } of outermost) {
    hidden +=
      body.slice(from, start) +
      body.slice(start, end).replace(/[^\p{L}\p{N} <]/gu, ({ length }) => '#'.repeat(length));
    from = end;
  }
  return hidden + body.slice(from);
}

/** Whether the segment ends with a line break; a segment of only white space continues the previous one. */
function endsLine(segment: string, before: boolean): boolean {
  let offset = segment.length - 1;
  while (offset >= 0 && isSpace(segment, offset)) {
    if (segment[offset] === '\n') return true;
    offset -= 1;
  }
  return offset < 0 && before;
}

function endsClause(words: string): boolean {
  return /[.!?。！？…:;]$/u.test(stripClosers(words.trimEnd()));
}

/** Reads only the last few words and the next one, however long the sentence is, so that the time is linear. */
function endsSentence(
  body: string,
  span: { readonly start: number; readonly end: number; readonly wrapped: boolean },
): boolean {
  const tail = body.slice(Math.max(span.start, span.end - 40), span.end).trimEnd();
  // A wrapped line does not end a sentence, although the segmenter says so.
  if (span.wrapped && !endsClause(tail)) return false;
  if (!tail.endsWith('.')) return true;
  if (abbreviation.test(tail)) return false;
  const next = /^\s*(\p{L}+|\S)/u.exec(body.slice(span.end, span.end + 20))?.[1] ?? '';
  if (initials.test(tail) && !functionWords.has(next.toLowerCase())) return false;
  if (abbreviationBeforeNumber.test(tail) && /^\d/.test(next)) return false;
  if (span.end - span.start <= 8 && enumerator.test(tail)) return false;
  return !/^\p{Ll}/u.test(next);
}

function pushTrimmed(spans: SentenceSpan[], text: string, block: Block): boolean {
  let { start, end } = block;
  while (start < end && isSpace(text, start)) start += 1;
  while (end > start && isSpace(text, end - 1)) end -= 1;
  if (start === end) return false;
  spans.push({ start, end, kind: block.kind });
  return true;
}

function isSpace(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  // Nearly all characters are decided without a regular expression.
  return unit === 0x20 || unit === 0x0a || ((unit < 0x20 || unit >= 0xa0) && /\s/.test(text[offset] ?? ''));
}
