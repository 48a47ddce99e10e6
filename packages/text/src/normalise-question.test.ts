import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curatedKey } from './normalise-question.ts';

describe('curatedKey', () => {
  test.each([
    ['How do I reset my password?', 'how do i reset my password'],
    ['  HOW do I reset\tmy  password ?!', 'how do i reset my password'],
    ["What's the Wi-Fi code", 'What’s the wi‑fi code?'],
    ['Ｗｈａｔ is ①?', 'what is 1'],
    ['Wo ist die STRASSE?', 'wo ist die straße'],
    ['Was ist ΟΔΟΣ', 'was ist οδος'],
    ['STRAẞE', 'strasse'],
    ['cafe\u0301 hours', 'café hours'],
    ['soft\u00adhyphen', 'softhyphen'],
  ])('gives %j and %j the same key', (one, other) => {
    expect(curatedKey(one)).toBe(curatedKey(other));
    expect(curatedKey(one)).not.toBe('');
  });

  test.each([
    ['What is C++?', 'What is C#?'],
    ['What is C?', 'What is C#?'],
    ['Is 1.5 enough?', 'Is 15 enough?'],
    ['Below -5 degrees?', 'Below 5 degrees?'],
    ['Is it 5%?', 'Is it 5?'],
    ['Costs $5?', 'Costs €5?'],
    ['Can I work?', "Can't I work?"],
    ['What is a resume?', 'What is a résumé?'],
  ])('gives %j and %j different keys', (one, other) => {
    expect(curatedKey(one)).not.toBe(curatedKey(other));
  });

  test('gives a text of only punctuation an empty key', () => {
    expect(curatedKey(' ?!… ')).toBe('');
  });

  test('gives a key itself as its key, well formed if the text is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (text) => {
        const key = curatedKey(text);
        expect(curatedKey(key)).toBe(key);
        expect(key).not.toMatch(/\s\s|^\s|\s$/u);
      }),
      { numRuns: 500 },
    );
  });
});
