import { Parser } from 'htmlparser2';
import { BlockWriter } from './block-writer.ts';
import { decodePage } from './decode-text.ts';
import { HtmlReading } from './html-reading.ts';
import { limitDepth } from './limit-depth.ts';
import type { ParsedDocument } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';

/** The headings, paragraphs, lists and tables of a page, or of its main element if it has one. */
export function htmlToMarkdown(bytes: Uint8Array, limits: ParsingLimits): ParsedDocument {
  const page = decodePage(bytes);
  const main = markupToMarkdown(page, { limits, mainOnly: true });
  return main.text === '' ? markupToMarkdown(page, { limits, mainOnly: false }) : main;
}

export function markupToMarkdown(
  markup: string,
  { limits, mainOnly }: { readonly limits: ParsingLimits; readonly mainOnly: boolean },
): ParsedDocument {
  const writer = new BlockWriter(limits.textBytesMax);
  const reading = new HtmlReading(writer, mainOnly);
  const parser = new Parser(limitDepth(reading), { decodeEntities: true });
  parser.end(markup);
  reading.end();
  return { title: writer.firstHeading ?? reading.title, text: writer.toText() };
}
