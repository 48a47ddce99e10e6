import {
  headingWords,
  inlineSpans,
  type MarkdownBlock,
  markdownBlocks,
  stripMarks,
  type TextRange,
} from '@avow/text/markdown';
import type { TextPassage } from '../parsing/parsed-file.ts';
import { cutPassages, headingSeparator, type TextSection } from './cut-passages.ts';
import { codeIn, findMarkup, holdsWords } from './find-markup.ts';
import { createBreaks } from './markdown-breaks.ts';

const headingUnitsMax = 500;
/** A title is near the beginning. */
const titleUnitsMax = 64 * 1024;

/** Cuts Markdown into passages along its headings, paragraphs, list items, table rows and code blocks. */
export function splitMarkdown(text: string): TextPassage[] {
  const blocks = [...markdownBlocks(text)];
  const markup = findMarkup(
    text,
    blocks.flatMap((block) => codeIn(text, block)),
  );
  const isCitable = (range: TextRange) => holdsWords(text, range, markup);
  return cutPassages(text, { sections: sectionsOf(text, { blocks, isCitable }), isCitable });
}

/**
 * The text of the heading that stands above all others, or null. A first heading of a lower level is one among several if
 * another of its level or a higher one follows.
 */
export function findTitle(text: string): string | null {
  const head = text.slice(0, titleUnitsMax);
  let first: MarkdownBlock | null = null;
  for (const block of markdownBlocks(head)) {
    if (block.kind !== 'heading' || block.depth > 0) continue;
    if (first !== null && block.level <= first.level) return null;
    first ??= block;
    if (first.level === 1) break;
  }
  return first === null ? null : headingText(head.slice(first.start, first.end)) || null;
}

function sectionsOf(
  text: string,
  {
    blocks,
    isCitable,
  }: { readonly blocks: readonly MarkdownBlock[]; readonly isCitable: (range: TextRange) => boolean },
): TextSection[] {
  const saysNothing = (range: TextRange) => !isCitable(range);
  const sections: TextSection[] = [];
  const openHeadings: string[] = [];
  let breaks = createBreaks(text, saysNothing);
  let start = 0;
  const close = (end: number) => {
    const headings = openHeadings.filter((heading) => heading !== '').join(headingSeparator);
    const { levels, leads } = breaks.finish(end);
    if (start < end) sections.push({ start, end, headings, breakLevels: levels, leads });
    breaks = createBreaks(text, saysNothing);
  };
  for (const block of blocks) {
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

/** The words of a heading, without hashes, underline, tags, emphasis, code marks and link targets. */
function headingText(source: string): string {
  const words = headingWords(source.slice(0, headingUnitsMax));
  let shown = '';
  let from = 0;
  for (const { kind, start, end } of inlineSpans(words)) {
    if (kind !== 'tag') continue;
    shown += words.slice(from, start);
    from = end;
  }
  return stripMarks(shown + words.slice(from));
}
