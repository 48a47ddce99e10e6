import { describe, expect, test } from 'vitest';
import { parseBytes } from './parse-bytes.ts';
import { parsingLimits } from './parsing-limits.ts';
import { readTable } from './read-table.ts';
import { pack, xlsxParts } from './test-support/write-office-file.ts';
import { xlsxToMarkdown } from './xlsx-to-markdown.ts';

const text = (at: string, words: string, style = 0) =>
  `<c r="${at}" t="inlineStr" s="${style}"><is><t>${words}</t></is></c>`;
const number = (at: string, value: number | string, style = 0) =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;
const row = (at: number, cells: string, attributes = '') => `<row r="${at}" ${attributes}>${cells}</row>`;

describe('what a workbook hides', () => {
  const rows = [
    row(1, text('A1', 'Item') + text('B1', 'Purchase') + text('C1', 'Price')),
    row(2, text('A2', 'Desk') + number('B2', 70) + number('C2', 120)),
    row(3, text('A3', 'Secret desk') + number('B3', 1) + number('C3', 2), 'hidden="1"'),
    row(4, text('A4', 'Flat desk') + number('C4', 3), 'ht="0" customHeight="1"'),
    row(5, text('A5', 'Lamp') + number('C5', 20)),
  ].join('');
  const columns =
    '<cols><col min="2" max="2" width="9" hidden="1"/><col min="9" max="16384" hidden="true"/></cols>';
  const bytes = pack(
    xlsxParts([
      { name: 'Prices', rows, columns },
      { name: 'Internal', state: 'hidden', rows: row(1, text('A1', 'Bonus of the mayor')) },
      { name: 'Macro', state: 'veryHidden', rows: row(1, text('A1', 'Bonus of the clerk')) },
    ]),
  );

  test('is left out and counted: sheets, rows and columns', () => {
    expect(xlsxToMarkdown(bytes, parsingLimits)).toEqual({
      title: null,
      text: '# Prices\n\n| Item | Price |\n| --- | --- |\n| Desk | 120 |\n| Lamp | 20 |',
      leftOut: '2 hidden rows, 1 hidden column, 2 hidden sheets',
    });
  });

  test('is left out of the rows of a table, which keep their numbers', async () => {
    const sheets = await readTable({ fileName: 'a.xlsx', bytes, limits: parsingLimits });
    expect(sheets.map(({ name }) => name)).toEqual(['Prices']);
    expect(sheets[0]?.rows.at(-1)).toEqual({ number: 5, cells: ['Lamp', '20'] });
  });

  test('is all that some workbooks contain', async () => {
    const hidden = pack(xlsxParts([{ name: 'A', state: 'hidden', rows: row(1, text('A1', 'x')) }]));
    expect(await parseBytes({ fileName: 'a.xlsx', bytes: hidden, limits: parsingLimits })).toEqual({
      kind: 'fault',
      reason: 'contains no text',
    });
  });
});

describe('a cell', () => {
  const shown = (value: number | string, format: string) => {
    const rows = row(1, text('A1', 'x') + number('B1', value, 2));
    const written = xlsxToMarkdown(pack(xlsxParts([{ name: 'S', rows }], [format])), parsingLimits).text;
    return /^\| x(?: \| (.*))? \|$/m.exec(written)?.[1] ?? '';
  };

  test.each([
    [8 / 24, 'hh:mm', '08:00'],
    [0.6, 'h:mm AM/PM', '2:24 PM'],
    [1.25, '[h]:mm', '30:00'],
    [0.19, '0%', '19%'],
    [0.075, '0.0%', '7.5%'],
    [37, '#,##0.00 "€"', '37.00 €'],
    [1234.5, '[$€-407]#,##0.00', '€1,234.50'],
    [1234.5, '_-* #,##0.00 €_-;-* #,##0.00 €_-;_-* "-"?? €_-;_-@_-', '1,234.50 €'],
    [-4, '0.00;[Red]-0.00', '-4.00'],
    [-1250, '#,##0;[Red]#,##0', '-1,250'],
    [1250, '#,##0;[Red]#,##0', '1,250'],
    [-4, '0.00 "€";[Color 3]0.00 "€"', '-4.00 €'],
    [-4, '[Red][<0]0;0', '-4'],
    [-4, '0;[Red](0)', '(4)'],
    [-4, '0;[Red]0 "owed"', '4 owed'],
    [-4, '0;0', '4'],
    [-0.2, '0;[Red]0', '0'],
    [12345678, '000-00000', '123-45678'],
    [45000, 'dd.mm.yyyy', '2023-03-15'],
    [45000.25, 'm/d/yy h:mm', '2023-03-15 06:00'],
    [45000.25, 'm/d/yyyy', '2023-03-15'],
    [45000, 'mmmm yyyy', 'March 2023'],
    [5, ';;;', ''],
    [0.30000000000000004, 'General', '0.3'],
    [12345678901234, 'General', '12345678901234'],
    [7, 'broken[', '7'],
    [7, '0'.repeat(256), '7'],
    [-5, 'dd.mm.yyyy', '-5'],
    ['x', '0', ''],
  ])('with %s in the format %s shows %s', (value, format, expected) => {
    expect(shown(value, format)).toBe(expected);
  });

  test('with text, a truth value, an error or a date of 1904 shows what the sheet shows', () => {
    const rows = row(
      1,
      `${text('A1', 'hidden by its format', 2)}<c r="B1" t="b"><v>1</v></c><c r="C1" t="e"><v>#N/A</v></c>${number('D1', 1, 1)}`,
    );
    const parts = xlsxParts([{ name: 'S', rows }], [';;;']);
    const from1904 = (parts['xl/workbook.xml'] ?? '').replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    );
    expect(xlsxToMarkdown(pack({ ...parts, 'xl/workbook.xml': from1904 }), parsingLimits).text).toContain(
      '| TRUE | #N/A | 1904-01-02 |',
    );
  });

  test('joins the parts of a rich text and leaves out how it is pronounced', () => {
    const parts = xlsxParts([
      { name: 'S', rows: row(1, '<c r="A1" t="s"><v>0</v></c><c t="s"><v></v></c>') },
    ]);
    const strings = '<sst><si><r><t>To</t></r><r><t>kyo</t></r><rPh><t>xx</t></rPh></si></sst>';
    const { text: written } = xlsxToMarkdown(
      pack({ ...parts, 'xl/sharedStrings.xml': strings }),
      parsingLimits,
    );
    expect(written).toBe('# S\n\n| Tokyo |\n| --- |');
  });
});

