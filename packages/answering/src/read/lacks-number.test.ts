import { questionKind } from '@avow/text/languages';
import { describe, expect, test } from 'vitest';
import { lacksNumber } from './lacks-number.ts';

function lacks(question: string, text: string, words: string): boolean {
  const start = [...text.slice(0, text.indexOf(words))].length;
  const span = { start, end: start + [...words].length, score: 0 };
  return lacksNumber(questionKind(question), { text, span });
}

describe('lacksNumber', () => {
  const text = 'Leave 🥐 is paid. Drivers have 28 days of it. Bread is baked at night, every day.';

  test.each([
    ['How many days do drivers have?', 'Drivers', false],
    ['How many days do drivers have?', 'Leave', true],
    ['How long is leave?', 'paid', true],
    ['How often is bread baked?', 'at night', false],
    ['How many days do drivers have?', 'paid. Drivers', false],
    ['What is paid?', 'Leave', false],
  ])('%s, pointed at "%s": %s', (question, words, expected) => {
    expect(lacks(question, text, words)).toBe(expected);
  });
});
