import { type DocumentParser, openDocumentProcess } from '@avow/documents';

let shared: DocumentParser | null = null;

/**
 * The process that reads documents, one for all tests of a worker and all of their tenants: each start takes about half a
 * second of processor time. It ends with its parent.
 */
export function openSharedParser(): DocumentParser {
  shared ??= openDocumentProcess();
  const parser: DocumentParser = { ...shared, forOwner: () => parser, close: async () => undefined };
  return parser;
}
