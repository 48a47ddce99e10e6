import { describe, expect, test } from 'vitest';
import { parsingLimits } from './parsing-limits.ts';
import { pptxToMarkdown } from './pptx-to-markdown.ts';
import { pack, pptxParts } from './test-support/write-office-file.ts';

const textOf = (shapes: string) => pptxToMarkdown(pack(pptxParts([shapes])), parsingLimits).text;
const shape = (...runs: readonly string[]) => `<p:sp><p:txBody><a:p>${runs.join('')}</a:p></p:txBody></p:sp>`;
const run = (words: string, properties = '') => `<a:r><a:rPr ${properties}/><a:t>${words}</a:t></a:r>`;

describe('pptxToMarkdown', () => {
  test('does not let a raised text run into what precedes it', () => {
    const raised = 'baseline="30000"';
    const words = [
      run('€4'),
      run('1', raised),
      run('2', raised),
      run(', m'),
      run('3', raised),
      run(', the 1'),
      run('st', raised),
      run(', CO'),
      run('2', 'baseline="-25000"'),
    ];
    expect(textOf(shape(...words) + shape(run('5')))).toBe('## Slide 1\n\n€4^12, m^3, the 1st, CO2\n\n5');
  });

  test('leaves out struck text', () => {
    const words = [run('€20 ', 'strike="sngStrike"'), run('€21 ', 'strike="dblStrike"')];
    expect(textOf(shape(...words, run('€25', 'strike="noStrike"')))).toBe('## Slide 1\n\n€25');
  });

  test('repeats the value of merged cells', () => {
    const cell = (words: string, properties = '') =>
      `<a:tc ${properties}><a:txBody><a:p>${run(words)}</a:p></a:txBody></a:tc>`;
    const rows = [
      cell('Ticket', 'rowSpan="2"') + cell('Summer', 'gridSpan="2"') + cell('', 'hMerge="1"'),
      cell('', 'vMerge="1"') + cell('Adult') + cell('Child'),
      cell('Single') + cell('free', 'gridSpan="2"') + cell('', 'hMerge="true"'),
    ];
    const table = `<a:tbl>${rows.map((row) => `<a:tr>${row}</a:tr>`).join('')}</a:tbl>`;
    expect(textOf(`<p:graphicFrame>${table}</p:graphicFrame>`)).toBe(
      [
        '## Slide 1\n',
        '| Ticket | Summer – Adult | Summer – Child |',
        '| --- | --- | --- |',
        '| Single | free | free |',
      ].join('\n'),
    );
  });
});
