import { describe, expect, test } from 'vitest';
import { docxToMarkdown } from './docx-to-markdown.ts';
import { parsingLimits } from './parsing-limits.ts';
import { docxParts, pack, wordParagraph } from './test-support/write-office-file.ts';

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

  test('keeps text that only a former format or a style further off hides', async () => {
    const style = (id: string, inner: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}">${inner}</w:style>`;
    const body = [
      `<w:p>${run('Was hidden.', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')}${run(' Is hidden.', '<w:vanish/><w:rPrChange><w:rPr><w:vanish w:val="0"/></w:rPr></w:rPrChange>')}</w:p>`,
      wordParagraph(
        'Was in a hidden style.',
        '<w:pPrChange><w:pPr><w:pStyle w:val="Silent"/></w:pPr></w:pPrChange>',
      ),
      wordParagraph('Shown by its style.', '<w:pStyle w:val="Loud"/>'),
      wordParagraph('Shown by a nearer style.', '<w:pStyle w:val="Louder"/>'),
      wordParagraph('In a style that was hidden.', '<w:pStyle w:val="Former"/>'),
    ];
    const parts = docxParts(body.join(''));
    const styles = [
      style('Silent', '<w:rPr><w:vanish/></w:rPr>'),
      style('Loud', '<w:basedOn w:val="Silent"/><w:rPr><w:vanish w:val="0"/></w:rPr>'),
      style('Louder', '<w:basedOn w:val="Loud"/>'),
      style('Former', '<w:rPr><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr>'),
    ];
    const written = (parts['word/styles.xml'] ?? '').replace('</w:styles>', `${styles.join('')}</w:styles>`);
    expect(await docxToMarkdown(pack({ ...parts, 'word/styles.xml': written }), parsingLimits)).toMatchObject(
      {
        leftOut: '1 hidden text',
        text: 'Was hidden.\n\nWas in a hidden style.\n\nShown by its style.\n\nShown by a nearer style.\n\nIn a style that was hidden.',
      },
    );
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

    test('leaves out all the cells of a struck line, and only those', async () => {
      const struck =
        '<w:r><w:rPr><w:b/><w:strike/></w:rPr><w:t>g</w:t><w:tab/><w:t>h</w:t><w:tab/><w:t>i</w:t></w:r>';
      const half = paragraph(
        '<w:r><w:rPr><w:strike/></w:rPr><w:t>j</w:t><w:tab/><w:t>k</w:t></w:r>',
        '<w:r><w:t>l</w:t><w:br/><w:tab/><w:t>m</w:t></w:r>',
      );
      expect(
        await textOf(
          line('a', 'b', 'c') + line('d', 'e', 'f') + paragraph(struck) + half + line('n', 'o', 'p'),
        ),
      ).toBe('| a | b | c |\n| --- | --- | --- |\n| d | e | f |\n|  | l | m |\n| n | o | p |');
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
