import { checkContent, damaged } from './check-content.ts';
import { decodeText } from './decode-text.ts';
import { type DocumentKind, documentKindOf } from './document-kind.ts';
import type { FileToParse } from './file-to-parse.ts';
import type { ParsedDocument, ParsedFile, ParsedTable } from './parsed-file.ts';
import { memoryReason, ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';

/** Reads one file, which may be malicious: only for use in the parsing process. */
export async function parseBytes(file: FileToParse): Promise<ParsedFile> {
  const { bytes, fileName, limits } = file;
  return await orFault(fileName, async (): Promise<ParsedFile> => {
    const kind = documentKindOf(fileName);
    if (kind === null) throw new ParsingFault('is of a kind that cannot be read');
    // A text may quote the first bytes of anything.
    if (kind !== 'markdown') checkContent(bytes, kind);
    if (kind === 'zip') {
      const { unpackArchive } = await import('./unpack-archive.ts');
      return { kind: 'archive', ...unpackArchive(bytes, limits) };
    }
    const document = await parseKind(bytes, kind, limits);
    if (document.text.trim() === '')
      throw new ParsingFault(kind === 'pdf' ? 'contains no text: it may be a scan' : 'contains no text');
    return { kind: 'document', ...document };
  });
}

/** Reads the rows of one table file. Only for use in the parsing process. */
export async function parseRows(file: FileToParse): Promise<ParsedTable> {
  return await orFault(file.fileName, async (): Promise<ParsedTable> => {
    const { readTable } = await import('./read-table.ts');
    return { kind: 'table', sheets: await readTable(file) };
  });
}

async function orFault<Parsed>(
  fileName: string,
  read: () => Promise<Parsed>,
): Promise<Parsed | { readonly kind: 'fault'; readonly reason: string }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ParsingFault) return { kind: 'fault', reason: error.message };
    // The runtime reports an allocation that fails this way.
    if (error instanceof RangeError && /allocation|Invalid (?:typed )?array length/i.test(error.message))
      return { kind: 'fault', reason: memoryReason };
    const kind = documentKindOf(fileName);
    return { kind: 'fault', reason: kind === null ? 'cannot be read' : damaged(kind).message };
  }
}

/** A parser is loaded with the first file of its kind. */
async function parseKind(
  bytes: Uint8Array,
  kind: Exclude<DocumentKind, 'zip'>,
  limits: ParsingLimits,
): Promise<ParsedDocument> {
  switch (kind) {
    case 'markdown': {
      const { convertTables } = await import('./convert-tables.ts');
      return { title: null, text: convertTables(decodeText(bytes), limits) };
    }
    case 'html':
      return (await import('./html-to-markdown.ts')).htmlToMarkdown(bytes, limits);
    case 'csv':
      return (await import('./csv-to-markdown.ts')).csvToMarkdown(bytes, { delimiter: null, limits });
    case 'tsv':
      return (await import('./csv-to-markdown.ts')).csvToMarkdown(bytes, { delimiter: '\t', limits });
    case 'pdf':
      return await (await import('./pdf-to-markdown.ts')).pdfToMarkdown(bytes, limits);
    case 'docx':
      return await (await import('./docx-to-markdown.ts')).docxToMarkdown(bytes, limits);
    case 'xlsx':
      return (await import('./xlsx-to-markdown.ts')).xlsxToMarkdown(bytes, limits);
    case 'pptx':
      return (await import('./pptx-to-markdown.ts')).pptxToMarkdown(bytes, limits);
  }
}
