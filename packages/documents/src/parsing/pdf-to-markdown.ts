import { getDocumentProxy } from 'unpdf';
import { BlockWriter, escapeLines } from './block-writer.ts';
import type { ParsedDocument } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { blocksOf, findContinuedHead, type PageBlock, type TableBlock } from './pdf-blocks.ts';
import { joinLines, type PageLine } from './pdf-lines.ts';
import { TableWriter } from './table-writer.ts';

/** A line this much larger than the rest is a heading, if it is not too long for one. */
const headingScale = 1.15;
const titleScale = 1.6;
const headingUnitsMax = 160;
/** Lines farther apart than this, in line heights, belong to different paragraphs. */
const paragraphGap = 1.75;
/** How many pages determine the size of body text. */
const sampledPages = 20;

/** The text and tables of each page after a line `[page n]`. Pages without text are left out. */
export async function pdfToMarkdown(bytes: Uint8Array, limits: ParsingLimits): Promise<ParsedDocument> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    stopAtErrors: false,
    useSystemFonts: false,
  }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new ParsingFault('is encrypted: save it without a password');
    throw error;
  });
  if (pdf.numPages > limits.pagesMax)
    throw new ParsingFault(`has ${pdf.numPages} pages, more than ${limits.pagesMax}`);
  const writer = new BlockWriter(limits.textBytesMax);
  const early: PageBlock[][] = [];
  let bodyHeight = 0;
  let previous: readonly PageBlock[] = [];
  const write = (number: number, blocks: readonly PageBlock[]) => {
    const continued = continueTable(previous, blocks);
    writePage(writer, continued, { number, bodyHeight });
    previous = continued;
  };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const blocks = blocksOf(await page.getTextContent());
    page.cleanup();
    if (number <= sampledPages) early.push(blocks);
    if (number === Math.min(sampledPages, pdf.numPages)) {
      bodyHeight = commonHeight(early.flat());
      for (const [position, sampled] of early.entries()) write(position + 1, sampled);
    } else if (number > sampledPages) write(number, blocks);
  }
  await pdf.cleanup();
  return { title: writer.firstHeading, text: writer.toText() };
}

/** A table that goes on from the page before gets its head again. */
function continueTable(previous: readonly PageBlock[], blocks: readonly PageBlock[]): readonly PageBlock[] {
  const head = findContinuedHead(previous, blocks);
  const position = blocks.findIndex(({ kind }) => kind === 'table');
  const table = blocks[position];
  if (head === null || table?.kind !== 'table') return blocks;
  return blocks.with(position, { ...table, rows: [head, ...table.rows] });
}

function writePage(
  writer: BlockWriter,
  blocks: readonly PageBlock[],
  { number, bodyHeight }: { readonly number: number; readonly bodyHeight: number },
): void {
  if (blocks.length > 0) writer.add(`[page ${number}]`);
  for (const block of blocks) {
    if (block.kind === 'table') writeTable(writer, block);
    else writeLines(writer, block.lines, bodyHeight);
  }
}

function writeTable(writer: BlockWriter, { rows, isHeadless }: TableBlock): void {
  if (isHeadless) {
    const list = {};
    for (const row of rows)
      writer.add(`- ${escapeLines(row.filter((cell) => cell !== '').join(': '))}`, list);
    return;
  }
  const table = new TableWriter(writer);
  for (const row of rows) table.addRow(row);
}

function writeLines(writer: BlockWriter, lines: readonly PageLine[], bodyHeight: number): void {
  for (const paragraph of paragraphsOf(lines)) {
    const text = joinLines(paragraph);
    const height = paragraph[0]?.height ?? 0;
    const isHeading =
      height > bodyHeight * headingScale && text.length <= headingUnitsMax && /\p{L}{2}/u.test(text);
    if (isHeading) writer.addHeading(height > bodyHeight * titleScale ? 1 : 2, text);
    else writer.addParagraph(text);
  }
}

/** Lines of one size, close below each other. */
function paragraphsOf(lines: readonly PageLine[]): PageLine[][] {
  const paragraphs: PageLine[][] = [];
  let previous: PageLine | null = null;
  for (const line of lines) {
    const drop = previous === null ? 0 : previous.y - line.y;
    const goesOn =
      previous !== null &&
      Math.abs(previous.height - line.height) < 0.15 * line.height &&
      drop > 0 &&
      drop < paragraphGap * line.height;
    if (goesOn) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
    previous = line;
  }
  return paragraphs;
}

/** The height that most characters have. */
function commonHeight(blocks: readonly PageBlock[]): number {
  const units = new Map<number, number>();
  const count = (height: number, length: number) => {
    const rounded = Math.round(height * 2) / 2;
    units.set(rounded, (units.get(rounded) ?? 0) + length);
  };
  for (const block of blocks) {
    if (block.kind === 'table') count(block.height, block.rows.flat().join('').length);
    else for (const { height, text } of block.lines) count(height, text.length);
  }
  let common = 0;
  for (const [height, total] of units) if (total > (units.get(common) ?? 0)) common = height;
  return common;
}
