import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const sentencesOf = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('splitSentences', () => {
  test.each<[string, string[]]>([
    ['One is here. Two is there! Is three?', ['One is here.', 'Two is there!', 'Is three?']],
    ['Bring a form, e.g. Form A. Then wait.', ['Bring a form, e.g. Form A.', 'Then wait.']],
    ['Ask Dr. Lindqvist. She knows.', ['Ask Dr. Lindqvist.', 'She knows.']],
    ['Use form No. 5 today. Sign it.', ['Use form No. 5 today.', 'Sign it.']],
    ['The answer is no. 5 people left.', ['The answer is no. 5 people left.']],
    ['It costs 3.50 a day. Pay it.', ['It costs 3.50 a day.', 'Pay it.']],
    ['Offices in the U.S. and Japan. Both open.', ['Offices in the U.S. and Japan.', 'Both open.']],
    ['J. Okafor signs. K. Brun pays.', ['J. Okafor signs.', 'K. Brun pays.']],
    ['**Careful.** Doors lock at six.', ['**Careful.**', 'Doors lock at six.']],
    ['He said "Go." Then he left.', ['He said "Go."', 'Then he left.']],
    [
      'A sentence that is\nwrapped over lines. And\nanother.',
      ['A sentence that is\nwrapped over lines.', 'And\nanother.'],
    ],
    ['休暇は二十日です。申請してください。', ['休暇は二十日です。', '申請してください。']],
    ['First paragraph\n\nSecond paragraph', ['First paragraph', 'Second paragraph']],
    ['> Quoted words. More words.', ['Quoted words.', 'More words.']],
    ['# Title\nBody.', ['Title', 'Body.']],
    ['', []],
    [' \n\t ', []],
  ])('%j', (text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });

  test('returns list items and table rows as units, without markers and rules', () => {
    const text =
      'You need:\n- a badge. Wear it\n  openly.\n- [x] a key\n\n| a | b |\n|---|:--|\n| 1 | 2 |\n1) last';
    expect(splitSentences(text).map((span) => [span.kind, text.slice(span.start, span.end)])).toEqual([
      ['sentence', 'You need:'],
      ['item', 'a badge.'],
      ['sentence', 'Wear it\n  openly.'],
      ['item', 'a key'],
      ['row', '| a | b |'],
      ['row', '| 1 | 2 |'],
      ['item', 'last'],
    ]);
  });

  test('recognises rows without outer bars', () => {
    const text =
      'Modes\n\nMode | What it does.\n---- | ----\nenforce | It is rejected. Always.\naudit | It is noted.\n\na | b';
    expect(splitSentences(text).map((span) => [span.kind, text.slice(span.start, span.end)])).toEqual([
      ['sentence', 'Modes'],
      ['row', 'Mode | What it does.'],
      ['row', 'enforce | It is rejected. Always.'],
      ['row', 'audit | It is noted.'],
      ['sentence', 'a | b'],
    ]);
  });

  test('returns a fenced block as one unit, closed or not', () => {
    const closed = 'Run this:\n```sh\nrm x. Then y.\n\n- z\n```\nDone.';
    expect(sentencesOf(closed)).toEqual(['Run this:', '```sh\nrm x. Then y.\n\n- z\n```', 'Done.']);
    const unclosed = 'Run:\n~~~\none. Two.\n\nthree';
    expect(sentencesOf(unclosed)).toEqual(['Run:', '~~~\none. Two.\n\nthree']);
  });

  test.each<[string, string, string[]]>([
    ['a rule of stars parts', 'One\n* * *\nTwo', ['sentence One', 'sentence Two']],
    ['an underline makes a heading', 'Fees\n===\nTwo', ['heading Fees', 'sentence Two']],
    ['dashes make a heading', 'Fees\nand costs\n---\nTwo', ['heading Fees\nand costs', 'sentence Two']],
    ['no underline below an item or a quote', '- a\n---\n> b\n---', ['item a', 'sentence b']],
    ['closing hashes are left out', '## Fees ##\nTwo', ['heading Fees', 'sentence Two']],
    [
      'a number in a wrapped sentence is a number',
      'It was in\n1986. A year.',
      ['sentence It was in\n1986.', 'sentence A year.'],
    ],
    ['a number after a sentence begins an item', 'Go on.\n2. Stop', ['sentence Go on.', 'item Stop']],
    [
      'code in a line begins no block',
      '``` is `a`. Then.\nTwo.',
      ['sentence ``` is `a`.', 'sentence Then.', 'sentence Two.'],
    ],
    [
      'a block of code may be in a list',
      '1. Run:\n\n    ```\n    a. b\n    ```\n2. Go',
      ['item Run:', 'code ```\n    a. b\n    ```', 'item Go'],
    ],
    [
      'a block of code may be in a quote',
      '> ```\n> a. b\n> ```\nTwo',
      ['code ```\n> a. b\n> ```', 'sentence Two'],
    ],
    ['a number alone is words', '1986.', ['sentence 1986.']],
  ])('reads as CommonMark does: %s', (_, text, expected) => {
    const found = splitSentences(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
    expect(found).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    [
      'a target',
      'We move [board meetings](../../board/Meetings.md) to one of these days: Monday. Or not.',
      ['We move [board meetings](../../board/Meetings.md) to one of these days: Monday.', 'Or not.'],
    ],
    ['the words of a link', 'Go to [Wow! Now](a.md). Next.', ['Go to [Wow! Now](a.md).', 'Next.']],
    ['a link by name', 'Go to [Wow! Now][1]. Next.', ['Go to [Wow! Now][1].', 'Next.']],
    ['a wrapped link', 'Go to [Note:\nNow](a.md). Next.', ['Go to [Note:\nNow](a.md).', 'Next.']],
    [
      'an image in a link',
      'See [![A! B](../C.png)](../D "E? F") here. Next.',
      ['See [![A! B](../C.png)](../D "E? F") here.', 'Next.'],
    ],
    [
      'code',
      'Open `foo.Bar! Baz` now. Use `sync?` twice.',
      ['Open `foo.Bar! Baz` now.', 'Use `sync?` twice.'],
    ],
    ['a tag', 'A <b title="Oh! No">b</b> c. D.', ['A <b title="Oh! No">b</b> c.', 'D.']],
    ['an address', 'Go to https://a.b/c?Usp=1 now. D.', ['Go to https://a.b/c?Usp=1 now.', 'D.']],
    ['a path', 'Go to ../Fees or .NET. D.', ['Go to ../Fees or .NET.', 'D.']],
    [
      'a link that ends, unlike this one',
      'Go [slowly! Very](slowly now. Next.',
      ['Go [slowly!', 'Very](slowly now.', 'Next.'],
    ],
    ['a link begins a sentence', 'One! [Two](a.md) `b`. `C` d.', ['One!', '[Two](a.md) `b`.', '`C` d.']],
  ])('does not cut inside %s', (_, text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });

  test('leaves out the mark of an alert', () => {
    expect(sentencesOf('> [!NOTE]\n> It is so. Really.')).toEqual(['It is so.', 'Really.']);
    expect(sentencesOf('> [!WARNING] It is so.\n\n>[!tip]- Two')).toEqual(['It is so.', 'Two']);
    expect(sentencesOf('> [!NOTE](a.md) is a page.\n\n[!NOTE] stays')).toEqual([
      '[!NOTE](a.md) is a page.',
      '[!NOTE] stays',
    ]);
  });

  test('does not cut inside links, code, tags and addresses, whatever is around them', () => {
    const whole = fc.constantFrom(
      '[One. Two! Three](../../A?B=c)',
      '[a][Is it? No]',
      '![A! B](<c. D> "e. F")',
      '[**Bold.** `g! H`](i.md)',
      '`j. K? L`',
      '``m ` n! O``',
      '<a title="p. Q">',
      'https://r.s/T?U=v!w',
    );
    const between = fc.constantFrom(
      ' ',
      '. ',
      '! ',
      '\n',
      ' Words ',
      ' ("',
      '?** ',
      ' [1',
      '] ',
      ' < ',
      '\n- ',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(between, whole), { maxLength: 12 }), (parts) => {
        const text = parts.flat().join('');
        const spans = splitSentences(text);
        let end = 0;
        for (const [before, one] of parts) {
          const start = end + before.length;
          end = start + one.length;
          expect(spans.some((span) => span.start <= start && span.end >= end)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('returns ordered, disjoint, trimmed spans that leave out only markup and space', () => {
    const piece = fc.constantFrom(
      'Hello',
      'e.g.',
      '. ',
      '! ',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '| a |',
      '|--|',
      '```',
      '> ',
      '# ',
      '😀',
      'e\u0301',
      '漢字。',
      ' ',
      '**',
      'No. ',
      '7',
      '"',
      ':',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        let previousEnd = 0;
        let left = '';
        for (const { start, end } of splitSentences(text)) {
          expect(start).toBeGreaterThanOrEqual(previousEnd);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          left += text.slice(previousEnd, start);
          previousEnd = end;
        }
        left += text.slice(previousEnd);
        expect(left).not.toMatch(/[A-Za-z😀漢]/u);
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, string, string]>([
    ['lines that no mark ends', '', 'some words without any stop at all\n'],
    ['sentences that never end', '', 'No. 5 e.g. '],
    ['one word', '', 'a'],
    ['list items', '', '- x.\n'],
    ['the start of a table rule', '', '|-'],
    ['white space before a word', 'a\n\n', ' '],
    ['line breaks that are none in Markdown', 'a', '\r'],
    ['closing marks', 'a.', '")'],
    ['characters that end a sentence', '', '漢。'],
    ['brackets that open nothing', 'a.', '['],
    ['links that do not end', 'a.', '[b]('],
    ['links within links', '', '[![a. B](c)](d)'],
    ['targets that do not end', 'a.', '](<b "'],
    ['tags that do not end', 'a.', '<b '],
    ['code that does not end', 'a.', '` `` '],
  ])('finishes on half a million characters: %s', (_, start, repeated) => {
    // In quadratic time this would take minutes. `npm run bench -- growth` measures it.
    const text = `${start}${repeated.repeat(500_000 / repeated.length)}b`;
    expect(splitSentences(text).at(-1)?.end).toBe(text.length);
  });
});
