import { describe, expect, it } from 'vitest';
import { decimalDigitValue } from './decimal-digit.ts';

describe('decimalDigitValue', () => {
  it('recognises the digits of every script, and nothing else', () => {
    const rows: string[] = [];
    for (let codePoint = 0; codePoint <= 0x1ffff; codePoint++) {
      const value = decimalDigitValue(codePoint);
      const isDigit = /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));
      if (isDigit !== (value !== null)) expect.fail(`code point ${codePoint.toString(16)}`);
      if (value !== null) rows.push(String(value));
    }
    // Every script has ten digits, in order.
    expect(rows.join('')).toMatch(/^(0123456789)+$/);
    expect(rows.length).toBeGreaterThan(600);
  });

  it.each([
    ['7', 7],
    ['٧', 7],
    ['۷', 7],
    ['७', 7],
    ['７', 7],
    ['𝟕', 7],
    ['a', null],
    ['七', null],
    ['²', null],
    ['Ⅶ', null],
  ])('reads %s as %s', (character, value) => {
    expect(decimalDigitValue(character.codePointAt(0) ?? 0)).toBe(value);
  });
});
