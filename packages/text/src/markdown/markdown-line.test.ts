import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it, test } from 'vitest';
import { itemMarkBefore, type MarkdownLine, readLineBeginning, readMarkdownLine } from './markdown-line.ts';

const wordsOf = (line: string, { start, end }: MarkdownLine) => line.slice(start, end);

const kindOf: Readonly<Record<string, string>> = {
  thematicBreak: 'rule',
  list: 'item',
  code: 'fence',
  blockquote: 'quote',
  heading: 'heading',
};

/** The kind of a line that is a whole text to a full parser of Markdown. */
function parsedKind(line: string): string {
  const [first] = fromMarkdown(line).children;
  return first === undefined ? 'blank' : (kindOf[first.type] ?? 'text');
}

describe('readMarkdownLine', () => {
  test.each<[string, MarkdownLine['kind'], string, string]>([
    ['', 'blank', '', ''],
    ['> ', 'blank', '', ''],
    ['Words.', 'text', '', 'Words.'],
    ['## Fees ##', 'heading', '##', 'Fees'],
    ['# C#', 'heading', '#', 'C#'],
    ['#', 'heading', '#', ''],
    ['#tag', 'text', '', '#tag'],
    ['- a', 'item', '-', 'a'],
    ['  12) a', 'item', '12)', 'a'],
    ['123456789. a', 'item', '123456789.', 'a'],
    ['- [x] done', 'item', '-', 'done'],
    ['> - quoted', 'item', '-', 'quoted'],
    ['• a', 'item', '•', 'a'],
    ['-', 'item', '-', ''],
    ['1986.', 'text', '', '1986.'],
    ['-5 degrees', 'text', '', '-5 degrees'],
    ['* * *', 'rule', '', '* * *'],
    ['---', 'rule', '', '---'],
    ['--', 'underline', '', '--'],
    ['===', 'underline', '', '==='],
    ['| a | b |', 'row', '', '| a | b |'],
    ['```js', 'fence', '```', 'js'],
    ['    ~~~~', 'fence', '~~~~', ''],
    ['``` is `code`', 'text', '', '``` is `code`'],
    ['**Bold** words', 'text', '', '**Bold** words'],
    ['a\r', 'text', '', 'a'],
  ])('%j is of kind %s', (line, kind, mark, words) => {
    const read = readMarkdownLine(line);
    expect([read.kind, read.mark, wordsOf(line, read)]).toEqual([kind, mark, words]);
  });

  it('agrees with a full parser on every line that is a text of its own', () => {
    const mark = fc.constantFrom(
      '#',
      '##',
      '-',
      '*',
      '+',
      '1.',
      '7)',
      '>',
      '```',
      '~~~',
      '_',
      '=',
      ' ',
      'a',
      'b',
    );
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 8 }), (marks) => {
        const line = marks.join('').trim();
        const { kind, quote } = readMarkdownLine(line);
        const parsed = parsedKind(line);
        // Known of a line alone, and not of a text of one line: what is above an underline, or below a number.
        if (kind === 'underline' || (kind === 'text' && /^\d+[.)]$/.test(line))) return;
        expect(quote === '' ? kind : 'quote').toBe(parsed);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not change its mind about a line that goes on', () => {
    const piece = fc.constantFrom(
      '#',
      '- ',
      '1',
      '. ',
      '>',
      ' ',
      '`',
      '```',
      '~~~',
      '|',
      '=',
      '*',
      'a',
      'b c',
      '[',
      'x]',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(), (pieces, cut) => {
        const line = pieces.join('');
        const early = readLineBeginning(line.slice(0, cut % (line.length + 1)));
        if (early === null) return;
        const { kind, quote, prefix } = readMarkdownLine(line);
        expect([early.kind, early.quote, early.prefix]).toEqual([kind, quote, prefix]);
      }),
      { numRuns: 2_000 },
    );
    expect(readLineBeginning('- ')).toBeNull();
    expect(readLineBeginning('- a')?.kind).toBe('item');
    expect(readLineBeginning('``` a')).toBeNull();
  });
});

test('finds the marker before the words of an item', () => {
  const text = 'a\n  2. [ ] b\nc';
  expect(itemMarkBefore(text, text.indexOf('b'))).toEqual({ start: 4, mark: '2.' });
  expect(itemMarkBefore(text, text.indexOf('c'))).toBeNull();
});
