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
});
