import { describe, expect, test } from 'vitest';
import { parsingLimits } from './parsing-limits.ts';
import { rowsOf } from './pdf-rows.ts';
import type { TextRun } from './pdf-runs.ts';
import { findTables } from './pdf-tables.ts';
import { pdfToMarkdown } from './pdf-to-markdown.ts';
import { layOutTable } from './test-support/lay-out-table.ts';
import { type PdfLine, writePdf } from './test-support/write-pdf.ts';

const columns = [{ x: 60 }, { x: 150 }, { x: 280, align: 'right' as const }, { x: 310 }];
const rows = [
  ['Item', 'Owner', 'Price', 'Notes'],
  ['Desk', 'Facilities', '1,200.00', 'Oak, delivered within two weeks of\nthe order | not on Fri-\ndays'],
  ['Chair', '', '350.50', 'Ergonomic'],
  ['Lamp', 'IT & Office', '9.99', ''],
  ['', 'IT', '420.00', 'Spare'],
];
const written = [
  '| Item | Owner | Price | Notes |',
  '| --- | --- | --- | --- |',
  '| Desk | Facilities | 1,200.00 | Oak, delivered within two weeks of the order \\| not on Fridays |',
  '| Chair |  | 350.50 | Ergonomic |',
  '| Lamp | IT & Office | 9.99 |  |',
  '|  | IT | 420.00 | Spare |',
].join('\n');

const sentence = 'Everyone may order what this list names without asking, once a year.';
const prose = (count: number, top: number): PdfLine[] =>
  Array.from({ length: count }, (_, line) => ({ text: sentence, size: 10, y: top - line * 12 }));

async function textOf(pages: ReadonlyArray<readonly PdfLine[]>): Promise<string> {
  return (await pdfToMarkdown(writePdf(pages), parsingLimits)).text;
}

describe('a table in a PDF', () => {
  test('keeps its rows and cells, wrapped, right-aligned and empty ones included', async () => {
    const table = layOutTable(rows, { columns, top: 700 });
    const text = await textOf([[...prose(3, 760), ...table, ...prose(2, 540)]]);
    expect(text.split('\n\n')).toEqual(['[page 1]', expect.any(String), written, expect.any(String)]);
  });

  test('is also found if it was written line by line', async () => {
    expect(await textOf([layOutTable(rows, { columns, top: 700, order: 'line' })])).toContain(written);
  });

  test('is separated from a paragraph close above and a list close below', async () => {
    const list = ['first', 'second', 'third'].flatMap((text, line) => [
      { text: `${line + 1}`, size: 10, y: 592 - line * 12 },
      { text: `the ${text} point`, size: 10, x: 80, y: 592 - line * 12 },
    ]);
    const text = await textOf([[...prose(2, 724), ...layOutTable(rows, { columns, top: 700 }), ...list]]);
    expect(text).toContain(`${sentence}\n\n${written}\n\n`);
    expect(text.split('|').length).toBe(written.split('|').length);
  });

  test('keeps rows that name a group of rows apart from the row below', async () => {
    const grouped = [
      ['City', 'Hotel', 'Meals'],
      ['Europe', '', ''],
      ['Oslo', '150', '60'],
      ['Rome', '120', '55'],
      ['Asia', '', ''],
      ['Tokyo', '190', '70'],
    ];
    const layout = { columns: [{ x: 60 }, { x: 200 }, { x: 300 }], top: 700, rowGap: 12 };
    expect(await textOf([layOutTable(grouped, layout)])).toContain(
      '| Europe |  |  |\n| Oslo | 150 | 60 |\n| Rome | 120 | 55 |\n| Asia |  |  |\n| Tokyo | 190 | 70 |',
    );
  });

  test('divides two cells that stand so close together that they read as one', async () => {
    const tight = [
      ['Item', 'Price', 'Notes'],
      ['Desk', '1,200.00', 'Oak'],
      ['Chair', '1,350.50', 'Steel'],
    ];
    const layout = { columns: [{ x: 60 }, { x: 150 }, { x: 210 }], top: 700 };
    const merged = [
      { text: 'Lamp', size: 10, x: 60, y: 652 },
      { text: '11,000,000 Brass', size: 10, x: 150, y: 652 },
    ];
    expect(await textOf([[...layOutTable(tight, layout), ...merged]])).toContain(
      '| Lamp | 11,000,000 | Brass |',
    );
  });

  test('gets its head again after a page break, past a page number and a running head', async () => {
    const part = (from: number) =>
      Array.from({ length: 4 }, (_, row) => [`Row ${from + row}`, `${(from + row) * 37}`, 'open']);
    const layout = { columns: [{ x: 60 }, { x: 200, align: 'right' as const }, { x: 250 }], top: 740 };
    const first = layOutTable([['Name', 'Count', 'State'], ...part(1)], layout);
    const second = layOutTable(part(5), layout);
    const third = layOutTable([['Name', 'Count', 'State'], ...part(9)], layout);
    const foot = (page: number): PdfLine => ({ text: `Page ${page}`, size: 10, y: 40 });
    const text = await textOf([
      [...first, foot(1)],
      [{ text: 'Stock list', size: 10, y: 800 }, ...second, foot(2)],
      [...third, foot(3)],
    ]);
    const head = '| Name | Count | State |\n| --- | --- | --- |\n';
    expect(text).toContain(`${head}| Row 1 | 37 | open |`);
    expect(text).toContain(`[page 2]\n\nStock list\n\n${head}| Row 5 | 185 | open |`);
    expect(text.split(head)).toHaveLength(4);
  });
});

