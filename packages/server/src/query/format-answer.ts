import type { AnswerFormat } from '@avow/contract';
import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Without one of these a text reads the same as Markdown and as plain words. */
const markup = /[*_`[\]<>#|\\&~]|^\s*([-+]|\d+[.)])\s|^\s*(=+|-+)\s*$|\n/m;

const lengthMax = 8000;
const marksMax = 400;
const mark = /[*_~`[\]()<>!&|\\]/g;
/** Containers within containers, deeper than anyone writes by hand. */
const deeplyNested = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])[ \t]*){9}/m;

/** Inline Markdown takes time with the square of its marks, and nesting takes the stack: such a text stays as it is stored. */
function isTooCostly(text: string): boolean {
  return text.length > lengthMax || (text.match(mark)?.length ?? 0) > marksMax || deeplyNested.test(text);
}

/**
 * Writes an answer, stored as Markdown, the way the client asked for. `markdown`: as stored. `structured_text`:
 * paragraphs, lists and tables keep their lines, marks within a line go. `plain_text`: words alone.
 */
export function formatAnswer(text: string, format: AnswerFormat): string {
  if (format === 'markdown' || !markup.test(text) || isTooCostly(text)) return text;
  const root = fromMarkdown(text);
  const written = root.children
    .map((block) => writeBlock(block, format === 'plain_text', 0))
    .filter((block) => block !== '');
  return written.join(format === 'plain_text' ? '\n' : '\n\n') || text;
}

function writeBlock(node: Nodes, plain: boolean, depth: number): string {
  switch (node.type) {
    case 'list':
      return node.children
        .map((item, index) => {
          const mark = plain ? '' : node.ordered ? `${(node.start ?? 1) + index}. ` : '- ';
          const inner = item.children.map((child) => writeBlock(child, plain, depth + 1)).join('\n');
          return `${plain ? '' : '  '.repeat(depth)}${mark}${inner}`;
        })
        .join('\n');
    case 'blockquote':
      return node.children.map((child) => writeBlock(child, plain, depth)).join('\n');
    case 'code':
      return node.value;
    case 'thematicBreak':
    case 'definition':
      return '';
    default:
      return wordsOf(node);
  }
}

function wordsOf(node: Nodes): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'text') return joinLines(node.value);
  if ('value' in node) return node.type === 'html' ? '' : node.value;
  if (node.type === 'image') return node.alt ?? '';
  return 'children' in node ? (node as Parents).children.map(wordsOf).join('') : '';
}

/** A line end within a paragraph is only how it was typed; the rows of a table stay apart. */
function joinLines(text: string): string {
  return text.includes('|') ? text : text.replace(/[ \t]*\n[ \t]*/g, ' ');
}
