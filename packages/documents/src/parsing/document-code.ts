/* All code that the parsing process may load, so that it is kept compiled. */
import 'unpdf/pdfjs';
import './convert-tables.ts';
import './csv-to-markdown.ts';
import './docx-to-markdown.ts';
import './html-to-markdown.ts';
import './pdf-to-markdown.ts';
import './pptx-to-markdown.ts';
import './read-table.ts';
import './unpack-archive.ts';
import './xlsx-to-markdown.ts';
import './document-process.ts';
