/**
 * From a file or an address to text and passages: parsing in a confined process, splitting, and fetching that cannot be led
 * into the network of the operator.
 */

// Parsing.

export { decodeExported, decodeText } from './parsing/decode-text.ts';
export { documentKindOf } from './parsing/document-kind.ts';
export { type FileRole, fileRoleOf } from './parsing/file-role.ts';
export { markupToMarkdown } from './parsing/html-to-markdown.ts';
export type { DocumentParser, TimeBudget } from './parsing/open-document-parser.ts';
export { openDocumentProcess } from './parsing/open-document-process.ts';
export type { ArchiveMember, TableRow, TableSheet, TextPassage } from './parsing/parsed-file.ts';
export { ParsingFault } from './parsing/parsing-fault.ts';
export { parsingLimits } from './parsing/parsing-limits.ts';
export { watchMemory } from './parsing/resident-memory.ts';

// Splitting into passages.

export { headingSeparator, leadSeparator } from './splitting/cut-passages.ts';
export { findTitle, splitMarkdown } from './splitting/split-markdown.ts';
export { splitText } from './splitting/split-text.ts';

// Fetching.

export { type AddressPolicy, checkUrl, createAddressPolicy } from './fetching/address-policy.ts';
export { createFetchDocument, type FetchDocument } from './fetching/fetch-document.ts';
export { FetchFault } from './fetching/fetch-fault.ts';
export { fileNameOf } from './fetching/file-name-of.ts';
export { readBody } from './fetching/request-once.ts';
export { sendRequest } from './fetching/send-request.ts';
export { textToUtf8 } from './fetching/text-to-utf8.ts';
