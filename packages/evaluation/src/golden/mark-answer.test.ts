import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GoldenExpectation } from './golden-store.ts';
import { comparableText, markAnswer, type ObservedAnswer } from './mark-answer.ts';

type ExpectedAnswer = Extract<GoldenExpectation, { kind: 'answer' }>;

const question: ExpectedAnswer = {
  kind: 'answer',
  sources: ['a.md', 'b.md'],
  facts: [['1 MiB', 'one mebibyte'], ['15 days']],
  verdict: null,
};
const unanswerable: GoldenExpectation = { kind: 'not_covered' };
const verdict: ExpectedAnswer = { ...question, verdict: 'no', facts: [['15 days']] };
const answer = (text: string, sources = ['a.md']): ObservedAnswer => ({ kind: 'answered', text, sources });

describe('markAnswer', () => {
  it('requires every fact in any of its forms, and a source', () => {
    expect(markAnswer(question, answer('At most **one\nmebibyte**, for `15` days.'))).toBe('right');
    expect(markAnswer(question, answer('1 MiB for 15 days', ['x.md', 'b.md']))).toBe('right');
    expect(markAnswer(question, answer('1 MiB for 15 days', ['x.md']))).toBe('partly');
    expect(markAnswer(question, answer('At most 1 MiB.'))).toBe('partly');
    expect(markAnswer(question, answer('At most 2 MiB for a month.'))).toBe('wrong');
  });

  it('accepts a source alone if nothing else is expected, and any source if none is named', () => {
    const cited: ExpectedAnswer = { ...question, facts: [] };
    expect(markAnswer(cited, answer('Whatever.'))).toBe('right');
    expect(markAnswer(cited, answer('Whatever.', ['x.md']))).toBe('wrong');
    expect(markAnswer({ ...question, sources: [] }, answer('1 MiB, 15 days', ['x.md']))).toBe('right');
  });

  it('does not find a number within a longer one', () => {
    const five: ExpectedAnswer = { ...question, facts: [['500']] };
    for (const text of ['1,500 pods', '5000 pods', '500.5 pods', '0.500'])
      expect(markAnswer(five, answer(text)), text).toBe('wrong');
    for (const text of ['500 pods', 'It is 500.', '(500)', '1,500 or 500', '500ms'])
      expect(markAnswer(five, answer(text)), text).toBe('right');
  });

  it('requires the verdict first, and treats the opposite as wrong whatever follows', () => {
    expect(markAnswer(verdict, answer('**No.** It takes 15 days.'))).toBe('right');
    expect(markAnswer(verdict, answer('It takes 15 days.'))).toBe('partly');
    expect(markAnswer(verdict, answer('Yes: it takes 15 days.'))).toBe('wrong');
    expect(markAnswer(verdict, answer('Nothing is said of 16 days.'))).toBe('wrong');
  });

  it('finds words across tags of HTML, and tags that are asked about', () => {
    const fact = (text: string): ExpectedAnswer => ({ ...question, facts: [[text]] });
    expect(markAnswer(fact('27 days of leave'), answer('<b>27 days</b> of <a href="x">leave</a>'))).toBe(
      'right',
    );
    expect(markAnswer(fact('the <dialog> element'), answer('Use the `<dialog>` element.'))).toBe('right');
    expect(markAnswer(fact('<dialog>'), answer('Use `<form>`.'))).toBe('wrong');
  });

  it('treats any answer to a question without one as wrong', () => {
    expect(markAnswer(unanswerable, answer('1 MiB'))).toBe('wrong');
    expect(markAnswer(unanswerable, { kind: 'refused' })).toBe('refused');
    expect(markAnswer(question, { kind: 'refused' })).toBe('refused');
    expect(markAnswer(question, { kind: 'failed' })).toBe('failed');
  });
});

describe('plainText', () => {
  it('drops Markdown syntax and link targets, and keeps the words', () => {
    expect(comparableText('## See  [the *Docs*](https://x.y/z)\n\n| a | b |')).toBe('see the docs a b');
    expect(comparableText('zero\u200bwidth')).toBe('zerowidth');
    expect(comparableText('It’s “so” — yes')).toBe('it\'s "so" - yes');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aB1 *_`#|.,\n') }), (text) => {
        expect(comparableText(comparableText(text))).toBe(comparableText(text));
      }),
    );
  });
});
