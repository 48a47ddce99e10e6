import { describe, expect, test } from 'vitest';
import { parsingLimits } from './parsing-limits.ts';
import { pdfToMarkdown } from './pdf-to-markdown.ts';
import { layOutTable } from './test-support/lay-out-table.ts';
import { type PdfLine, writePdf } from './test-support/write-pdf.ts';

async function textOf(lines: readonly PdfLine[]): Promise<string> {
  return (await pdfToMarkdown(writePdf([lines]), parsingLimits)).text.replace('[page 1]\n\n', '');
}

/** `Fee 75` is 31.13 points wide. */
const base: PdfLine = { text: 'Fee 75', size: 10, x: 60, y: 700 };
const end = 91.13;

describe('a smaller, raised item', () => {
  test.each([0.2, 0.33, 0.5, 0.7])('at %s line heights is written raised', async (rise) => {
    const mark = { text: '2', size: 7, x: end, y: 700 + rise * 10 };
    const rest = { text: 'per hour', size: 10, x: end + 7, y: 700 };
    expect(await textOf([base, mark, rest])).toBe('Fee 75^2 per hour');
  });

  test('is raised at the beginning of a note, and keeps letters and stars as they are', async () => {
    const note = [
      { text: '12', size: 7, x: 60, y: 704 },
      { text: 'Not on Sundays.', size: 10, x: 69, y: 700 },
    ];
    expect(await textOf(note)).toBe('^12 Not on Sundays.');
    expect(await textOf([base, { text: '*', size: 7, x: end, y: 704 }])).toBe('Fee 75*');
    expect(await textOf([base, { text: 'th', size: 7, x: end, y: 704 }])).toBe('Fee 75th');
    expect(await textOf([base, { text: '-3', size: 7, x: end, y: 704 }])).toBe('Fee 75^-3');
  });

  test.each([
    ['of the same size', { text: '2', size: 10, x: end, y: 704 }],
    ['on the line', { text: '2', size: 7, x: end, y: 700 }],
    ['below the line', { text: '2', size: 7, x: end, y: 698 }],
    ['apart', { text: '2', size: 7, x: end + 12, y: 704 }],
    ['much smaller', { text: '2', size: 3, x: end, y: 704 }],
  ])('is not one that is %s', async (_, item) => {
    expect(await textOf([base, item])).not.toContain('^');
  });

  test('makes no column of its own', async () => {
    const rows = [
      ['Type of grave', 'Period', 'Fee'],
      ['Family grave, with the\nright to extend', '30 years', '2,900'],
      ['Fee 75', '15 years', 'free'],
      ['Urn grave', '15 years', '640'],
    ];
    const lines = layOutTable(rows, { columns: [{ x: 60 }, { x: 250 }, { x: 350 }], top: 700 });
    const at = lines.findIndex(({ text }) => text === 'Fee 75');
    const mark = { text: '1', size: 8, x: end, y: (lines[at]?.y ?? 0) + 5 };
    expect(await textOf(lines.toSpliced(at + 1, 0, mark))).toBe(
      [
        '| Type of grave | Period | Fee |',
        '| --- | --- | --- |',
        '| Family grave, with the right to extend | 30 years | 2,900 |',
        '| Fee 75^1 | 15 years | free |',
        '| Urn grave | 15 years | 640 |',
      ].join('\n'),
    );
  });
});
