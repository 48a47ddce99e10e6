import { type MarkdownBlock, markdownBlocks } from '../text/markdown-blocks.ts';
import { cutPassages, type Section, type TextPassage } from './cut-passages.ts';

const headingSeparator = ' › ';
const headingUnitsMax = 500;
/** Blocks within blocks are told apart to this depth; below it sentences decide. */
const breakDepthMax = 6;
/** A title stands near the beginning. */
const titleUnitsMax = 64 * 1024;

/** Cuts Markdown into passages along its headings, paragraphs, list items, table rows and code blocks. */
export function splitMarkdown(text: string): TextPassage[] {
  return cutPassages(text, sectionsOf(text));
}

/** The text of the first heading, or null where there is none. */
export function firstHeading(text: string): string | null {
  const head = text.slice(0, titleUnitsMax);
  for (const { kind, depth, start, end } of markdownBlocks(head)) {
    if (kind === 'heading' && depth === 0) return headingText(head.slice(start, end)) || null;
  }
  return null;
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  const openHeadings: string[] = [];
  let breaks = createBreaks(text);
  let start = 0;
  const close = (end: number) => {
    const headings = openHeadings.filter((heading) => heading !== '').join(headingSeparator);
    if (start < end) sections.push({ start, end, headings, breakLevels: breaks.levels });
    breaks = createBreaks(text);
  };
  for (const block of markdownBlocks(text)) {
    if (block.kind !== 'heading' || block.depth > 0) {
      breaks.add(block);
      continue;
    }
    close(block.start);
    openHeadings.length = Math.min(openHeadings.length, block.level - 1);
    while (openHeadings.length < block.level - 1) openHeadings.push('');
    openHeadings.push(headingText(text.slice(block.start, block.end)));
    start = block.end;
  }
  close(text.length);
  return sections;
}

/**
 * Gathers the places where a section may be cut, coarse ones first. Every block may be cut off from the one before it,
 * but a list or a block of code stays with the words that introduce it, and so does the first item of the list.
 */
function createBreaks(text: string): { readonly levels: number[][]; add(block: MarkdownBlock): void } {
  const levels: number[][] = Array.from({ length: breakDepthMax + 1 }, () => []);
  /** The latest block at each depth, as long as what follows stands in the same one. */
  const latest: Array<{ readonly block: MarkdownBlock; readonly introduced: boolean }> = [];
  let skippedDepth = Number.POSITIVE_INFINITY;

  function add(block: MarkdownBlock): void {
    const { depth } = block;
    if (depth > skippedDepth || depth > breakDepthMax) return;
    const previous = latest[depth]?.block;
    const isFirst = previous === undefined;
    latest.length = depth;
    const introduced =
      previous?.kind === 'paragraph' && text[previous.end - 1] === ':' && block.kind !== 'paragraph';
    latest[depth] = { block, introduced };
    const isKept = isFirst && depth > 0 && latest[depth - 1]?.introduced === true;
    skippedDepth = isKept ? depth : Number.POSITIVE_INFINITY;
    if (isKept) return;
    if (!introduced) levels[depth]?.push(block.start);
    addLines(text, block, levels[Math.min(depth + 1, breakDepthMax)]);
  }

  return { levels, add };
}

/** Lines of code and rows of a table are not cut. */
function addLines(text: string, block: MarkdownBlock, level: number[] | undefined): void {
  const isTable = block.kind === 'paragraph' && text[block.start] === '|';
  if (block.kind !== 'code' && block.kind !== 'html' && !isTable) return;
  // Within the block: where no line follows, the search would run to the end of the text.
  const body = text.slice(block.start, block.end);
  for (let line = body.indexOf('\n'); line !== -1; line = body.indexOf('\n', line + 1))
    level?.push(block.start + line + 1);
}

/** A heading's words: without its hashes or underline, and without emphasis, code marks and link targets. */
function headingText(source: string): string {
  return source
    .slice(0, headingUnitsMax)
    .replace(/\n[ \t]*(?:=+|-+)[ \t]*$/, '')
    .replace(/^[ \t]*#{1,6}(?:[ \t]+|$)/, '')
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
