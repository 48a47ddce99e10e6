export { openDocumentParser } from './parsing/open-document-parser.ts';
export type { TextToSplit } from './parsing/parsed-file.ts';
export {
  docxParts,
  pack,
  pptxParts,
  slideShape,
  wordParagraph,
  xlsxParts,
} from './parsing/test-support/write-office-file.ts';
export { writePdf } from './parsing/test-support/write-pdf.ts';
export { splitDocument } from './splitting/split-document.ts';
