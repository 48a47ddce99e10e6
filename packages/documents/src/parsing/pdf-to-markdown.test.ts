import { describe, expect, test } from 'vitest';
import { parsingLimits } from './parsing-limits.ts';
import { pdfToMarkdown } from './pdf-to-markdown.ts';
import { type PdfLine, type PdfOptions, writePdf } from './test-support/write-pdf.ts';

const parse = (pages: ReadonlyArray<readonly PdfLine[]>, options: PdfOptions = {}) =>
  pdfToMarkdown(writePdf(pages, options), parsingLimits);
const blocksOf = async (pages: ReadonlyArray<readonly PdfLine[]>) => (await parse(pages)).text.split('\n\n');

const head: PdfLine = { text: 'Town of Millbrook - House rules', size: 8, y: 820 };
const foot = (number: number): PdfLine => ({ text: `Page ${number} of 3`, size: 8, y: 30 });
const line = (text: string, y: number): PdfLine => ({ text, y });

describe('running heads and feet', () => {
  test('are written once, without page numbers, and do not interrupt a sentence', async () => {
    const pages = [
      [head, line('Rules of the hall.', 780), line('The fee is charged if the', 740), foot(1)],
      [head, line('club does not appear.', 780), line('Keys are at the desk.', 740), foot(2)],
      [head, line('Shoes are left outside.', 780), foot(3)],
    ];
    expect(await blocksOf(pages)).toEqual([
      '[page 1]',
      'Town of Millbrook - House rules',
      'Rules of the hall.',
      'The fee is charged if the\nclub does not appear.',
      '[page 2]',
      'Keys are at the desk.',
      '[page 3]',
      'Shoes are left outside.',
    ]);
  });

  test('are not lines that stand at another height, differ in other numbers, or occur once', async () => {
    const words = [line('Middle one.', 500), line('Middle two.', 450), line('Last.', 300), line('End.', 200)];
    const pages = [
      [line('Order 4711', 800), line('Notes', 770), ...words.slice(0, 2), line('Only here.', 100)],
      [line('Order 4712', 800), line('Notes', 760), ...words.slice(2)],
    ];
    const text = (await blocksOf(pages)).join(' ');
    expect(text).toBe(
      '[page 1] Order 4711 Notes Middle one. Middle two. Only here. [page 2] Order 4712 Notes Last. End.',
    );
  });

  test('are found on pages after the sampled ones, with numbers alone', async () => {
    const pages = Array.from({ length: 25 }, (_, at) => [
      line(`Text of page number ${'x'.repeat(at)}.`, 780 - at),
      line(`- ${at + 7} -`, 40),
    ]);
    const text = (await parse(pages)).text;
    expect(text).toContain('[page 25]');
    expect(text).not.toMatch(/^- \d+ -$/m);
  });
});

describe('running heads and feet are not', () => {
  const body = (at: number) => [
    line(`The ${'x'.repeat(at + 1)} text begins here and goes on for a while,`, 600),
    line(`and the ${'y'.repeat(at + 1)} text ends here.`, 586),
  ];
  const pagesWith = (lines: ReadonlyArray<readonly PdfLine[]>) =>
    lines.map((own, at) => [
      ...own.filter(({ y = 0 }) => y > 600),
      ...body(at),
      ...own.filter(({ y = 0 }) => y < 586),
    ]);
  const wordsIn = async (lines: ReadonlyArray<readonly PdfLine[]>) =>
    (await blocksOf(pagesWith(lines))).filter((block) => !/^\[page|^The x/.test(block));

  test.each([
    ['on two pages alone', ['Price: 20 EUR', 'Price: 20 EUR', 'Price: 35 EUR'], 11, 40],
    ['numbers that are not those of the pages', ['1200', '350', '90'], 11, 40],
    ['years', ['2022', '2023', '2024'], 11, 800],
    ['numbered lines', ['Grade 1 pupils', 'Grade 2 pupils', 'Grade 3 pupils'], 11, 800],
    ['numbered headings', ['## Page 1', '## Page 2', '## Page 3'], 14, 800],
    ['headings', ['## Eligibility', '## Eligibility', '## Eligibility'], 14, 800],
    ['inside the page', ['Eligibility', 'Eligibility', 'Eligibility'], 11, 700],
  ])('%s', async (_, written, size, y) => {
    const lines = written.map((words) => [{ text: words.replace('## ', ''), size, y }]);
    expect(await wordsIn(lines)).toEqual(written);
  });

  test('lines without a gap to the text', async () => {
    const pages = ['One', 'Two', 'Three'].map((word) => [
      line('Eligibility', 790),
      ...[776, 762, 748, 734].map((y, at) => line(`${word} ${'abcd'[at]} of the text.`, y)),
    ]);
    expect((await parse(pages)).text.match(/Eligibility/g)).toHaveLength(3);
  });

  test('moved: the first stays at the foot of its page', async () => {
    const notice = { text: 'Ask at the desk.', size: 8, y: 40 };
    const text = (await blocksOf(pagesWith([[notice], [notice], [notice]]))).join(' ');
    expect(text.match(/Ask at the desk\./g)).toHaveLength(1);
    expect(text).toMatch(/^\[page 1\] The x text[^[]*ends here\. Ask at the desk\. \[page 2\]/);
  });
});

describe('a sentence at the end of a column or page', () => {
  test.each([
    ['in lower case', 'The van comes from', 'the depot at noon.', true],
    ['with a time', 'The van comes from', '9:00 to 11:30.', true],
    ['after a comma', 'The van comes from Oslo,', 'and leaves.', true],
    ['but not after its end', 'The van comes.', 'the depot', false],
    ['but not with a capital', 'The van comes from', 'Opening hours', false],
    ['but not with a list number', 'The van comes from', '1. the depot', false],
    ['but not with a list letter', 'The van comes from', 'a) the depot', false],
  ])('goes on %s', async (_, last, next, isJoined) => {
    const inColumns = [
      { text: last, x: 60, y: 100 },
      { text: next, x: 320, y: 780 },
    ];
    expect((await parse([inColumns])).text).toBe(`[page 1]\n\n${last}${isJoined ? '\n' : '\n\n'}${next}`);
    const onPages = (await parse([[line(last, 100)], [line(next, 780)]])).text;
    expect(onPages).toBe(`[page 1]\n\n${last}${isJoined ? '\n' : '\n\n[page 2]\n\n'}${next}`);
  });

  test('does not go on in type of another size', async () => {
    const pages = [[line('The van comes from', 100)], [{ text: 'the depot', size: 8, y: 780 }]];
    expect(await blocksOf(pages)).toContain('[page 2]');
  });
});

describe('the title', () => {
  const sections = [
    { text: '1 Access', size: 14, y: 780 },
    ...[750, 735, 720].map((y) => line('Everyone may enter the hall on weekdays.', y)),
  ];
  const titleWith = async (title: string) =>
    (await parse([sections], { trailer: '/Info 90 0 R', objects: { 90: `<< /Title (${title}) >>` } })).title;

  test('is a heading of the first level, else that of the properties', async () => {
    const titled = [{ text: 'House rules', size: 24, y: 810 }, ...sections];
    expect((await parse([titled])).title).toBe('House rules');
    expect((await parse([sections])).title).toBeNull();
    expect(await titleWith('Rules  of the hall')).toBe('Rules of the hall');
  });

  test.each(['', 'untitled', '\\(anonymous\\)', 'Microsoft Word - Rules', 'rules_v2.docx', 'x'.repeat(201)])(
    'is not what the properties say by default: %s',
    async (title) => {
      expect(await titleWith(title)).toBeNull();
    },
  );
});
