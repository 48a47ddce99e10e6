import { type Drawn, drawMarkdown } from './markdown-drawing.ts';

/** A Markdown text on one line without its marks, for lists. What it says in full is on its own page. */
export function readableText(markdown: string): string {
  return drawMarkdown(markdown).map(wordsOf).join(' ').replace(/\s+/g, ' ').trim();
}

function wordsOf(drawn: Drawn): string {
  if (typeof drawn === 'string') return drawn;
  if (drawn.className === 'marker') return '';
  const isApart = blocks.has(drawn.tag);
  return drawn.children.map(wordsOf).join('') + (isApart ? ' ' : '');
}

/** What stands on lines of its own, or in a cell. */
const blocks = new Set(['p', 'pre', 'li', 'div', 'td', 'th', 'tr']);
