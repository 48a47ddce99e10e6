import { zipSync } from 'fflate';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const slides = 'http://schemas.openxmlformats.org/presentationml/2006/main';

export type Parts = Readonly<Record<string, string>>;

/** Packs texts by their names. */
export function pack(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        typeof part === 'string' ? encoder.encode(part) : part,
      ]),
    ),
  );
}

function relationships(targets: ReadonlyArray<{ id: string; type: string; target: string }>): string {
  const list = targets.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${relations}">${list.join('')}</Relationships>`;
}

/** `body` is WordprocessingML. */
export function docxParts(body: string): Parts {
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    '_rels/.rels': relationships([{ id: 'rId1', type: 'officeDocument', target: 'word/document.xml' }]),
    'word/_rels/document.xml.rels': relationships([
      { id: 'rId1', type: 'styles', target: 'styles.xml' },
      { id: 'rId2', type: 'numbering', target: 'numbering.xml' },
    ]),
    'word/styles.xml': `${declaration}<w:styles xmlns:w="${word}">${style('Title', 'Title')}${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}</w:styles>`,
    'word/numbering.xml': `${declaration}<w:numbering xmlns:w="${word}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/document.xml': `${declaration}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  };
}

export function wordParagraph(words: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`;
}

interface SheetToWrite {
  readonly name: string;
  /** SpreadsheetML. */
  readonly rows: string;
  readonly columns?: string;
  readonly state?: string;
}

/** Style 1 is a date; those from 2 on have the number formats. */
export function xlsxParts(sheets: readonly SheetToWrite[], formats: readonly string[] = []): Parts {
  const numbered = sheets.map((one, index) => ({ ...one, number: index + 1 }));
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationships([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${sheet}" xmlns:r="${office}"><sheets>${numbered.map(({ name, number, state = 'visible' }) => `<sheet name="${name}" state="${state}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...numbered.map(({ number }) => ({
        id: `rId${number}`,
        type: 'worksheet',
        target: `worksheets/sheet${number}.xml`,
      })),
      { id: 'rId100', type: 'styles', target: 'styles.xml' },
      { id: 'rId101', type: 'sharedStrings', target: 'sharedStrings.xml' },
    ]),
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${sheet}"><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>${formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${sheet}"><si><t>Item</t></si><si><t>Price &amp; tax</t></si></sst>`,
    ...Object.fromEntries(
      numbered.map(({ number, rows, columns = '' }) => [
        `xl/worksheets/sheet${number}.xml`,
        `${declaration}<worksheet xmlns="${sheet}">${columns}<sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  };
}

/** Each slide is the DrawingML of its shapes. */
export function pptxParts(shapes: readonly string[]): Parts {
  const numbered = shapes.map((shape, index) => ({ shape, number: index + 1 }));
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'ppt/presentation.xml': `${declaration}<p:presentation xmlns:p="${slides}" xmlns:r="${office}"><p:sldIdLst>${numbered.map(({ number }) => `<p:sldId id="${255 + number}" r:id="rId${number}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    // The files are numbered backwards: their order is that of the list, not of their names.
    'ppt/_rels/presentation.xml.rels': relationships(
      numbered.map(({ number }) => ({
        id: `rId${number}`,
        type: 'slide',
        target: `slides/slide${shapes.length + 1 - number}.xml`,
      })),
    ),
    ...Object.fromEntries(
      numbered.map(({ number, shape }) => [
        `ppt/slides/slide${shapes.length + 1 - number}.xml`,
        `${declaration}<p:sld xmlns:p="${slides}" xmlns:a="${drawing}"><p:cSld><p:spTree>${shape}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  };
}

export function slideShape(paragraphs: readonly string[], placeholder = ''): string {
  const written = paragraphs.map((words) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`);
  return `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${written.join('')}</p:txBody></p:sp>`;
}
