import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { dropHiddenText } from './docx-hidden.ts';
import { HiddenParts } from './hidden-parts.ts';
import { markupToMarkdown } from './html-to-markdown.ts';
import { markWordItems } from './label-word-items.ts';
import { readOfficeParts } from './office-parts.ts';
import type { ParsedDocument } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { tabsToTables } from './tab-tables.ts';

const footnoteReturn = /<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g;

/** Headings, paragraphs, lists, tables and footnotes of a Word document. */
export async function docxToMarkdown(bytes: Uint8Array, limits: ParsingLimits): Promise<ParsedDocument> {
  const { parts, count } = dropHiddenText(readOfficeParts(bytes, { kind: 'docx', limits }));
  for (const [name, part] of parts) parts.set(name, markDoublyStruck(part));
  const items = markWordItems(parts);
  // Repacked, so that only checked parts are read.
  const checked = zipSync(Object.fromEntries(parts), { level: 0 });
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(checked.buffer, checked.byteOffset, checked.length) },
    {
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  const page = tabsToTables(items.writeLabels(value.replace(footnoteReturn, '')));
  const document = markupToMarkdown(page, { limits, mainOnly: false });
  const hidden = new HiddenParts();
  hidden.add('text', count);
  return { ...document, leftOut: hidden.describe() };
}

/** The library knows only the simple strikethrough. */
function markDoublyStruck(part: Uint8Array): Uint8Array {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
  if (!bytes.includes('<w:dstrike')) return part;
  return Buffer.from(bytes.toString('latin1').replaceAll('<w:dstrike', '<w:strike'), 'latin1');
}
