import { type DocumentParser, openDocumentParser } from './open-document-parser.ts';

/** The process that reads files and splits documents, so that neither blocks the service. */
export function openDocumentProcess(): DocumentParser {
  return openDocumentParser({ processUrl: new URL('./document-process.ts', import.meta.url) });
}
