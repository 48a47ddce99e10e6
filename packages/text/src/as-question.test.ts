import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asQuestion } from './as-question.ts';

describe('asQuestion', () => {
  test.each([
    ['how do i change my username', 'how do i change my username?'],
    ['How do I change it?', 'How do I change it?'],
    ['How do I change it ??\n', 'How do I change it?'],
    ['I lost it. What now', 'I lost it. What now?'],
    ['I lost my laptop.', 'I lost my laptop.'],
    ['holiday', 'holiday?'],
    ['休暇は何日ですか？', '休暇は何日ですか？'],
    ['', ''],
    ['?', '?'],
  ])('gives %j as %j', (text, expected) => {
    expect(asQuestion(text)).toBe(expected);
  });

  test('gives the same with and without a question mark, and again for its result', () => {
    const ending = fc.constantFrom('a', 'Z', '7', ')', '”');
    fc.assert(
      fc.property(fc.string(), ending, (text, end) => {
        expect(asQuestion(`${text}${end}?`)).toBe(asQuestion(`${text}${end}`));
        expect(asQuestion(asQuestion(text))).toBe(asQuestion(text));
      }),
    );
  });
});
