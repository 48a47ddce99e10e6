import { indexCodePoints } from '@avow/text/sentences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '../read/answer-units.ts';
import { openAround } from '../read/test-support/open-passage.ts';
import { chooseQuote as chooseFrom } from './choose-quote.ts';

const question = 'Who approves travel?';

function chooseQuote(asked: string, { text, start }: { readonly text: string; readonly start: number }) {
  const passage = { start: 0, end: text.length };
  return chooseFrom(asked, { text, start, passage, units: unitsOf(text), heading: null, cutGroup: null });
}

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

describe('what says the opposite by itself', () => {
  const asked = 'What is the wifi password?';
  const forbidden = '**Do not:**\n\n- Use a password of another website\n- Share it';

  test('is quoted with the words that negate it', () => {
    expect(chooseQuote(asked, { text: forbidden, start: 0 })?.quote).toBe(
      '**Do not:**\n\n- Use a password of another website',
    );
  });

  test('is quoted with the item above it that does', () => {
    const text = 'In the hall:\n\n- Never\n  - share a password\n- Be kind';
    expect(chooseQuote(asked, { text, start: 0 })?.quote).toBe('Never\n  - share a password');
  });

  test('is passed over where both are too long, if there is something else', () => {
    const others = Array.from(
      { length: 8 },
      (_, at) => `- Write ${at} on a wall or on a piece of paper`,
    ).join('\n');
    const long = `**Do not:**\n\n${others}\n- Use a password of another website`;
    const quoted = chooseQuote(asked, { text: `Passwords are long.\n\n${long}`, start: 0 })?.quote;
    expect(quoted).toBe('Passwords are long.');
    expect(chooseQuote(asked, { text: long, start: 0 })?.quote).toMatch(/^\*\*Do not:\*\*\n\n- Write 0/);
  });

  test('is quoted with its heading', async () => {
    const text = '# Labels\n\n## Never\n\n- Put a password into a label\n';
    const { window } = await openAround(text, 'Put a password');
    expect(chooseFrom(asked, window)).toMatchObject({ quote: 'Never\n\n- Put a password into a label' });
  });
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
