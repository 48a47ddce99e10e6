import { splitSentences } from '@avow/text/sentences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitsOf } from './answer-units.ts';
import { markLabels } from './mark-labels.ts';

const labelsIn = (text: string) =>
  markLabels(text, splitSentences(text))
    .filter(({ kind }) => kind === 'heading')
    .map(({ start, end }) => text.slice(start, end));

const wordsBelow = (text: string) =>
  markLabels(text, splitSentences(text))
    .filter(({ kind }) => kind !== 'heading')
    .map(({ start, end }) => text.slice(start, end));

describe('markLabels', () => {
  test.each([
    ['a bold question', '**Q: Is it taxed?**\n\nA: Yes, it is.', ['**Q: Is it taxed?**']],
    ['on the line above its answer', '**Q: Is it taxed?**\nA: Yes.', ['**Q: Is it taxed?**']],
    ['without bold', 'Q: Is it taxed?\nA: Yes.', ['Q: Is it taxed?']],
    ['with a bold mark', '**Q:** Is it taxed?\n**A:** Yes.', ['**Q:** Is it taxed?']],
    ['of two sentences', '**Q: I lost it. What now?**\n\nRing us.', ['**Q: I lost it.', 'What now?**']],
    ['before its answer in one line', '**Is it taxed?** Yes.', ['**Is it taxed?**']],
    ['a bold paragraph', 'Before.\n\n**Use of keys**\n\nKeep them.', ['**Use of keys**']],
    ['a question as a paragraph', 'Can I bring a guest?\n\nNo, you cannot.', ['Can I bring a guest?']],
  ])('%s is a label', (_, text, labels) => {
    expect(labelsIn(text)).toEqual(labels);
  });

  test.each([
    ['a bold sentence', '**Keep your keys.**\n\nAlways.'],
    ['what introduces a list', '**Do not:**\n\n- run'],
    ['bold words that say something', '**Owner: Ana**\n\nAsk her.'],
    ['a bold number', '**The limit is 500**\n\nAsk first.'],
    ['a bold link', '**[The chart](https://a.example/b)**\n\nSee it.'],
    ['bold words in a sentence', '**Keys** are kept.\n\nAlways.'],
    ['a question inside a paragraph', 'Is it taxed? Yes, it is.'],
    ['one of several questions', 'Who are you?\n\nWhat do you do?'],
    ['a quarter', 'Q1: we grew.\n\nMore.'],
    ['what is far too long', `**${'long '.repeat(80)}end?**\n\nYes.`],
  ])('%s is none', (_, text) => {
    expect(labelsIn(text)).toEqual([]);
  });

  test('the mark of an answer is left out below a label, and nowhere else', () => {
    expect(wordsBelow('**Q: Is it taxed?**\n\nA: Yes, it is. So it is.')).toEqual([
      'Yes, it is.',
      'So it is.',
    ]);
    expect(wordsBelow('**Q: Taxed?**\n\n**A:** Yes.')).toEqual(['Yes.']);
    // Emphasis that is opened before it would not be closed.
    expect(wordsBelow('**Q: Taxed?**\n\n**A: Yes.**')).toEqual(['**A: Yes.**']);
    expect(wordsBelow('Choose one.\n\nA: tea\n\nB: milk')).toContain('A: tea');
  });

  test('an answer is a paragraph of its own, even on the line below its question', () => {
    const units = unitsOf('**Q: Taxed?**\nA: Yes. It is.');
    expect(units.map(({ group }) => group)).toEqual([1, 2, 2]);
  });

  test('whatever the text, spans stay in order, apart and within those they were', () => {
    const piece = fc.constantFrom(
      '**',
      'Q: ',
      'A: ',
      'why? ',
      'So it is. ',
      '\n',
      '\n\n',
      '- ',
      '😀',
      '__',
      '> ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const spans = splitSentences(text);
        const marked = markLabels(text, spans);
        expect(marked.map(({ end }) => end)).toEqual(spans.map(({ end }) => end));
        for (const [position, { start, end }] of marked.entries()) {
          expect(start).toBeGreaterThanOrEqual(spans[position]?.start ?? 0);
          expect(start).toBeLessThan(end);
        }
      }),
    );
  });
});
