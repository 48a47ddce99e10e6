import { indexCodePoints } from '@avow/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseQuote } from './choose-quote.ts';

const question = 'Who approves travel?';

test('the sentence that shares most words with the question is quoted, at its place in the document', () => {
  const text = 'Trips 🚂 are fun. Travel is approved by the team lead. Travel is fun.';
  const quoted = chooseQuote(question, { text, start: 100 });
  expect(quoted).toEqual({ quote: 'Travel is approved by the team lead.', start: 117, end: 153 });
});

test('without shared words the first sentence is quoted, and neither a heading nor code if there is prose', () => {
  const text = '## Trips\n\n```\nls\n```\n\nTrains leave early. Planes do not.';
  expect(chooseQuote(question, { text, start: 0 })?.quote).toBe('Trains leave early.');
  expect(chooseQuote(question, { text: '```\ntravel approve\n```', start: 0 })?.quote).toContain('travel');
  expect(chooseQuote(question, { text: ' \n ', start: 0 })).toBeNull();
});

test('a long sentence is cut at a word', () => {
  const quoted = chooseQuote(question, { text: `Travel ${'along the river '.repeat(40)}.`, start: 0 });
  expect(quoted?.quote.length).toBeLessThanOrEqual(300);
  expect(quoted?.quote).toMatch(/(?:along|the|river)$/);
  const unspaced = chooseQuote(question, { text: '😀'.repeat(400), start: 0 });
  expect(unspaced?.quote.isWellFormed()).toBe(true);
});

test('whatever the text, the quote is what stands between its offsets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), fc.nat(1_000), (text, start) => {
      const quoted = chooseQuote(question, { text, start });
      if (quoted === null) return;
      const offsets = indexCodePoints(text);
      const [from, to] = [offsets.toUtf16(quoted.start - start), offsets.toUtf16(quoted.end - start)];
      expect(text.slice(from, to)).toBe(quoted.quote);
      expect(quoted.quote).not.toBe('');
      expect(quoted.quote.isWellFormed()).toBe(true);
    }),
  );
});