describe('a price list with leaders', () => {
  const names = ['Street café, per season', 'Scaffolding, per week', 'Filming permit'];
  const prices = ['18.00 EUR', '45.00 EUR', 'no charge'];
  const written =
    '- Street café, per season: 18.00 EUR\n- Scaffolding, per week: 45.00 EUR\n- Filming permit: no charge';

  test('becomes a list without the dots, in a cell of their own or after the words', async () => {
    const apart = names.map((name, row) => [name, '. '.repeat(20).trim(), prices[row] ?? '']);
    const layout = { columns: [{ x: 60 }, { x: 200 }, { x: 400 }], top: 700, rowGap: 14 };
    expect(await textOf([layOutTable(apart, layout)])).toContain(written);
    const after = names.map((name, row) => [`${name} ${'.'.repeat(40 - name.length)}`, prices[row] ?? '']);
    const twoColumns = { columns: [{ x: 60 }, { x: 400 }], top: 700, rowGap: 14 };
    expect(await textOf([layOutTable(after, twoColumns)])).toContain(written);
    expect(await textOf([layOutTable([['Permit', 'Fee'], ...after], twoColumns)])).toContain(
      '| Permit | Fee |\n| --- | --- |\n| Street café, per season | 18.00 EUR |',
    );
  });
});

