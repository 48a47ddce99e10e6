import type { AnswerFormat } from '@avow/contract';
import { markdownBlocks, readAlert, readMarkdownLine, rememberResults } from '@avow/text';
import type { Nodes, Paragraph, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Without one of these a text is one line without marks in it. */
const inlineMarkup = /[*_`[\]<>#|\\&~\n\r]/;

const unitsMax = 16_000;
const linesMax = 500;
const blocksMax = 500;
const marksMax = 1_000;
/** Of blocks within blocks: eight lists, one in the other. */
const depthMax = 16;
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
    .children.map((block) => writeBlock(block, { text, plain, depth: 0 }))
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
      // The tags go, the words between them stay.
      return node.value.replace(/<[^<>]*>/g, '').trim();
    case 'thematicBreak':
    case 'definition':
      return '';
    default:
      return wordsOf(node, { keepsLines: node.type === 'paragraph' && isTable(node, writing.text) });
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

function wordsOf(node: Nodes, lines: { readonly keepsLines: boolean }): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'text')
    // Columns that line up in the file need not in an answer, where marks have gone and rows are left out.
    return lines.keepsLines
      ? node.value.replace(/[ \t]{2,}/g, ' ').replace(/-{4,}/g, '---')
      : node.value.replace(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g, ' ');
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  if (node.type === 'image') return node.alt ?? '';
  return 'children' in node ? (node as Parents).children.map((child) => wordsOf(child, lines)).join('') : '';
}
