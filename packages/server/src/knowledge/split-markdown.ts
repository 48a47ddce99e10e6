import { fromMarkdown } from 'mdast-util-from-markdown';
import { cutPassages, type Section, type TextPassage, type TextRange } from './cut-passages.ts';
import { plainBreakLevels } from './split-text.ts';

type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number];
interface MarkdownBlock extends TextRange {
  readonly node: MarkdownNode;
}

const headingSeparator = ' › ';
const headingUnitsMax = 500;
/** Blocks within blocks are told apart to this depth; below it sentences decide. */
const breakDepthMax = 6;
/** Text is parsed in chunks of at least this size, cut at headings, so that memory and time stay bounded. */
const chunkUnits = 64 * 1024;
/** A stretch this long without any heading, or nested deeper than anyone writes, is taken for plain text. */
const chunkUnitsMax = 1024 * 1024;
const tooDeep = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){33}|^[ \t]{160}[ \t]*[>*+-]/m;

// Passages need blocks only, and some inline constructs take time that grows with the square of the text.
const blocksOnly = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
};

/** Cuts Markdown into passages along its headings, paragraphs, list items, table rows and code blocks. */
export function splitMarkdown(text: string): TextPassage[] {
  const headings: string[] = [];
  const sections = chunkAtHeadings(text).flatMap((chunk) => sectionsOf(text, chunk, headings));
  return cutPassages(text, sections);
}

/** The text of the first heading, or null where there is none. */
export function firstHeading(text: string): string | null {
  const [chunk] = chunkAtHeadings(text);
  if (chunk === undefined) return null;
  for (const { node, start, end } of parseBlocks(text, chunk)) {
    if (node.type === 'heading') return headingText(text.slice(start, end)) || null;
  }
  return null;
}

/** `openHeadings` is the path at the chunk's start, by level, and is carried on to the next chunk. */
function sectionsOf(text: string, chunk: TextRange, openHeadings: string[]): Section[] {
  const sections: Section[] = [];
  let blocks: MarkdownBlock[] = [];
  let start = chunk.start;
  const close = (end: number) => {
    const headings = openHeadings.filter((heading) => heading !== '').join(headingSeparator);
    if (start < end)
      sections.push({ start, end, headings, breakLevels: breakLevelsOf(text, { start, end }, blocks) });
    blocks = [];
  };
  for (const block of parseBlocks(text, chunk)) {
    if (block.node.type !== 'heading') {
      blocks.push(block);
      continue;
    }
    close(block.start);
    openHeadings.length = Math.min(openHeadings.length, block.node.depth - 1);
    while (openHeadings.length < block.node.depth - 1) openHeadings.push('');
    openHeadings.push(headingText(text.slice(block.start, block.end)));
    start = block.end;
  }
  close(chunk.end);
  return sections;
}

function parseBlocks(text: string, chunk: TextRange): MarkdownBlock[] {
  const body = text.slice(chunk.start, chunk.end);
  if (body.length > chunkUnitsMax || tooDeep.test(body)) return [];
  return locate(fromMarkdown(body, { extensions: [blocksOnly] }).children, chunk.start);
}

function locate(nodes: readonly MarkdownNode[], base: number): MarkdownBlock[] {
  return nodes.map((node) => ({
    node,
    start: base + (node.position?.start.offset ?? 0),
    end: base + (node.position?.end.offset ?? 0),
  }));
}

function breakLevelsOf(text: string, range: TextRange, blocks: readonly MarkdownBlock[]): number[][] {
  if (blocks.length === 0) return plainBreakLevels(text, range);
  const levels: number[][] = Array.from({ length: breakDepthMax + 1 }, () => []);
  collectBreaks(text, blocks, { levels, depth: 0 });
  return levels;
}

/** Every block may be cut off from the one before it, but a list or a block of code stays with the words that introduce it. */
function collectBreaks(
  text: string,
  blocks: readonly MarkdownBlock[],
  into: { readonly levels: number[][]; readonly depth: number },
): void {
  let previous: MarkdownBlock | null = null;
  for (const block of blocks) {
    const introduced =
      previous?.node.type === 'paragraph' &&
      text[previous.end - 1] === ':' &&
      block.node.type !== 'paragraph';
    if (!introduced) into.levels[Math.min(into.depth, breakDepthMax)]?.push(block.start);
    collectInnerBreaks(text, block, { ...into, introduced });
    previous = block;
  }
}

function collectInnerBreaks(
  text: string,
  block: MarkdownBlock,
  into: { readonly levels: number[][]; readonly depth: number; readonly introduced: boolean },
): void {
  const { node } = block;
  const deeper = into.depth + 1;
  if (
    node.type === 'code' ||
    node.type === 'html' ||
    (node.type === 'paragraph' && text[block.start] === '|')
  ) {
    const level = into.levels[Math.min(deeper, breakDepthMax)];
    for (
      let line = text.indexOf('\n', block.start);
      line !== -1 && line < block.end;
      line = text.indexOf('\n', line + 1)
    ) {
      level?.push(line + 1);
    }
    return;
  }
  if (deeper > breakDepthMax || !('children' in node) || node.type === 'paragraph') return;
  const base = block.start - (node.position?.start.offset ?? 0);
  const children = locate(node.children as MarkdownNode[], base);
  // Words that introduce a list keep at least its first item.
  collectBreaks(text, into.introduced ? children.slice(1) : children, { levels: into.levels, depth: deeper });
}

/** Cuts before first and second level headings outside code, at least a chunk apart. */
function chunkAtHeadings(text: string): TextRange[] {
  const chunks: TextRange[] = [];
  let start = 0;
  if (text.length > chunkUnits) {
    let fence: string | null = null;
    for (const match of text.matchAll(/^(?:#{1,2}[ \t]| {0,3}(?<fence>`{3,}|~{3,}))/gm)) {
      const marker = match.groups?.['fence'];
      if (marker !== undefined) fence = fence === null ? marker : marker.startsWith(fence) ? null : fence;
      else if (fence === null && match.index - start >= chunkUnits) {
        chunks.push({ start, end: match.index });
        start = match.index;
      }
    }
  }
  if (start < text.length) chunks.push({ start, end: text.length });
  return chunks;
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
