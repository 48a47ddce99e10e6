import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { parseBytes } from './parse-bytes.ts';
import { type ParsingLimits, parsingLimits } from './parsing-limits.ts';
import {
  docxParts,
  pack,
  pptxParts,
  slideShape,
  wordParagraph,
  xlsxParts,
} from './test-support/write-office-file.ts';
import { writePdf } from './test-support/write-pdf.ts';

const parse = (fileName: string, bytes: Uint8Array, limits: Partial<ParsingLimits> = {}) =>
  parseBytes({ fileName, bytes, limits: { ...parsingLimits, ...limits } });

async function reasonOf(fileName: string, bytes: Uint8Array, limits: Partial<ParsingLimits> = {}) {
  const parsed = await parse(fileName, bytes, limits);
  return parsed.kind === 'fault' ? parsed.reason : parsed;
}

const leavePdf = writePdf([
  [
    { text: 'Leave rules', size: 22 },
    { text: 'Everyone has twenty-five days of holi-', y: 740 },
    { text: 'day a year. Ask your <manager>.' },
    { text: 'Unused days:', y: 690 },
    { text: '\x95 lapse in March' },
    { text: '\x95 are not paid' },
  ],
  [],
  [{ text: '# Third page' }],
]);

describe('PDF', () => {
  test('numbers pages, turns large lines into headings and rejoins hyphenated words', async () => {
    expect(await parse('a.pdf', leavePdf)).toEqual({
      kind: 'document',
      title: 'Leave rules',
      text: [
        '[page 1]',
        '# Leave rules',
        'Everyone has twenty-five days of holiday a year. Ask your \\<manager>.',
        'Unused days:\n- lapse in March\n- are not paid',
        '[page 3]',
        '\\# Third page',
      ].join('\n\n'),
    });
  });

  test('rejects encrypted, cyclic, truncated, empty and overlong files', async () => {
    const encrypted = writePdf([[{ text: 'x' }]], {
      trailer: `/Encrypt 99 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`,
      objects: {
        99: `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
      },
    });
    expect(await reasonOf('a.pdf', encrypted)).toBe('is encrypted: save it without a password');
    const damaged = 'cannot be read: it is damaged, or not a PDF';
    expect(await reasonOf('a.pdf', writePdf([[]], { kids: '2 0 R', count: 3 }))).toBe(damaged);
    expect(await reasonOf('a.pdf', leavePdf.subarray(0, 300))).toBe(damaged);
    expect(await reasonOf('a.pdf', writePdf([[], []]))).toBe('contains no text: it may be a scan');
    expect(await reasonOf('a.pdf', leavePdf, { pagesMax: 2 })).toBe('has 3 pages, more than 2');
    expect(await reasonOf('a.pdf', leavePdf, { textBytesMax: 20 })).toBe('holds more than 20 bytes of text');
  });
});

describe('Word', () => {
  const bullet = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;
  const cell = (words: string) => `<w:tc>${wordParagraph(words)}</w:tc>`;

  test('keeps headings, lists and tables', async () => {
    const body = [
      wordParagraph('Travel', '<w:pStyle w:val="Title"/>'),
      wordParagraph('Hotels', '<w:pStyle w:val="Heading2"/>'),
      wordParagraph('Up to 120 &lt;b&gt; a night.'),
      wordParagraph('breakfast', bullet(0)),
      wordParagraph('hot', bullet(1)),
      wordParagraph('parking', bullet(0)),
      `<w:tbl><w:tr>${cell('City')}${cell('Limit')}</w:tr><w:tr>${cell('Oslo')}${cell('150')}</w:tr></w:tbl>`,
    ];
    expect(await parse('a.docx', pack(docxParts(body.join(''))))).toEqual({
      kind: 'document',
      title: 'Travel',
      leftOut: null,
      text: [
        '# Travel',
        '## Hotels',
        'Up to 120 \\<b> a night.',
        '- breakfast\n   1. hot\n- parking',
        '| City | Limit |\n| --- | --- |\n| Oslo | 150 |',
      ].join('\n\n'),
    });
  });
});

describe('hidden text in Word', () => {
  const run = (words: string, properties: string) =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
  const style = (id: string, inner: string) =>
    `<w:style w:type="character" w:styleId="${id}">${inner}</w:style>`;

  test('is left out, whether hidden by itself or by a style', async () => {
    const box = `<w:r><w:rPr><w:vanish/></w:rPr><w:txbxContent><w:p>${run('In a box.', '<w:vanish/>')}</w:p></w:txbxContent></w:r>`;
    const body = [
      `<w:p>${run('Shown.', '')}${run(' Draft.', '<w:vanish/>')}${run(' Also shown.', '<w:vanish w:val="0"/>')}</w:p>`,
      `<w:p>${run('By a style.', '<w:rStyle w:val="Quiet"/>')}${run('End &amp; more.', '<w:rStyle w:val="Loud"/>')}${box}</w:p>`,
      wordParagraph('A paragraph.', '<w:pStyle w:val="Silent"/>'),
    ];
    const parts = docxParts(body.join(''));
    const styles = (parts['word/styles.xml'] ?? '').replace(
      '</w:styles>',
      `${style('Silent', '<w:rPr><w:vanish/></w:rPr>')}${style('Quiet', '<w:basedOn w:val="Silent"/>')}${style('Loud', '<w:basedOn w:val="Loud"/>')}</w:styles>`,
    );
    expect(await parse('a.docx', pack({ ...parts, 'word/styles.xml': styles }))).toEqual({
      kind: 'document',
      title: null,
      leftOut: '4 hidden texts',
      text: 'Shown. Also shown.\n\nEnd & more.',
    });
  });
});

describe('Excel', () => {
  const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;

  test('writes each sheet under its name, with dates as dates and numbers as shown', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${text('C1', 'Since')}</row>
      <row r="3">${text('A3', 'Desk | oak')}<c r="B3"><v>0.30000000000000004</v></c><c r="C3" s="1"><v>45000</v></c></row>`;
    const sheets = [
      { name: 'Prices', rows },
      { name: 'Nothing', rows: '' },
      { name: 'More', rows: `<row r="1">${text('A1', 'x')}</row>` },
    ];
    expect(await parse('a.xlsx', pack(xlsxParts(sheets)))).toEqual({
      kind: 'document',
      title: null,
      leftOut: null,
      text: [
        '# Prices',
        '| Item | Price & tax | Since |\n| --- | --- | --- |\n| Desk \\| oak | 0.3 | 2023-03-15 |',
        '# More',
        '| x |\n| --- |',
      ].join('\n\n'),
    });
  });
});

describe('PowerPoint', () => {
  test('writes slides in the order of the presentation, with their titles', async () => {
    const cell = (words: string) =>
      `<a:tc><a:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:tbl><a:tr>${cell('a')}${cell('b')}</a:tr></a:tbl></p:graphicFrame>`;
    const slides = [
      slideShape(['Our prices'], '<p:ph type="title"/>') +
        slideShape(['Low', 'Fair &amp; fixed'], '<p:ph idx="1"/>') +
        slideShape(['7'], '<p:ph type="sldNum"/>'),
      slideShape([]),
      slideShape(['Alone.']) + table,
    ];
    expect(await parse('a.pptx', pack(pptxParts(slides)))).toEqual({
      kind: 'document',
      title: 'Our prices',
      leftOut: null,
      text: [
        '## Slide 1: Our prices',
        '- Low\n- Fair & fixed',
        '## Slide 3',
        'Alone.',
        '| a | b |\n| --- | --- |',
      ].join('\n\n'),
    });
    expect(await reasonOf('a.pptx', pack(pptxParts(slides)), { pagesMax: 2 })).toBe(
      'has 3 slides, more than 2',
    );
  });
});

describe('hidden slides', () => {
  test('are left out and counted; the others keep their numbers', async () => {
    const parts = pptxParts(['Draft', 'Prices'].map((title) => slideShape([title], '<p:ph type="title"/>')));
    const first = 'ppt/slides/slide2.xml';
    const hidden = (parts[first] ?? '').replace('<p:sld ', '<p:sld show="0" ');
    expect(await parse('a.pptx', pack({ ...parts, [first]: hidden }))).toEqual({
      kind: 'document',
      title: 'Prices',
      leftOut: '1 hidden slide',
      text: '## Slide 2: Prices',
    });
  });
});

describe('files whose content contradicts their name', () => {
  const docx = pack(docxParts(wordParagraph('x')));

  test('are rejected by their first bytes', async () => {
    expect(await reasonOf('a.pdf', Buffer.from('Just words.'))).toBe('is not a PDF, whatever its name says');
    expect(await reasonOf('a.pdf', docx)).toBe('is not a PDF, whatever its name says: it is a zip archive');
    expect(await reasonOf('a.docx', leavePdf)).toBe(
      'is not a Word document, whatever its name says: it is a PDF',
    );
    expect(await reasonOf('a.csv', docx)).toBe(
      'is not a CSV file, whatever its name says: it is a zip archive',
    );
    expect(await reasonOf('a.html', Buffer.from('\x89PNG\r\n', 'latin1'))).toMatch(
      /not an HTML page.*a picture/,
    );
    expect(await reasonOf('a.zip', Buffer.from('PK'))).toBe('is not a zip archive, whatever its name says');
  });

  test('are rejected by their parts', async () => {
    expect(await reasonOf('a.xlsx', docx)).toBe('is not an Excel file, whatever its name says');
    expect(await reasonOf('a.pptx', docx)).toBe('is not a PowerPoint file, whatever its name says');
    expect(await reasonOf('a.docx', pack({ 'readme.md': 'x' }))).toBe(
      'is not a Word document, whatever its name says',
    );
  });

  test('are rejected if empty or an Office file with a password', async () => {
    for (const kind of ['html', 'pdf', 'docx', 'pptx', 'xlsx', 'csv', 'tsv', 'zip'])
      expect(await reasonOf(`a.${kind}`, new Uint8Array())).toBe('is empty');
    expect(await reasonOf('a.html', Buffer.from('<p> </p>'))).toBe('contains no text');
    const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const locked = Buffer.concat([container, Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await reasonOf('a.docx', locked)).toBe('is encrypted: save it without a password');
    expect(await reasonOf('a.docx', container)).toMatch(/not a Word document.*an old Office file/);
  });
});

describe('hostile files', () => {
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>`;
  const withLaughs = (parts: Readonly<Record<string, string>>, name: string) =>
    pack({ ...parts, [name]: (parts[name] ?? '').replace('?>', `?>${laughs}`).replace('HERE', '&j;') });

  test('rejects XML entities (billion laughs)', async () => {
    const reason = 'declares XML entities, which an Office file must not';
    expect(await reasonOf('a.docx', withLaughs(docxParts(wordParagraph('HERE')), 'word/document.xml'))).toBe(
      reason,
    );
    const sheet = xlsxParts([
      { name: 'S', rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>HERE</t></is></c></row>' },
    ]);
    expect(await reasonOf('a.xlsx', withLaughs(sheet, 'xl/worksheets/sheet1.xml'))).toBe(reason);
    expect(
      await reasonOf('a.pptx', withLaughs(pptxParts([slideShape(['HERE'])]), 'ppt/slides/slide1.xml')),
    ).toBe(reason);
  });

  test('rejects a zip bomb in an Office file before inflating it', async () => {
    const bomb = pack({ ...docxParts(wordParagraph('x')), 'word/big.xml': new Uint8Array(8_000_000) });
    expect(await reasonOf('a.docx', bomb)).toBe('inflates more than 200 times: it may be a zip bomb');
  });

  test('reads, or rejects with a reason, a file that is truncated or has changed bytes', async () => {
    const files: ReadonlyArray<readonly [string, Uint8Array]> = [
      ['a.pdf', leavePdf],
      ['a.docx', pack(docxParts(wordParagraph('Some words.')))],
      ['a.xlsx', pack(xlsxParts([{ name: 'S', rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }]))],
      ['a.pptx', pack(pptxParts([slideShape(['Words'])]))],
      ['a.zip', zipSync({ 'a.md': Buffer.from('# Words') })],
    ];
    const damage = fc.record({
      file: fc.constantFrom(...files),
      at: fc.nat(1_000_000),
      byte: fc.nat(255),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ file: [name, bytes], at, byte, cut }) => {
        const place = at % bytes.length;
        const changed = cut ? bytes.slice(0, place) : bytes.with(place, byte);
        const parsed = await parse(name, changed);
        if (parsed.kind === 'fault') expect(parsed.reason).not.toBe('');
      }),
      { numRuns: 150 },
    );
  });

  test('rejects an unknown kind', async () => {
    expect(await reasonOf('a.exe', Buffer.from('MZ'))).toBe('is of a kind that cannot be read');
  });
});
