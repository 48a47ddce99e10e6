import { markdownBlocks } from '@avow/text/markdown';
import { codePointSlicer } from '@avow/text/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextPassage } from '../parsing/parsed-file.ts';
import { passageWordsMax } from './cut-passages.ts';
import { findTitle, splitMarkdown } from './split-markdown.ts';
import { splitText } from './split-text.ts';

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
const prose = (words: number) =>
  Array.from({ length: words }, (_, n) => (n % 12 === 11 ? `w${n}.` : n % 12 === 0 ? `W${n}` : `w${n}`)).join(
    ' ',
  );

/** Checks what is true of every text: exact offsets, order, no overlap, nothing empty. Returns what was left out, except markup. */
function checkPassages(text: string, passages: readonly TextPassage[]): string {
  const sliceOf = codePointSlicer(text);
  const leftOf = codePointSlicer(text.replace(markup, (found) => found.replace(/./gsu, ' ')));
  let previousEnd = 0;
  let left = '';
  for (const passage of passages) {
    const holds = {
      'begins after the one before': passage.start >= previousEnd,
      'is what the text has there': sliceOf(passage) === passage.text,
      'has no space around it': passage.text === passage.text.trim(),
      'is not empty': passage.text !== '',
      'is not too long': wordsIn(passage.text) <= passageWordsMax,
      'has a short lead': passage.lead.length < 600,
    };
    // Texts have thousands of passages, and an expectation takes longer than all of this.
    if (Object.values(holds).includes(false)) expect.fail(JSON.stringify({ holds, passage }));
    left += `${leftOf({ start: previousEnd, end: passage.start })}\n`;
    previousEnd = passage.end;
    // Text after a tab may be code, where a directive is content.
    if (/^(?:<\/?div>|\{%\w*%\})+$/.test(passage.text.replace(/[\s>]/g, '')))
      expect(sliceOf({ start: 0, end: passage.start })).toMatch(/\t[\s>]*$/);
  }
  return left + leftOf({ start: previousEnd, end: text.length });
}

