/** Files to parse, as small as their formats allow, and parsing without a process of its own. */

// Files.

export {
  docxParts,
  pack,
  pptxParts,
  slideShape,
  wordParagraph,
  xlsxParts,
} from './parsing/test-support/write-office-file.ts';
export { writePdf } from './parsing/test-support/write-pdf.ts';

// Parsing and splitting.

export { openDocumentParser } from './parsing/open-document-parser.ts';
export type { TextToSplit } from './parsing/parsed-file.ts';
export { splitDocument } from './splitting/split-document.ts';
