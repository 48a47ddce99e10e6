import { functionWords } from './stop-words.ts';

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

const fenceLine = /^ {0,3}(`{3,}|~{3,})/;
const listMarker = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const quoteMarker = /^[ \t]*(?:>[ \t]?)+/;
const tableRow = /^[ \t]*\|/;
const tableRuleCharacters = /^[ \t:|-]*$/;
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;

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
const closers = /[*_~`)\]"'”’»]/u;

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

/** Lines that belong together: a wrapped paragraph or item is one block, a table row or a fenced block another. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { start: number; end: number; kind: Block['kind'] } | null = null;
  let fence: string | null = null;
  /** Rows may lack outer bars: the rule below its head then marks a table. */
  let inTable = false;
  const close = () => {
    if (open !== null) blocks.push(open);
    open = null;
  };
  const lines = [...linesOf(text)];
  for (const [position, line] of lines.entries()) {
    const marker = fenceLine.exec(line.text)?.[1];
    if (fence !== null && open !== null) {
      open.end = line.end;
      if (marker?.startsWith(fence) && line.text.trim() === marker) {
        fence = null;
        close();
      }
      continue;
    }
    if (marker !== undefined) {
      close();
      fence = marker;
      open = { start: line.start, end: line.end, kind: 'code' };
      continue;
    }
    const unit = classifyLine(line);
    inTable =
      unit === 'continues' ? isBareRow(line, inTable, lines[position + 1]) : unit === 'blank' && inTable;
    if (line.text.trim() === '') inTable = false;
    if (unit === 'blank') close();
    else if (inTable) {
      close();
      blocks.push({ start: line.start, end: line.end, kind: 'row' });
    } else if (unit === 'continues' && open !== null) open.end = line.end;
    else {
      close();
      open = unit === 'continues' ? { start: line.start, end: line.end, kind: 'sentence' } : { ...unit };
      if (open.kind === 'row' || open.kind === 'heading') close();
    }
  }
  close();
  return blocks;
}

function classifyLine(line: { text: string; start: number; end: number }): Block | 'blank' | 'continues' {
  const quote = quoteMarker.exec(line.text)?.[0] ?? '';
  const body = line.text.slice(quote.length);
  const start = line.start + quote.length;
  if (body.trim() === '' || isTableRule(body)) return 'blank';
  if (heading.test(body)) return { start: start + body.search(/[^ #\t]|$/), end: line.end, kind: 'heading' };
  if (tableRow.test(body)) return { start, end: line.end, kind: 'row' };
  const marker = listMarker.exec(body)?.[0];
  if (marker !== undefined) return { start: start + marker.length, end: line.end, kind: 'item' };
  return quote === '' ? 'continues' : { start, end: line.end, kind: 'sentence' };
}

/** A row without outer bars: the head of a table, which has a rule below it, or a row that follows one. */
function isBareRow(line: { text: string }, inTable: boolean, next: { text: string } | undefined): boolean {
  if (!line.text.includes('|')) return false;
  return inTable || (next?.text.includes('|') === true && isTableRule(next.text));
}

function isTableRule(line: string): boolean {
  return tableRuleCharacters.test(line) && line.includes('-');
}

function* linesOf(text: string): Generator<{ text: string; start: number; end: number }> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { text: text.slice(start, end), start, end };
    start = end + 1;
  }
}

function splitBlock(spans: SentenceSpan[], text: string, block: Block): void {
  const body = text.slice(block.start, block.end);
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
    // Markup and quotation marks that close the sentence stay with it.
    if (end < body.length && !isSpace(body, end - 1)) while (closers.test(body[end] ?? '')) end += 1;
    if (pushTrimmed(spans, text, { start: block.start + start, end: block.start + end, kind }))
      kind = 'sentence';
    start = end;
  }
  if (start < body.length) pushTrimmed(spans, text, { start: block.start + start, end: block.end, kind });
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

/** Reads only the last few words and the next one, however long the sentence is, so that the time is linear. */
function endsSentence(
  body: string,
  span: { readonly start: number; readonly end: number; readonly wrapped: boolean },
): boolean {
  const tail = body.slice(Math.max(span.start, span.end - 40), span.end).trimEnd();
  // A wrapped line does not end a sentence, although the segmenter says so.
  if (span.wrapped && !/[.!?。！？…:;][*_~`)\]"'”’»]*$/u.test(tail)) return false;
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
