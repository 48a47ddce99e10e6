import {
  type DocumentParser,
  type DocumentParserOptions,
  openDocumentParser,
} from './open-document-parser.ts';

/** The process that reads files and splits documents, so that neither blocks the service. */
export function openDocumentProcess(
  options: Pick<DocumentParserOptions, 'confinementRequired'> = {},
): DocumentParser {
  return openDocumentParser({
    ...options,
    processUrl: new URL('./document-process.ts', import.meta.url),
    codeUrl: new URL('./document-code.ts', import.meta.url),
  });
}
