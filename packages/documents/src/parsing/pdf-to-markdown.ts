import { getDocumentProxy } from 'unpdf';
import { BlockWriter } from './block-writer.ts';
import type { ParsedDocument } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { joinLines, linesOfPage, type PageLine } from './pdf-lines.ts';

/** A line this much larger than the rest is a heading, if it is not too long for one. */
const headingScale = 1.15;
const titleScale = 1.6;
const headingUnitsMax = 160;
/** Lines farther apart than this, in line heights, belong to different paragraphs. */
const paragraphGap = 1.75;
/** How many pages determine the size of body text. */
const sampledPages = 20;

/** The text of each page after a line `[page n]`. Pages without text are left out. */
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
  const early: PageLine[][] = [];
  let bodyHeight = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const lines = linesOfPage(await page.getTextContent());
    page.cleanup();
    if (number <= sampledPages) early.push(lines);
    if (number === Math.min(sampledPages, pdf.numPages)) {
      bodyHeight = commonHeight(early.flat());
      for (const [position, sampled] of early.entries())
        writePage(writer, sampled, { number: position + 1, bodyHeight });
    } else if (number > sampledPages) writePage(writer, lines, { number, bodyHeight });
  }
  await pdf.cleanup();
  return { title: writer.firstHeading, text: writer.toText() };
}

function writePage(
  writer: BlockWriter,
  lines: readonly PageLine[],
  { number, bodyHeight }: { readonly number: number; readonly bodyHeight: number },
): void {
  if (lines.length > 0) writer.add(`[page ${number}]`);
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
function commonHeight(lines: readonly PageLine[]): number {
  const units = new Map<number, number>();
  for (const { height, text } of lines) {
    const rounded = Math.round(height * 2) / 2;
    units.set(rounded, (units.get(rounded) ?? 0) + text.length);
  }
  let common = 0;
  for (const [height, count] of units) if (count > (units.get(common) ?? 0)) common = height;
  return common;
}
