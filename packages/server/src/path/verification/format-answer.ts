import { pageDirective } from '@avow/answering/write';
import type { AnswerFormat } from '@avow/contract/values';
import { rememberResults } from '@avow/text';
import { markdownBlocks, readAlert, readMarkdownLine } from '@avow/text/markdown';
import type { Nodes, Paragraph, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { stripTags, tagSeparator, tidyLines } from './strip-tags.ts';

/** Without one of these a text is one line without marks in it. */
const inlineMarkup = /[*_`[\]<>#|\\&~\n\r]/;

const unitsMax = 16_000;
const linesMax = 500;
const blocksMax = 500;
const marksMax = 1_000;
/** Of blocks within blocks: eight lists, one in the other. */
const depthMax = 16;
/** Of tags that open together: "<sup><b>6". */
const tagsTogetherMax = 4;
const lineEnd = /\r\n|\n|\r/g;
const inlineMark = /[*_`[\]<&\\]/g;

/**
 * Writes an answer, stored as Markdown, in the format that the client requested. `markdown`: as stored. `structured_text`:
 * paragraphs, lists and tables keep their lines, marks within a line go. `plain_text`: words alone.
 */
export function formatAnswer(text: string, format: AnswerFormat): string {
  if (format === 'markdown' || isPlain(text)) return text;
  return format === 'plain_text' ? writePlain(text) : writeStructured(text);
}

/** It reads the same as Markdown and as plain words. */
function isPlain(text: string): boolean {
  return !inlineMarkup.test(text) && readMarkdownLine(text).kind === 'text';
}

/** What is asked for often is quoted often, and parsing is what takes the time. */
const textsMax = 1_000;
const writePlain = rememberResults({ textsMax }, (text) => write(text, { plain: true }));
const writeStructured = rememberResults({ textsMax }, (text) => write(text, { plain: false }));

function write(text: string, { plain }: Pick<Writing, 'plain'>): string {
  if (isTooCostly(text)) return text;
  const written = fromMarkdown(text)
    .children.map((block) => writeBlock(block, { text, plain, depth: 0 }).trim())
    .filter((block) => block !== '');
  return written.join(plain ? '\n' : '\n\n') || text;
}

/**
 * Parsing takes time with the square of the marks, the lines and the blocks, and nesting takes the stack. A text beyond
 * what people write is not parsed: it stays as it is stored, marks and all.
 */
function isTooCostly(text: string): boolean {
  if (text.length > unitsMax || count(text, lineEnd) >= linesMax || count(text, inlineMark) > marksMax)
    return true;
  let blocks = 0;
  for (const { depth } of markdownBlocks(text)) {
    blocks += 1;
    if (blocks > blocksMax || depth > depthMax) return true;
  }
  return false;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

interface Writing {
  /** What the positions of the nodes are positions in. */
  readonly text: string;
  readonly plain: boolean;
  readonly depth: number;
}

function writeBlock(node: Nodes, writing: Writing): string {
  const { plain, depth } = writing;
  switch (node.type) {
    case 'list':
      return node.children
        .map((item, index) => {
          const mark = plain ? '' : node.ordered ? `${(node.start ?? 1) + index}. ` : '- ';
          const inner = item.children.map((child) => writeBlock(child, { ...writing, depth: depth + 1 }));
          return `${plain ? '' : '  '.repeat(depth)}${mark}${inner.join('\n')}`;
        })
        .join('\n');
    case 'blockquote':
      return nameAlert(node.children.map((child) => writeBlock(child, writing)).join('\n'));
    case 'code':
      return node.value;
    case 'html':
      return stripTags(node.value);
    case 'thematicBreak':
    case 'definition':
      return '';
    default: {
      const keepsLines = node.type === 'paragraph' && isTable(node, writing.text);
      return tidyLines(writeWords(node, { keepsLines }));
    }
  }
}

/** `[!NOTE]` at the beginning of a quote is shown as pages show it: by its name. */
function nameAlert(quote: string): string {
  const alert = readAlert(quote);
  if (alert === null) return quote;
  const words = quote.slice(alert.length).trimStart();
  return words === ''
    ? ''
    : `${alert.name.charAt(0).toUpperCase()}${alert.name.slice(1).toLowerCase()}: ${words}`;
}

/** Every row of a table holds a bar; in a sentence that happens to hold one, line ends are only how it was typed. */
function isTable({ position }: Paragraph, text: string): boolean {
  const rows = text.slice(position?.start.offset, position?.end.offset).split(lineEnd);
  return rows.every((row) => row.includes('|'));
}

function writeWords(node: Nodes, lines: { readonly keepsLines: boolean }): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'text') {
    const words = node.value.replaceAll(pageDirective, '');
    // Columns that line up in the file need not in an answer, where marks have gone and rows are left out.
    return lines.keepsLines
      ? words.replace(/[ \t]{2,}/g, ' ').replace(/-{4,}/g, '---')
      : words.replace(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g, ' ');
  }
  if ('value' in node) return node.value;
  if (node.type === 'image') return node.alt ?? '';
  if (!('children' in node)) return '';
  const { children } = node as Parents;
  const written = children.map((child, at) => {
    if (child.type === 'html')
      return replaceTag(child.value, children.slice(at + 1, at + 1 + tagsTogetherMax), lines);
    return isPicture(child, children[at - 1], children[at + 1]) ? '' : writeWords(child, lines);
  });
  const hasTags = lines.keepsLines && children.some(({ type }) => type === 'html');
  const words = hasTags ? written.join('').replace(/ {2,}/g, ' ') : written.join('');
  return node.type === 'link' ? withAddress(words, node.url) : words;
}

/** An image on a line of its own below words: a screenshot. Within a line it stands for a word. */
function isPicture(node: Nodes, before: Nodes | undefined, after: Nodes | undefined): boolean {
  const breaksAt = (other: Nodes, place: RegExp) =>
    other.type === 'break' || (other.type === 'text' && place.test(other.value));
  if (node.type !== 'image' || before === undefined || !breaksAt(before, /[\r\n]$/)) return false;
  return after === undefined || breaksAt(after, /^[\r\n]/);
}

/** Whom to write to is what is asked for, and it often stands in the link alone. */
function withAddress(words: string, url: string): string {
  const address = decoded(/^mailto:([^?]+)/i.exec(url)?.[1]);
  return address === undefined || words.includes(address) ? words : `${words} (${address})`;
}

/** What stands in place of a tag within a line: in a row of a table no line end, which would end the row. */
function replaceTag(tag: string, following: readonly Nodes[], lines: { readonly keepsLines: boolean }) {
  const next = following.find(({ type }) => type !== 'html');
  const separator = tagSeparator(tag, next === undefined ? '' : writeWords(next, lines));
  if (!lines.keepsLines || separator !== '\n') return separator;
  return /^<li\b/iu.test(tag) ? ' - ' : ' ';
}

function decoded(address: string | undefined): string | undefined {
  try {
    return address === undefined ? undefined : decodeURIComponent(address);
  } catch {
    return address;
  }
}
