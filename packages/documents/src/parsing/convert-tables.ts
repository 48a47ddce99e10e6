import { type MarkdownBlock, markdownBlocks, readMarkdownLine, type TextRange } from '@avow/text/markdown';
import { codeIn, findMarkup } from '../splitting/find-markup.ts';
import { escapeCellWords } from './escape-cell-words.ts';
import { markupToMarkdown } from './html-to-markdown.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';

const tableTag = /^<\/?table[\s>]/i;
const onlyTags = /^(?:<[^<>]*>[ \t]*)*$/;
const prefixUnitsMax = 1_000;
const blankLineBehind = /[ \t]*(?:\n[ \t]*(?:\n|$)|$)/y;
const lineEndBehind = /[ \t]*\n/y;

interface FoundTable extends TextRange {
  /** Of its lines: as far as the line goes in that it begins in, without the tags before it. */
  readonly indent: string;
  readonly isItem: boolean;
  /** Tags stand before it in its line. */
  readonly isInTags: boolean;
}

/** Writes the HTML tables in a Markdown text as Markdown, a row a line. Everything else stays as it is. */
export function convertTables(text: string, limits: ParsingLimits): string {
  const parts: string[] = [];
  let bytes = 0;
  let from = 0;
  for (const table of findTables(text)) {
    const written = text.slice(table.start, table.end);
    // A cell is one line, which code is not.
    if (Array.from(markdownBlocks(written)).some((block) => isFenced(written, block))) continue;
    const markup = escapeCellWords(written);
    if (markup === null) continue;
    const rows = markupToMarkdown(markup, { limits, mainOnly: false }).text;
    // Pictures, for example.
    if (rows === '') continue;
    const part = [
      openTable(text.slice(from, table.start), table),
      rows.replace(/\n(?!\n)/g, `\n${table.indent}`),
      closeTable(text, table),
    ].join('');
    bytes += Buffer.byteLength(part);
    if (bytes > limits.textBytesMax)
      throw new ParsingFault(`holds more than ${limits.textBytesMax} bytes of text`);
    parts.push(part);
    from = table.end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

/** The outermost tables that end, are not code and begin a line. */
function* findTables(text: string): Generator<FoundTable> {
  const blocks = [...markdownBlocks(text)];
  // Behind a blank line, the indented lines of a table would be code too, if they did not belong to it.
  const isIndented = (block: MarkdownBlock) => block.kind === 'code' && !isFenced(text, block);
  const indented = blocks.filter(isIndented);
  const code = blocks.filter((block) => !isIndented(block)).flatMap((block) => codeIn(text, block));
  let outermost: FoundTable | null = null;
  let depth = 0;
  let from = 0;
  let nextCode = 0;
  for (const { start, end } of findMarkup(text, code)) {
    if (!tableTag.test(text.slice(start, start + 8))) continue;
    if (text[start + 1] === '/') {
      depth = Math.max(0, depth - 1);
      if (depth > 0 || outermost === null) continue;
      yield { ...outermost, end };
      outermost = null;
      from = end;
    } else if (outermost !== null) depth += 1;
    else {
      while ((indented[nextCode]?.end ?? Number.POSITIVE_INFINITY) <= start) nextCode += 1;
      if ((indented[nextCode]?.start ?? Number.POSITIVE_INFINITY) <= start) continue;
      outermost = beginTable(text, { start, from });
      if (outermost === null) continue;
      depth = 1;
    }
  }
}

function isFenced(text: string, { kind, start }: MarkdownBlock): boolean {
  return kind === 'code' && !/\s/.test(text.charAt(start));
}

/** Null if something else than an item's mark and tags stands before it in its line. A quote has marks in every line. */
function beginTable(
  text: string,
  { start, from }: { readonly start: number; readonly from: number },
): FoundTable | null {
  const before = text.slice(Math.max(from, start - prefixUnitsMax), start);
  const prefix = before.slice(before.lastIndexOf('\n') + 1);
  const { kind, quote, start: wordsAt } = readMarkdownLine(`${prefix}<`);
  const tags = prefix.slice(wordsAt);
  if (quote !== '' || (kind !== 'text' && kind !== 'item') || !onlyTags.test(tags)) return null;
  const indent = prefix.slice(0, wordsAt).replace(/[^\t]/g, ' ');
  return { start, end: start, indent, isItem: kind === 'item', isInTags: tags !== '' };
}

/** What stands before a table, up to where its first row begins: behind a blank line, or in its list item. */
function openTable(before: string, { indent, isItem, isInTags }: FoundTable): string {
  if (isInTags) return `${before}\n\n${indent}`;
  const above = before.slice(0, before.length - indent.length);
  if (isItem || above === '' || /\n[ \t]*\n$/.test(above.slice(-prefixUnitsMax))) return before;
  return `${above}${above.endsWith('\n') ? '\n' : '\n\n'}${indent}`;
}

/** What has to follow a table so that the next line is not a row. */
function closeTable(text: string, { end, indent }: FoundTable): string {
  blankLineBehind.lastIndex = end;
  if (blankLineBehind.test(text)) return '';
  lineEndBehind.lastIndex = end;
  return lineEndBehind.test(text) ? '\n' : `\n\n${indent}`;
}
