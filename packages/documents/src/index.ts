/**
 * From a file or an address to text and passages: parsing in a confined process, and splitting. Fetching that
 * cannot be led into the network of the operator is at `@avow/documents/fetching`.
 */

// Parsing.

export { decodeText } from './parsing/decode-text.ts';
export { documentKindOf } from './parsing/document-kind.ts';
export { markupToMarkdown } from './parsing/html-to-markdown.ts';
export type { DocumentParser, TimeBudget } from './parsing/open-document-parser.ts';
export { openDocumentProcess } from './parsing/open-document-process.ts';
export type { ArchiveMember, TableRow, TableSheet, TextPassage } from './parsing/parsed-file.ts';
export { ParsingFault } from './parsing/parsing-fault.ts';
export { parsingLimits } from './parsing/parsing-limits.ts';
export { watchMemory } from './parsing/resident-memory.ts';

// Splitting into passages.

export { columnSeparator, headingSeparator, leadSeparator } from './splitting/cut-passages.ts';
export { findTitle, splitMarkdown } from './splitting/split-markdown.ts';
export { splitText } from './splitting/split-text.ts';

// Fetching a document.

export { createFetchDocument, type FetchDocument } from './fetching/fetch-document.ts';
