import fc from 'fast-check';
import papaparse from 'papaparse';
import { afterAll, describe, expect, test } from 'vitest';
import { openDocumentProcess } from './open-document-process.ts';
import { parsingLimits } from './parsing-limits.ts';
import { readTable } from './read-table.ts';
import { pack, xlsxParts } from './test-support/write-office-file.ts';

const rowsOf = async (fileName: string, content: string | Uint8Array, limits = {}) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const sheets = await readTable({ fileName, bytes, limits: { ...parsingLimits, ...limits } });
  return sheets.flatMap(({ rows }) => rows);
};
const cellsOf = async (fileName: string, content: string | Uint8Array) =>
  (await rowsOf(fileName, content)).map(({ cells }) => cells);

describe('readTable', () => {
  test('keeps cells unchanged, and row numbers across empty rows', async () => {
    expect(await rowsOf('a.csv', '\ufeffa;b\r\n;\r\n"1\n2";" =SUM(A1)"')).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 3, cells: ['1\n2', ' =SUM(A1)'] },
    ]);
    expect(await cellsOf('a.tsv', Buffer.from('\ufeffé\tb\n1\t2', 'utf16le'))).toEqual([
      ['é', 'b'],
      ['1', '2'],
    ]);
  });

  test('reads tab-separated files with and without quoted cells', async () => {
    expect(await cellsOf('a.tsv', 'q\ta\n"Yes" is it\t"x ""y"""\n')).toEqual([
      ['q', 'a'],
      ['"Yes" is it', 'x "y"'],
    ]);
    expect(await cellsOf('a.tsv', 'q\ta\n1\t"x\ny\tz"')).toEqual([
      ['q', 'a'],
      ['1', 'x\ny\tz'],
    ]);
  });

  test('keeps the names of sheets', async () => {
    const row =
      '<row r="2"><c r="A2" t="inlineStr"><is><t>x</t></is></c><c r="B2" s="1"><v>45000</v></c></row>';
    const bytes = pack(xlsxParts([{ name: 'One', rows: row }]));
    expect(await readTable({ fileName: 'a.xlsx', bytes, limits: parsingLimits })).toEqual([
      { name: 'One', rows: [{ number: 2, cells: ['x', '2023-03-15'] }] },
    ]);
  });

  test('rejects files that are too large or not tables', async () => {
    await expect(rowsOf('a.csv', 'a\nb\nc', { rowsMax: 2 })).rejects.toThrow('has more than 2 rows');
    await expect(rowsOf('a.csv', 'abcdef', { textBytesMax: 5 })).rejects.toThrow('more than 5 bytes');
    await expect(rowsOf('a.csv', `a\nb${','.repeat(1_000)}`)).rejects.toThrow(
      'row 2 has more than 1000 cells',
    );
    await expect(rowsOf('a.html', '<p>')).rejects.toThrow('is not a table');
    await expect(rowsOf('a.xlsx', 'a,b')).rejects.toThrow('is not an Excel file');
    await expect(rowsOf('a.csv', 'a,"b')).rejects.toThrow('never closed');
  });

  test('reads back any table that was written', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '7', ' ', ',', ';', '"', '\t', '\n', "'", '=', 'é'),
    });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      );
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('\r\n', '\n'), async (rows, newline) => {
        const named = [(rows[0] ?? []).map((_, position) => `x${position}`), ...rows];
        const filled = named.filter((row) => row.some((one) => one.trim() !== ''));
        for (const [fileName, delimiter] of [
          ['a.tsv', '\t'],
          ['a.csv', ','],
        ] as const) {
          const written = papaparse.unparse(named, { delimiter, newline });
          expect(await cellsOf(fileName, written)).toEqual(filled);
        }
      }),
    );
  });
});

describe('parseTable', () => {
  const parser = openDocumentProcess();
  afterAll(() => parser.close());

  test('reads rows in the parsing process', async () => {
    expect(await parser.parseTable({ fileName: 'a.csv', bytes: Buffer.from('a,b') })).toEqual({
      kind: 'table',
      sheets: [{ name: '', rows: [{ number: 1, cells: ['a', 'b'] }] }],
    });
    expect((await parser.parseDocument({ fileName: 'a.csv', bytes: Buffer.from('a,b') })).kind).toBe(
      'document',
    );
  });

  test('rejects ten megabytes of quotes', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024 + 1, '"');
    expect((await parser.parseTable({ fileName: 'a.csv', bytes })).kind).toBe('fault');
    expect((await parser.parseTable({ fileName: 'a.tsv', bytes })).kind).toBe('fault');
  });
});
