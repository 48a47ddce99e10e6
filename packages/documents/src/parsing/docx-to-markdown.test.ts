import { describe, expect, test } from 'vitest';
import { docxToMarkdown } from './docx-to-markdown.ts';
import { parsingLimits } from './parsing-limits.ts';
import { docxParts, pack } from './test-support/write-office-file.ts';

const textOf = async (body: string) => (await docxToMarkdown(pack(docxParts(body)), parsingLimits)).text;
const paragraph = (...runs: readonly string[]) => `<w:p>${runs.join('')}</w:p>`;
const run = (words: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;

describe('docxToMarkdown', () => {
  test('does not let a raised text run into what precedes it', async () => {
    const raised = '<w:vertAlign w:val="superscript"/>';
    expect(
      await textOf(
        paragraph(
          run('A copy costs €4'),
          run('1', raised),
          run('2', raised),
          run(', 10 m'),
          run('2', raised),
          run(', CO'),
          run('2', '<w:vertAlign w:val="subscript"/>'),
        ),
      ),
    ).toBe('A copy costs €4^12, 10 m^2, CO2');
  });

  test('leaves out struck and deleted text', async () => {
    expect(
      await textOf(
        paragraph(
          run('The fee is '),
          run('€20 ', '<w:strike/>'),
          run('€21 ', '<w:dstrike/>'),
          '<w:del><w:r><w:delText>€22 </w:delText></w:r></w:del>',
          run('€25', '<w:strike w:val="0"/><w:dstrike w:val="false"/>'),
        ),
      ),
    ).toBe('The fee is €25');
  });

  test('repeats the value of merged cells', async () => {
    const cell = (words: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(words))}</w:tc>`;
    const rows = [
      cell('Office') + cell('Mon') + cell('Tue') + cell('Wed'),
      cell('Register', '<w:vMerge w:val="restart"/>') +
        cell('closed', '<w:gridSpan w:val="2"/>') +
        cell('9:00'),
      cell('', '<w:vMerge/>') + cell('8:00') + cell('10:00') + cell('12:00'),
    ];
    expect(await textOf(`<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`)).toBe(
      [
        '| Office | Mon | Tue | Wed |',
        '| --- | --- | --- | --- |',
        '| Register | closed | closed | 9:00 |',
        '| Register | 8:00 | 10:00 | 12:00 |',
      ].join('\n'),
    );
  });

  describe('with tabs', () => {
    const line = (...cells: readonly string[]) =>
      paragraph(cells.map((cell) => run(cell)).join('<w:r><w:tab/></w:r>'));

    test('reads lines in columns as a table', async () => {
      const bold =
        '<w:r><w:rPr><w:b/></w:rPr><w:t>Name</w:t><w:tab/><w:t>Room</w:t><w:tab/><w:t>Extension</w:t></w:r>';
      expect(
        await textOf(
          [
            paragraph('<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>', run('Phones')),
            paragraph(bold),
            line('', 'Alder, Joan', '1.04', '2210'),
            line('Chen, Li', '', '2305'),
            paragraph(run('Call 2999.')),
          ].join(''),
        ),
      ).toBe(
        '# Phones\n\n| Name | Room | Extension |\n| --- | --- | --- |\n| Alder, Joan | 1.04 | 2210 |\n| Chen, Li |  | 2305 |\n\nCall 2999.',
      );
    });

    test('takes several tabs for one if that makes the columns even', async () => {
      expect(await textOf(line('a', 'b', 'c') + line('d', '', '', 'e', 'f'))).toBe(
        '| a | b | c |\n| --- | --- | --- |\n| d | e | f |',
      );
    });

    test.each([
      ['a single line', line('a', 'b', 'c'), 'a b c'],
      ['two columns', line('a', 'b') + line('c', 'd'), 'a b\n\nc d'],
      ['columns that differ', line('a', 'b', 'c') + line('d', 'e'), 'a b c\n\nd e'],
      [
        'more columns than a table has',
        line(...Array.from({ length: 101 }, () => 'a')).repeat(2),
        `${'a '.repeat(101).trim()}\n\n${'a '.repeat(101).trim()}`,
      ],
      [
        'lines in a cell',
        `<w:tbl><w:tr><w:tc>${line('a', 'b', 'c')}${line('d', 'e', 'f')}</w:tc><w:tc>${line('g')}</w:tc></w:tr></w:tbl>`,
        '| a b c d e f | g |\n| --- | --- |',
      ],
    ])('keeps %s as words', async (_, body, expected) => {
      expect(await textOf(body)).toBe(expected);
    });
  });
});