describe('shared texts', () => {
  const { 'xl/sharedStrings.xml': strings = '', ...parts } = xlsxParts([
    { name: 'S', rows: row(1, '<c r="A1" t="s"><v>1</v></c>') },
  ]);
  const read = (more: Readonly<Record<string, string>>) =>
    xlsxToMarkdown(pack({ ...parts, ...more }), parsingLimits).text;

  test('are found if the name of their part differs in case', () => {
    expect(read({ 'xl/SharedStrings.xml': strings })).toBe('# S\n\n| Price & tax |\n| --- |');
  });

  test('that are missing make a workbook damaged', () => {
    expect(() => read({})).toThrow('it is damaged');
    expect(() => read({ 'xl/sharedStrings.xml': '<sst><si><t>Item</t></si></sst>' })).toThrow(
      'it is damaged',
    );
  });

  test('may be missing if no cell refers to them', () => {
    const { 'xl/sharedStrings.xml': _, ...inline } = xlsxParts([
      { name: 'S', rows: row(1, text('A1', 'x')) },
    ]);
    expect(xlsxToMarkdown(pack(inline), parsingLimits).text).toBe('# S\n\n| x |\n| --- |');
  });
});

describe('limits of a sheet', () => {
  test('bound the cells between distant ones, and reject columns that no sheet has', () => {
    const letters = (column: number) => String.fromCharCode(65 + Math.floor(column / 26), 65 + (column % 26));
    const rows = Array.from({ length: 600 }, (_, at) =>
      row(at + 1, number(`${letters(at)}${at + 1}`, 1)),
    ).join('');
    const limits = { ...parsingLimits, textBytesMax: 1_000_000 };
    expect(() => xlsxToMarkdown(pack(xlsxParts([{ name: 'S', rows }])), limits)).toThrow(
      'holds more than 1000000 bytes of text',
    );
    const beyond = pack(xlsxParts([{ name: 'S', rows: row(1, number('ZZZ1', 1)) }]));
    expect(() => xlsxToMarkdown(beyond, limits)).toThrow('it is damaged');
    const single = pack(xlsxParts([{ name: 'S', rows: row(1_048_576, number('XFD1048576', 1)) }]));
    expect(xlsxToMarkdown(single, limits).text).toBe('# S\n\n| 1 |\n| --- |');
  });
});

test('a title above the head of a sheet becomes a paragraph', () => {
  const rows = [
    row(1, text('A1', 'Schedule of fees')),
    row(3, text('A3', 'Service') + text('B3', 'Adults') + text('C3', '2026')),
    row(4, text('A4', 'Passport') + number('B4', 70) + number('C4', 80)),
  ].join('');
  expect(xlsxToMarkdown(pack(xlsxParts([{ name: 'Fees', rows }])), parsingLimits).text).toBe(
    '# Fees\n\nSchedule of fees\n\n| Service | Adults | 2026 |\n| --- | --- | --- |\n| Passport | 70 | 80 |',
  );
});
