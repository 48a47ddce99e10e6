import { stripMarks } from '@avow/text/markdown';
import { type MarkdownNode, readMarkdownTree, type Span } from './markdown-tree.ts';

/** A Markdown text on one line without its marks, for lists. What it says in full is on its own page. */
export function readableText(markdown: string): string {
  const words = readMarkdownTree(markdown).flatMap(spansOf);
  return stripMarks(words.map(({ start, end }) => markdown.slice(start, end)).join(' '));
}

function spansOf(node: MarkdownNode): readonly Span[] {
  switch (node.kind) {
    case 'rule':
      return [];
    case 'table':
      return node.rows.flat();
    case 'quote':
    case 'list':
    case 'item':
      return node.children.flatMap(spansOf);
    default:
      return node.lines;
  }
}
