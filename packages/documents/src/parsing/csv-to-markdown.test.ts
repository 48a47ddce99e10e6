import fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvToMarkdown } from './csv-to-markdown.ts';
import { parsingLimits } from './parsing-limits.ts';

const textOf = (csv: string | Uint8Array, delimiter: string | null = null) =>
  csvToMarkdown(typeof csv === 'string' ? Buffer.from(csv) : csv, { delimiter, limits: parsingLimits }).text;

describe('csvToMarkdown', () => {
  test('detects the delimiter and takes column names from the first row', () => {
    const table = '| name | days |\n| --- | --- |\n| Ann | 25 |';
    expect(textOf('name,days\nAnn,25\n')).toBe(table);
    expect(textOf('name;days\r\n\r\nAnn;25\r\n')).toBe(table);
    expect(textOf('name\tdays\nAnn\t25', '\t')).toBe(table);
    expect(textOf(Buffer.from('\ufeffname\tdays\nAnn\t25', 'utf16le'))).toBe(table);
  });

  test('reads quoted cells with delimiters, quotes and line ends', () => {
    expect(textOf('a,b\n"x, ""y""","1\n2"')).toBe('| a | b |\n| --- | --- |\n| x, "y" | 1 2 |');
  });

  test('writes title rows above the head as paragraphs', () => {
    const table = '| fee | adults | under 24 |\n| --- | --- | --- |\n| Pool | 5 | 3 |';
    expect(textOf('Town of X,,\n,,\nFees 2026\nfee,adults,under 24\nPool,5,3')).toBe(
      `Town of X\n\nFees 2026\n\n${table}`,
    );
    expect(textOf('Valid from,2026-01-01\na,b,c,d,e\n1,2,3,4,5')).toMatch(/^Valid from 2026-01-01\n\n\| a /);
  });

  test.each([
    ['numbers follow', 'Prices,\nDesk,10\nLamp,20', '| Prices |  |'],
    ['it names the second column alone', ',Price\nAdult,free\nChild,free', '|  | Price |'],
    ['groups of columns are named', ',Summer,,Winter,\nx,a,b,a,b\n', '|  | Summer |  | Winter |  |'],
    ['no row is fuller', 'name\nAnn\nBob', '| name |'],
    ['half a head follows', 'a,,,,\nb,c,,,\n1,2,3,4,5', '| a |  |  |  |  |'],
  ])('keeps the first row as the head if %s', (_, csv, head) => {
    expect(textOf(csv, ',').split('\n')[0]).toBe(head);
  });

  test('repeats the column names of a long table, with the row number', () => {
    const rows = Array.from({ length: 120 }, (_, index) => `r${index + 2},x`);
    const text = textOf(`name,value\n${rows.join('\n')}`);
    expect(text.match(/^## .*$/gm)).toEqual(['## From row 52', '## From row 102']);
    expect(text).toContain('## From row 102\n\n| name | value |\n| --- | --- |\n| r102 | x |');
    expect(text.match(/^\| r/gm)?.length).toBe(120);
  });

  test('rejects a quote that is never closed, and bytes that are not text', () => {
    expect(() => textOf('a,b\n1,"2\n3,4\n')).toThrow('row 2 opens a quote that is never closed');
    expect(() => textOf(Buffer.from('a,\xe9', 'latin1'))).toThrow('is not valid UTF-8');
    expect(() => textOf('a,\0')).toThrow('NUL');
  });

  test('writes a line for each row of any table, with every cell', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'Z', '7', ' ', ',', ';', '"', '|', '\\', '\n', '<', '#', 'é'),
    });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 40 }),
      );
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
        const first = (rows[0] ?? []).map((_, position) => `x${position}`);
        const rest = rows.filter((row) => row.some((one) => one.trim() !== ''));
        const text = textOf(papaparse.unparse([first, ...rows], { delimiter, newline: '\n' }), delimiter);
        const [names, rule, ...lines] = text.split('\n');
        expect(rule).toBe(`|${' --- |'.repeat(first.length)}`);
        expect([names, ...lines].map(cellsOf)).toEqual([first, ...rest].map((row) => row.map(collapse)));
      }),
    );
  });
});

const collapse = (cell: string) => cell.replace(/\s+/g, ' ').trim();

/** Reads a line back: the inverse of how cells are written. */
function cellsOf(line: string | undefined): string[] {
  const inner = (line ?? '').replace(/^\| /, '').replace(/ \|$/, '');
  const cells = [''];
  for (let index = 0; index < inner.length; index += 1) {
    const unit = inner[index] ?? '';
    if (unit === '\\' && /[!-/:-@[-`{-~]/.test(inner[index + 1] ?? '')) {
      index += 1;
      cells.push(`${cells.pop()}${inner[index]}`);
    } else if (unit === '|') cells.push('');
    else cells.push(`${cells.pop()}${unit}`);
  }
  return cells.map((cell) => cell.trim());
}
