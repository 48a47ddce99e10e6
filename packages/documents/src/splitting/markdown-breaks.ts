import { endsInColon, type MarkdownBlock, type TextRange } from '@avow/text/markdown';
import { splitSentences } from '@avow/text/sentences';
import { breaksInside, type SectionBreaks, shortenLead } from './block-breaks.ts';
import type { Lead } from './cut-passages.ts';
import { findTable, type MarkdownTable } from './find-table.ts';

interface Introduction {
  readonly words: string;
  /** Where the sentence begins. */
  readonly start: number;
}

interface Latest {
  readonly block: MarkdownBlock;
  readonly introduction: Introduction | null;
  /** Stays with the preceding words. */
  readonly isKept: boolean;
  readonly table: MarkdownTable | null;
}

/** Nested blocks are distinguished to this depth; below it sentences decide. */
const breakDepthMax = 6;
/** Only the end of a paragraph can introduce what follows. */
const introductionUnitsMax = 1_000;
/** A shorter one ("For example:") needs the previous sentence. */
const shortIntroductionUnits = 24;

/**
 * Collects the breaks of a section. A break is possible before every block, but a block stays with the words that introduce
 * it, and so does its first item or row. Blocks without content are skipped, so the blocks around a comment are
 * adjacent.
 */
export function createBreaks(
  text: string,
  saysNothing: (block: TextRange) => boolean,
): { add(block: MarkdownBlock): void; finish(end: number): SectionBreaks } {
  const levels: number[][] = Array.from({ length: breakDepthMax + 1 }, () => []);
  const leads: Lead[] = [];
  /** The open lists, the outermost first. */
  const open: Array<Omit<Lead, 'end'> & { readonly depth: number }> = [];
  /** The latest block at each depth within the same container. */
  const latest: Latest[] = [];

  const addBreaks = (depth: number, breaks: readonly number[]) => {
    for (const offset of breaks) levels[Math.min(depth, breakDepthMax)]?.push(offset);
  };
  const closeLeads = (depth: number, end: number) => {
    for (let last = open.at(-1); last !== undefined && last.depth >= depth; last = open.at(-1)) {
      leads.push({ start: last.start, end, words: last.words });
      open.pop();
    }
  };

  function add(block: MarkdownBlock): void {
    const { depth, kind } = block;
    if (depth > breakDepthMax) return;
    if ((kind === 'paragraph' || kind === 'html') && saysNothing(block)) return;
    closeLeads(depth, block.start);
    const previous = latest[depth];
    latest.length = Math.min(latest.length, depth);
    const isIntroduced = previous !== undefined && introduces(text, previous);
    const isKept = isIntroduced || (previous === undefined && latest[depth - 1]?.isKept === true);
    const introduction = isIntroduced || kind === 'list' ? findIntroduction(text, block, previous) : null;
    const table = kind === 'paragraph' ? findTable(text, block, previous?.table ?? null) : null;
    latest[depth] = { block, introduction, isKept, table };
    if (introduction !== null) open.push({ depth, start: block.start, words: introduction.words });
    if (!isKept) addBreaks(depth, [block.start]);
    // If both are too long for one passage, only the last sentence stays with what it introduces.
    else if (introduction !== null && introduction.start > (previous?.block.start ?? 0))
      addBreaks(depth + 1, [introduction.start]);
    const inside = breaksInside(text, block, table);
    inside.levels.forEach((breaks, finer) => {
      addBreaks(depth + 1 + finer, breaks);
    });
    for (const lead of inside.leads) leads.push(lead);
  }

  function finish(end: number): SectionBreaks {
    closeLeads(0, end);
    leads.sort((one, other) => one.start - other.start || other.end - one.end);
    // Rows and cells, or paragraphs and what they introduce, are not found in order.
    for (const level of levels) level.sort((one, other) => one - other);
    return { levels, leads };
  }

  return { add, finish };
}

function introduces(text: string, { block, table }: Latest): boolean {
  if (block.kind !== 'paragraph' || table !== null) return false;
  return endsInColon(text.slice(Math.max(block.start, block.end - 8), block.end));
}

/**
 * The sentence with a colon that introduces a block. For a list inside an item it is the beginning of the item, and for a
 * list that continues another, the introduction of that one.
 */
function findIntroduction(
  text: string,
  { depth }: MarkdownBlock,
  previous: Latest | undefined,
): Introduction | null {
  if (previous === undefined || previous.table !== null) return null;
  const { block, introduction } = previous;
  if (block.kind === 'list') return introduction;
  const isColon = introduces(text, previous);
  if (block.kind !== 'paragraph' || (!isColon && depth === 0)) return null;
  const start = isColon ? Math.max(block.start, block.end - introductionUnitsMax) : block.start;
  const end = Math.min(block.end, start + introductionUnitsMax);
  const sentences = splitSentences(text.slice(start, end));
  const last = sentences.at(isColon ? -1 : 0);
  if (last === undefined) return null;
  const isShort = last.end - last.start < shortIntroductionUnits;
  const from = start + ((isShort && isColon ? sentences.at(-2) : null) ?? last).start;
  const words = shortenLead(text.slice(from, start + last.end));
  return words === '' ? null : { words, start: from };
}
