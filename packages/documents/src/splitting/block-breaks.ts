import {
  cellBorders,
  type MarkdownBlock,
  readMarkdownLine,
  stripMarks,
  type TextRange,
} from '@avow/text/markdown';
import { columnSeparator, type Lead } from './cut-passages.ts';
import { filledCells, type MarkdownTable } from './find-table.ts';

/** Where a block may be cut, and the context that its parts need. */
export interface SectionBreaks {
  /** Coarse breaks first, then finer ones. */
  readonly levels: ReadonlyArray<readonly number[]>;
  readonly leads: readonly Lead[];
}

/** A lead summarises what precedes a passage; it does not repeat it. */
const leadUnitsMax = 160;
const fenceUnitsMax = 40;
/** A shorter row cannot exceed the limit of a passage. */
const longRowUnits = 390;

/** Where a block without inner blocks may be cut, other than between sentences. */
export function breaksInside(text: string, block: MarkdownBlock, table: MarkdownTable | null): SectionBreaks {
  if (table !== null) return breaksInTable(text, block, table);
  if (block.kind === 'code') return breaksInCode(text, block);
  return { levels: block.kind === 'html' ? [lineStarts(text, block)] : [], leads: [] };
}

/** The words of a piece of Markdown, up to a length. */
export function shortenLead(source: string): string {
  const words = stripMarks(source);
  if (words.length <= leadUnitsMax) return words;
  const head = words.slice(0, leadUnitsMax);
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > 0 ? space : -1).toWellFormed()} …`;
}

/** Code is cut at blank lines, else between lines; its fences stay with the adjacent lines. */
function breaksInCode(text: string, block: TextRange): SectionBreaks {
  const starts = lineStarts(text, block);
  const [bodyStart] = starts;
  const first = text.slice(block.start, bodyStart === undefined ? block.end : bodyStart - 1);
  const fence = readMarkdownLine(first);
  // In an indented block marks are code.
  const isFenced = fence.kind === 'fence' && fence.indent === 0;
  const inner = isFenced ? starts.slice(1, -1) : starts;
  const isAfterBlank = (start: number) => {
    const line = text.slice(Math.max(block.start, text.lastIndexOf('\n', start - 2) + 1), start - 1);
    return readMarkdownLine(line).kind === 'blank';
  };
  const levels = [inner.filter(isAfterBlank), inner];
  if (!isFenced || bodyStart === undefined) return { levels, leads: [] };
  const words = first.slice(0, fenceUnitsMax).toWellFormed().trim();
  return { levels, leads: [{ start: bodyStart, end: block.end, words }] };
}

/** A table is cut between rows. The first row stays with the head, and only a row that is too long is cut between cells. */
function breaksInTable(
  text: string,
  block: TextRange,
  { head, headEnd, rows }: MarkdownTable,
): SectionBreaks {
  const leads: Lead[] = [];
  const words = shortenLead(head.join(columnSeparator));
  if (words !== '') leads.push({ start: headEnd, end: block.end, words });
  const longRows = rows.filter(({ start, end }) => end - start >= longRowUnits);
  const cells: number[] = [];
  for (const row of longRows) {
    // The first cell, which names the row, stays with the second.
    const [second, ...further] = cellBorders(text.slice(row.start, row.end)).map(
      (border) => row.start + border,
    );
    if (second === undefined) continue;
    for (const cell of further) cells.push(cell);
    const name = shortenLead(filledCells(text.slice(row.start, second)).join(' '));
    if (name !== '') leads.push({ start: second, end: row.end, words: name });
  }
  const rowStarts = rows.slice(1).map((row) => row.start);
  // The head may be separated from a first row that is as long as a passage.
  return { levels: [rowStarts, longRows.map((row) => row.start), cells], leads };
}

/** The starts of a block's lines, except the first. */
function lineStarts(text: string, block: TextRange): number[] {
  const starts: number[] = [];
  // Within the block: if no line followed, the search would run to the end of the text.
  const body = text.slice(block.start, block.end);
  for (let line = body.indexOf('\n'); line !== -1; line = body.indexOf('\n', line + 1))
    starts.push(block.start + line + 1);
  return starts;
}
