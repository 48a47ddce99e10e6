import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAnswer } from './format-answer.ts';

const structured = (text: string) => formatAnswer(text, 'structured_text');
const plain = (text: string) => formatAnswer(text, 'plain_text');

describe('formatAnswer', () => {
  it('leaves Markdown alone if Markdown is requested, and plain words always', () => {
    const text = 'A **bold** word.\n\n- one\n- two';
    expect(formatAnswer(text, 'markdown')).toBe(text);
    expect(structured('Plain words, as they are.')).toBe('Plain words, as they are.');
  });

  it('takes marks out of lines, and keeps paragraphs, lists and tables', () => {
    expect(structured('A **bold** and `coded` [link](https://x.example) word.')).toBe(
      'A bold and coded link word.',
    );
    expect(structured('Steps:\n\n1. First *this*\n2. Then that\n   - and this')).toBe(
      'Steps:\n\n1. First this\n2. Then that\n  - and this',
    );
    expect(plain('- one\n- two')).toBe('one\ntwo');
    expect(structured('| a | b |\n| --- | --- |\n| 1 | 2 |')).toContain('| 1 | 2 |');
    expect(structured('> quoted *words*')).toBe('quoted words');
  });

  it('joins lines that were only broken in typing', () => {
    expect(structured('One sentence that goes\non in the next line.')).toBe(
      'One sentence that goes on in the next line.',
    );
    expect(plain('Choose a | b,\r\nor **both**\nof them.')).toBe('Choose a | b, or both of them.');
    expect(structured('A line break  \nthat was meant.')).toBe('A line break\nthat was meant.');
  });

  it('keeps the rows of a table apart, regardless of their content', () => {
    const rows = ['| **a** | `b` |', '|---|---|', '| [c](d) | *e* |', '| f | g |'];
    const bare = ['| a | b |', '|---|---|', '| c | e |', '| f | g |'];
    expect(structured(rows.join('\n'))).toBe(bare.join('\n'));
    expect(structured('a | b\n--|--\n1 | 2')).toBe('a | b\n--|--\n1 | 2');
    expect(structured('| a    | b |\n| ------ | - |')).toBe('| a | b |\n| --- | - |');
  });

  it('keeps the words between tags', () => {
    expect(structured('<div>\nSome *words*\n</div>\n\nMore <b>words</b>.')).toBe(
      'Some *words*\n\nMore words.',
    );
  });

  it('leaves out what a reader of the page does not see', () => {
    expect(structured('{% ifversion ghec %}\n\nOpen *Settings*. {% endif %}')).toBe('Open Settings.');
    expect(structured('1. Click **Save**.\n   ![Screenshot of a button](a.png)')).toBe('1. Click Save.');
    expect(structured('Type `{% raw %}` first.')).toBe('Type {% raw %} first.');
  });

  it('says whom to write to where only the target of a link does', () => {
    expect(structured('Ask [the team](mailto:team@x.example?subject=a).')).toBe(
      'Ask the team (team@x.example).',
    );
    expect(structured('Ask [her](mailto:jane%40x.example) or [him](mailto:%zz).')).toBe(
      'Ask her (jane@x.example) or him (%zz).',
    );
    expect(structured('Ask [team@x.example](mailto:team@x.example).')).toBe('Ask team@x.example.');
  });

  it('names an alert instead of showing its mark', () => {
    expect(structured('Taxis are paid.\n\n> [!NOTE]\n> Rides *over* $40\n> need approval.')).toBe(
      'Taxis are paid.\n\nNote: Rides over $40 need approval.',
    );
    expect(plain('> [!WARNING] Stop.\n>\n> Go home.')).toBe('Warning: Stop.\nGo home.');
    expect(plain('Taxis are paid.\n\n> [!TIP]')).toBe('Taxis are paid.');
    expect(structured('> A [!NOTE] inside\n\n[!NOTE] without a quote')).toBe(
      'A [!NOTE] inside\n\n[!NOTE] without a quote',
    );
  });

  it.each([
    ['10<sup>6</sup> rows, 10<sup>**-3**</sup> s', '10^6 rows, 10^-3 s'],
    ['H<sub>2</sub>O, the 1<sup>st</sup> and <sup><b>2</b></sup>', 'H2O, the 1st and ^2'],
    ['Basic<br>costs <br/>\nnothing', 'Basic\ncosts\nnothing'],
    ['<p>Gold</p><p>10<sup>6</sup> rows</p>', 'Gold\n10^6 rows'],
    ['<ul><li>urgent</li><li>4 hours</li></ul>', 'urgent\n4 hours'],
    ['<p>10<sup><a href="#f">1</a></sup> days</p>', '10^1 days'],
    ['<p>limit <5 days, then >3</p>', 'limit <5 days, then >3'],
    [
      '<table><tr><td>Gold</td><td>30 minutes</td></tr><tr><td>Tin</td></tr></table>',
      'Gold  30 minutes\nTin',
    ],
    ['<div>\n<pre>\na:\n  b: 1\n</pre>\n</div>', 'a:\n  b: 1'],
    ['| Gold | one<br>two |\n|---|---|', '| Gold | one two |\n|---|---|'],
    [
      '| Gold | <ul><li>30 minutes if urgent</li><li>4 hours</li></ul> |\n|---|---|',
      '| Gold | - 30 minutes if urgent - 4 hours |\n|---|---|',
    ],
  ])('keeps apart what tags keep apart: %j', (text, expected) => {
    expect(structured(text)).toBe(expected);
  });

  it('never throws and never returns an empty answer, for any text', () => {
    const unit = fc.constantFrom(
      '*',
      '_',
      '[',
      ']',
      '(',
      ')',
      '> ',
      '- ',
      '1. ',
      '`',
      '\n',
      '<b>',
      '&amp;',
      '\\',
      '|',
      'word ',
      '😀',
      '    ',
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 60 }), (units) => {
        const text = units.join('');
        for (const format of ['structured_text', 'plain_text', 'markdown'] as const) {
          expect(formatAnswer(text, format).length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('never throws on text of any kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(typeof structured(text)).toBe('string');
        expect(typeof plain(text)).toBe('string');
      }),
    );
  });

  it('keeps every word of ordinary Markdown, in order', () => {
    const word = fc.constantFrom(
      'tree',
      '**river**',
      '`stone`',
      '[lake](https://x.example)',
      '_sky_',
      '![sun](x.png)',
    );
    const line = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    const block = fc.oneof(
      fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
      line.map((text) => `## ${text}`),
      line.map((text) => `> ${text}`),
      fc
        .array(line, { minLength: 1, maxLength: 4 })
        .map((items) => items.map((item) => `- ${item}`).join('\n')),
      fc
        .array(line, { minLength: 1, maxLength: 4 })
        .map((items) => items.map((item) => `1. ${item}`).join('\n')),
      fc.tuple(line, line).map(([outer, inner]) => `* ${outer}\n  - ${inner}`),
      fc.array(line, { minLength: 2, maxLength: 3 }).map((cells) => `| ${cells.join(' | ')} |\n|---|---|`),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => {
        const text = blocks.join('\n\n');
        const bare = text.replace(/\([^)]*\)/g, '').match(/[a-z]+/g);
        expect(structured(text).match(/[a-z]+/g)).toEqual(bare);
        expect(plain(text).match(/[a-z]+/g)).toEqual(bare);
      }),
    );
  });

  it('gives what would be costly as it is stored', () => {
    for (const text of [
      '_a*'.repeat(10_000),
      '['.repeat(5000),
      '> '.repeat(3000),
      `${'- '.repeat(3000)}x`,
      `${'1. '.repeat(500)}x`,
      '*a*\n'.repeat(600),
    ]) {
      expect(structured(text)).toBe(text);
    }
  });

  it.each([
    ['emphasis', '_a*'],
    ['stars', '**a '],
    ['brackets', '['],
    ['links', '[a](b)'],
    ['images', '![a]('],
    ['code marks', '`a``b'],
    ['tags', '<a b="'],
    ['entities', '&a'],
    ['quotes', '> '],
    ['lists', '- '],
    ['lists with wide gaps', `-${' '.repeat(9)}`],
    ['numbered lists', '1. '],
    ['lists, line by line', '- - - - x\n'],
    ['lines that go on', '> a\nb\n'],
    ['underlined headings', 'a\n=\n'],
    ['definitions', '[a]: b\n'],
    ['table rows', '| a | b |\n'],
    ['blank lines', '\n'],
    ['other line breaks', '\r'],
    ['spaces', ' '],
  ])('comes to an end on the longest answers: %s', (_, repeated) => {
    // `npm run bench -- growth` measures how long it takes beside ordinary texts.
    for (const start of ['', '- a\n', '> a\n']) {
      const text = `${start}${repeated.repeat(32_000 / repeated.length)}*x`;
      expect(structured(text)).toContain('x');
    }
  });
});