const markup = /<!--.*?-->|<\/?[a-z]+>|\{%[^{}]*%\}/gs;
/** Only space and punctuation. */
const nothing = /^(?:\u200d|[\s`*_~|:=+>#-])*$/;

const word = fc.constantFrom(
  'leave',
  'días',
  '😀',
  '👩‍👩‍👧',
  'e\u0301\u0301',
  '漢字かな交じり',
  'x.',
  '**b**',
  '`c`',
  '[a](b)',
  '|',
  'C#',
  '_',
  '\u200d',
  '-->',
  '{% if %}',
);
const line = fc.array(word, { minLength: 0, maxLength: 60 }).map((words) => words.join(' '));
const marker = fc.constantFrom(
  '',
  '- ',
  '  - ',
  '    * ',
  '1. ',
  '> ',
  '>> - ',
  '| ',
  '```',
  '~~~js',
  '\t',
  '<div>',
  '{% end %}',
  '---',
  '<!-- ',
);
const anyMarkdown = fc
  .array(fc.tuple(marker, line, fc.constantFrom('\n', '\n\n', ':\n', ':\n\n')), { maxLength: 25 })
  .map((lines) => lines.map((parts) => parts.join('')).join(''));

describe('splitMarkdown', () => {
  test('splits any Markdown without headings exactly, in order, within limits, leaving out only space and markup', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        // A line of dashes or equals signs under words is a heading; such texts are for the test below.
        fc.pre(![...markdownBlocks(text)].some(({ kind, depth }) => kind === 'heading' && depth === 0));
        expect(checkPassages(text, splitMarkdown(text))).toMatch(nothing);
      }),
      { numRuns: 300 },
    );
  });

  test('leaves out only the lines of headings', () => {
    const heading = fc.integer({ min: 1, max: 6 }).map((depth) => `\n\n${'#'.repeat(depth)} Head ${depth}\n`);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            heading,
            line.map((text) => `x ${text}\n`),
          ),
          { maxLength: 30 },
        ),
        (parts) => {
          const text = parts.join('');
          const left = checkPassages(text, splitMarkdown(text));
          expect(left.replace(/^#{1,6} Head \d$/gm, '')).toMatch(nothing);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('builds the heading path from the levels', () => {
    const text =
      '# Book\n\nIntro.\n\n## *Part* [one](http://x)\n\nA.\n\n#### Deep\n\nB.\n\nTwo\n---\n\nC.\n\n# End #\n\nD.';
    expect(splitMarkdown(text).map((passage) => [passage.headings, passage.text])).toEqual([
      ['Book', 'Intro.'],
      ['Book › Part one', 'A.'],
      ['Book › Part one › Deep', 'B.'],
      ['Book › Two', 'C.'],
      ['End', 'D.'],
    ]);
    expect(findTitle(text)).toBe('Book');
  });

  test('leaves tags out of headings, but not those that are code or escaped', () => {
    const text =
      '# <span style="color: red. Now">Fees</span> and `<b>` \\<i><br/>\n\n## <a name="x"></a>\n\nA.\n\n### [<b>One</b>](x)\n\nB.';
    expect(splitMarkdown(text).map((passage) => passage.headings)).toEqual([
      'Fees and <b> \\<i>',
      'Fees and <b> \\<i> › One',
    ]);
    expect(findTitle(text)).toBe('Fees and <b> \\<i>');
  });

  test.each<[string, string, string | null]>([
    ['the first heading of the first level', '# A\n\n# B', 'A'],
    ['a heading that is above all others', 'x\n\n## A\n\n### B\n\n#### C', 'A'],
    ['not one of several', '### A\n\nx\n\n### B', null],
    ['not one below another', '## A\n\nx\n\nB\n===', null],
    ['not one within a list or a quote', '- # A\n\n> # B', null],
  ])('the title is %s', (_, text, title) => {
    expect(findTitle(text)).toBe(title);
  });

  test('collects paragraphs up to about 120 words without cutting them', () => {
    const paragraphs = [prose(50), prose(50), prose(50), prose(90), prose(180)];
    const found = splitMarkdown(paragraphs.join('\n\n')).map((passage) => wordsIn(passage.text));
    expect(found).toEqual([100, 50, 90, 180]);
  });

  test('cuts a long paragraph between sentences', () => {
    const found = splitMarkdown(prose(500));
    expect(found.length).toBeGreaterThan(3);
    for (const passage of found) expect(passage.text).toMatch(/^W(?:.|\n)*(?:\.|w499)$/);
  });

  test('keeps a list with the words that introduce it', () => {
    const text = `${prose(110)}\n\nBring these:\n\n- a badge\n- a laptop\n\n${prose(199)}`;
    expect(splitMarkdown(text)[1]?.text).toMatch(/^Bring these:\n\n- a badge\n- a laptop\n\nW0/);
    const long = `Bring these:\n\n${Array.from({ length: 30 }, (_, n) => `- thing ${n} ${prose(12)}`).join('\n')}`;
    const passages = splitMarkdown(long);
    expect(passages[0]?.text).toMatch(/^Bring these:\n\n- thing 0/);
    for (const passage of passages.slice(1)) expect(passage.text).toMatch(/^- thing/);
  });

  test('does not cut table rows and lines of code', () => {
    const rows = Array.from({ length: 80 }, (_, n) => `| row ${n} | ${prose(6)} |`);
    for (const passage of splitMarkdown(['| a | b |', '|---|---|', ...rows].join('\n'))) {
      expect(passage.text).toMatch(/^\|(?:.|\n)*\|$/);
    }
    const code = [
      '```',
      ...Array.from({ length: 90 }, (_, n) => `call(${n}) with five more words`),
      '```',
    ].join('\n');
    for (const passage of splitMarkdown(code)) expect(passage.text).toMatch(/^(?:```\n)?call/);
  });

  test('cuts an endless word, emoji and scripts without spaces between characters', () => {
    for (const unit of ['x', '😀', '漢', 'e\u0301', '👩‍👩‍👧']) {
      const text = unit.repeat(unit < '\u0400' ? 15_000 : 3_000);
      const passages = splitMarkdown(text);
      expect(checkPassages(text, passages).trim()).toBe('');
      expect(passages.length).toBeGreaterThan(1);
      for (const passage of passages)
        expect(passage.text).not.toMatch(/^[\udc00-\udfff]|^\u0301|^\u200d|[\ud800-\udbff]$/);
    }
  });

  test('keeps the headings of a large text to its end', () => {
    const large = Array.from(
      { length: 300 },
      (_, n) => `# Part ${n}\n\n${prose(60)}\n\n- ${prose(20)}\n`,
    ).join('\n');
    checkPassages(large, splitMarkdown(large));
    expect(splitMarkdown(large).at(-1)?.headings).toBe('Part 299');
  });

  test.each<[string, string]>([
    ['one line', 'word '],
    ['one line of sentences', 'A word here. '],
    ['one line of numbers', '1. '],
    ['one line without spaces', '漢。'],
    ['lines without marks', 'some words without any stop at all\n'],
    ['tiny paragraphs', 'x\n\n'],
    ['list items', '- x\n'],
    ['headings', '# a\n'],
    ['underlined headings', 'a\n=\n'],
    ['long rows of dashes', 'a\n---\n'],
    ['quotes within quotes', '> '],
    ['lists within lists', '- '],
    ['lists within lists, line by line', '- - - - - x\n'],
    ['lines that go on with a quote', '> a\nb\n'],
    ['one quote with many lines', 'b\n'],
    ['stars that might be a rule', '* * * '],
    ['brackets', '['],
    ['emphasis', '*a_ '],
    ['fences', '```\nx\n~~~\n'],
    ['comments', '<!-- '],
    ['tags', '<a b=c\n'],
    ['runs of marks', '`'],
    ['directives', '{% {{'],
    ['introductions', 'a:\n\n'],
    ['introduced lists', 'a:\n\n- b\n\n'],
    ['tables', '| a |\n|---|\n'],
  ])('finishes on half a million characters: %s', (name, repeated) => {
    const start = name === 'one quote with many lines' ? '> a\n' : '';
    const make = (size: number) => `${start}${repeated.repeat(size / repeated.length)}b`;
    const text = make(30_000);
    checkPassages(text, splitMarkdown(text));
    // In quadratic time this would take minutes. `npm run bench -- growth` measures it.
    expect(splitMarkdown(make(500_000)).length).toBeGreaterThan(0);
    expect(splitText(make(500_000)).length).toBeGreaterThan(0);
  });

  test('finishes on a table whose head is half a million brackets', () => {
    const rows = Array.from({ length: 40 }, (_, n) => `| ${prose(10)} ${n} |`);
    const text = `| ${'['.repeat(500_000)} |\n|---|\n${rows.join('\n')}`;
    expect(splitMarkdown(text).at(-1)?.lead).toMatch(/^\[{159,160} …$/);
  });
});

describe('splitText', () => {
  test('splits any text exactly, in order, within limits, leaving out only space', () => {
    fc.assert(
      fc.property(fc.oneof(anyMarkdown, fc.string({ unit: 'binary' })), (text) => {
        expect(checkPassages(text, splitText(text)).trim()).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  test('cuts between paragraphs', () => {
    const text = `${prose(100)}\n \n${prose(100)}\n\n\n${prose(10)}`;
    expect(splitText(text).map((passage) => wordsIn(passage.text))).toEqual([100, 110]);
    expect(splitText('  \n\n ')).toEqual([]);
  });
});