describe('text that is not a table', () => {
  const words = 'Paper folds under light and holds its shape for a long while after'.split(' ');
  const line = (seed: number) =>
    Array.from({ length: 6 }, (_, word) => words[(seed * 5 + word * 3) % words.length]).join(' ');
  const column = (x: number, seed: number): PdfLine[] =>
    Array.from({ length: 30 }, (_, row) => ({ text: line(seed + row), size: 10, x, y: 760 - row * 12 }));

  test('is a page in two columns, written one after the other or line by line', async () => {
    const left = column(60, 0);
    const right = column(310, 40);
    expect(await textOf([[...left, ...right]])).not.toContain('|');
    expect(await textOf([left.flatMap((item, row) => [item, right[row] ?? item])])).not.toContain('|');
  });

  test('is an index in short columns', async () => {
    const index = [60, 220, 380].flatMap((x) =>
      Array.from({ length: 30 }, (_, row) => ({
        text: `${words[row % 13]}, ${row + x}`,
        size: 10,
        x,
        y: 760 - row * 12,
      })),
    );
    expect(await textOf([index])).not.toContain('|');
  });

  test.each([
    ['a list with bullets', ['\x95', '\x95', '\x95', '\x95']],
    ['a numbered list', ['1.', '2.', '3.', '4.']],
    ['a list numbered without points', ['1', '2', '3', '4']],
    ['a list with letters', ['(a)', '(b)', '(c)', '(d)']],
    ['a list of sections', ['1.1', '1.2', '1.3', '1.4']],
  ])('is %s', async (_, markers) => {
    const list = markers.map((marker, row) => [marker, `${line(row)}\n${line(row + 9)}`]);
    const layout = { columns: [{ x: 60 }, { x: 90 }], top: 700 };
    expect(await textOf([layOutTable(list, layout)])).not.toContain('|');
  });

  test('is a table of contents with leaders', async () => {
    const contents = ['Leave', 'Travel', 'Pay', 'Tools'].map((name, row) => [
      name,
      '. . . . . . . . . . . . . .',
      `${row}`,
    ]);
    const layout = { columns: [{ x: 60 }, { x: 150 }, { x: 400 }], top: 700, rowGap: 12 };
    expect(await textOf([layOutTable(contents, layout)])).not.toContain('|');
  });

  test('is a table of contents whose dots and numbers stand in one cell', async () => {
    const contents = ['Leave', 'Travel', 'Pay', 'Tools'].map((name, row) => [
      name,
      `${'.'.repeat(60)} ${row + 1}`,
    ]);
    const layout = { columns: [{ x: 60 }, { x: 150 }], top: 700, rowGap: 12 };
    const text = await textOf([layOutTable(contents, layout)]);
    expect(text).not.toContain('|');
    expect(text).toContain('Travel … 2');
  });

  test('is indented text, and words scattered over the page', async () => {
    const indented = Array.from({ length: 12 }, (_, row) => ({
      text: line(row),
      size: 10,
      x: 60 + (row % 3) * 30,
      y: 700 - row * 12,
    }));
    expect(await textOf([indented])).not.toContain('|');
    const scattered = Array.from({ length: 12 }, (_, row) => [
      { text: 'alpha', size: 10, x: 60 + ((row * 47) % 90), y: 700 - row * 12 },
      { text: 'beta', size: 10, x: 260 + ((row * 71) % 190), y: 700 - row * 12 },
    ]);
    expect(await textOf([scattered.flat()])).not.toContain('|');
  });
});

describe('limits', () => {
  const run = (left: number, y: number, at: number): TextRun => ({
    ...{ text: 'cell', left, right: left + 20, y, height: 10 },
    ...{ first: at, end: at + 1 },
  });
  /** Processor time, the least of three: garbage of other tests may be collected meanwhile. */
  const leastMs = (runs: readonly TextRun[]) => {
    const times = [1, 2, 3].map(() => {
      const before = process.threadCpuUsage();
      findTables(rowsOf(runs));
      return process.threadCpuUsage(before).user / 1000;
    });
    return Math.max(1, Math.min(...times));
  };

  test.each([
    ['align', (at: number) => run((at % 25) * 40, -Math.floor(at / 25) * 14, at)],
    ['do not', (at: number) => run((at % 25) * 40 + ((at * 7919) % 19), -Math.floor(at / 25) * 14, at)],
    ['are one column', (at: number) => run(40, -at * 12, at)],
  ])('reads 100,000 runs in time in proportion to them if they %s', (_, runAt) => {
    const few = leastMs(Array.from({ length: 12_500 }, (_, at) => runAt(at)));
    const many = leastMs(Array.from({ length: 100_000 }, (_, at) => runAt(at)));
    // 8 if it is linear, 64 if it is quadratic.
    expect(many / few).toBeLessThan(32);
  });

  test('a page with more than 5,000 rows is left as text', () => {
    const page = (count: number) =>
      Array.from({ length: count * 3 }, (_, at) => run((at % 3) * 40, -Math.floor(at / 3) * 14, at));
    expect(findTables(rowsOf(page(5_000)))).toHaveLength(1);
    expect(findTables(rowsOf(page(5_001)))).toEqual([]);
  });
});
