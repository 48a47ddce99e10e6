import { getDocumentProxy } from 'unpdf';
import type { ParsedDocument } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { blocksOf, findContinuedHead, type PageBlock } from './pdf-blocks.ts';
import { RunningLines, type RunningPage } from './pdf-running-lines.ts';
import { tidySpaces } from './pdf-runs.ts';
import { headingScale, PdfWriter } from './pdf-writer.ts';

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
  const early: RunningPage[] = [];
  let write: ((number: number, blocks: readonly PageBlock[]) => void) | null = null;
  let writer: PdfWriter | null = null;
  let running: RunningLines | null = null;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const [, bottom = 0, , top = 0] = page.view;
    const read: RunningPage = {
      blocks: blocksOf(await page.getTextContent()),
      extent: page.rotate === 0 ? { bottom, top } : null,
    };
    page.cleanup();
    if (number <= sampledPages) early.push(read);
    if (number === Math.min(sampledPages, pdf.numPages)) {
      const learnt = new RunningLines(
        early,
        commonHeight(early.flatMap(({ blocks }) => blocks)) * headingScale,
      );
      running = learnt;
      const sample = early.map((sampled, position) => learnt.takeFrom(sampled, position + 1));
      writer = new PdfWriter({ bytesMax: limits.textBytesMax, bodyHeight: commonHeight(sample.flat()) });
      write = createWriting(writer);
      for (const [position, sampled] of sample.entries()) write(position + 1, sampled);
    } else if (number > sampledPages) write?.(number, running?.takeFrom(read, number) ?? read.blocks);
  }
  const title = writer?.title ?? titleOf(await pdf.getMetadata().catch(() => null));
  await pdf.cleanup();
  return { title, text: writer?.toText() ?? '' };
}

function createWriting(writer: PdfWriter) {
  let previous: readonly PageBlock[] = [];
  return (number: number, blocks: readonly PageBlock[]) => {
    const continued = continueTable(previous, blocks);
    writer.addPage(number, continued);
    previous = continued;
  };
}

const titleUnitsMax = 200;
/** What programs write if nobody gave a title. */
const noTitle =
  /^\W*(?:anonymous|untitled|unspecified|unbenannt|unknown|title)\W*\d*$|^Microsoft \w+ - |\.[a-z]{3,4}$/i;

/** The title that the properties of the file give; null if it says nothing. */
function titleOf(metadata: { readonly info: object } | null): string | null {
  const given = metadata !== null && 'Title' in metadata.info ? metadata.info.Title : null;
  const title = typeof given === 'string' ? tidySpaces(given) : '';
  return title === '' || title.length > titleUnitsMax || noTitle.test(title) ? null : title;
}

/** A table that goes on from the page before gets its head again. */
function continueTable(previous: readonly PageBlock[], blocks: readonly PageBlock[]): readonly PageBlock[] {
  const head = findContinuedHead(previous, blocks);
  const position = blocks.findIndex(({ kind }) => kind === 'table');
  const table = blocks[position];
  if (head === null || table?.kind !== 'table') return blocks;
  return blocks.with(position, { ...table, rows: [head, ...table.rows] });
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
