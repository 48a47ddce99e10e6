import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitQuestion } from './split-question.ts';

describe('splitQuestion', () => {
  test.each([
    ['How long is it?', ['How long is it?']],
    ['holiday and sickness', ['holiday and sickness']],
    ['Where do I live and work?', ['Where do I live and work?']],
    [
      'How many weeks are there, and which form do I use for them?',
      ['How many weeks are there?', 'which form do I use for them?'],
    ],
    ['Where does the file live, and under which name?', ['Where does the file live?', 'under which name?']],
    [
      'We are having a baby. How many weeks are there? And do I need a form for it?',
      [
        'We are having a baby. How many weeks are there?',
        'We are having a baby. And do I need a form for it?',
      ],
    ],
    [
      'If A is down, where do I go, and if B is down, what do we use?',
      ['If A is down, where do I go?', 'if B is down, what do we use?'],
    ],
    ['How long may it be, and why?', ['How long may it be, and why?']],
    ['', ['']],
  ])('%j', (question, parts) => {
    expect(splitQuestion(question)).toEqual(parts);
  });

  test('any text: one to three parts, none of them longer, and the same twice', () => {
    const words = fc
      .array(
        fc.constantFrom(
          'how ',
          'and which ',
          'do I ',
          'is it? ',
          'It is. ',
          ', and when ',
          '😀 ',
          'or can one ',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'grapheme' })), (text) => {
        const parts = splitQuestion(text);
        expect(splitQuestion(text)).toEqual(parts);
        expect(parts.length).toBeGreaterThanOrEqual(1);
        expect(parts.length).toBeLessThanOrEqual(3);
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(text.trim().length + 1);
      }),
    );
    splitQuestion(' and which'.repeat(20_000));
  });
});
