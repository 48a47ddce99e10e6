import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWords, foldWords } from './fold-words.ts';

describe('foldWords', () => {
  it.each([
    ['case', 'FaLCon', 'falcon'],
    ['accents', 'naïve café Åse', 'naive cafe ase'],
    ['accents written as marks', 'nai\u0308ve', 'naive'],
    ['strokes', 'Łódź Øre đak', 'lodz ore dak'],
    ['the sharp s', 'Straße', 'STRASSE'],
    ['the final sigma', 'ΛΟΓΟΣ.ΑΛΛΟ', 'λόγος άλλο'],
    ['dotted and dotless i', 'İSTANBUL ISPARTA ısparta', 'istanbul isparta isparta'],
    ['full width', 'ｆａｌｃｏｎ', 'falcon'],
    ['ligatures', 'ﬁnance', 'finance'],
    ['mathematical letters', '𝓯𝓪𝓵𝓬𝓸𝓷', 'falcon'],
    ['zero-width characters', 'fal\u200bcon f\u200da\u2060l\ufeffcon fal\u00adcon', 'falcon falcon falcon'],
    ['Arabic vowel signs', 'مُحَمَّد', 'محمد'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['half-width kana', 'ｶﾞｽ', 'ガス'],
    ['emphasis and hyphens', '**open**-_source_', 'open source'],
  ])('treats as equal: %s', (_, one, other) => {
    expect(foldWords(one)).toEqual(foldWords(other));
  });

  it.each([
    ['kana with and without a sound mark', 'ガス', 'カス'],
    ['Hindi vowel signs', 'कि', 'की'],
    ['Korean syllables', '강', '가'],
    ['signs that are part of a name', 'C++', 'C'],
    ['words run together', 'open source', 'opensource'],
  ])('distinguishes %s', (_, one, other) => {
    expect(foldWords(one)).not.toEqual(foldWords(other));
  });

  it('splits scripts without spaces into characters', () => {
    expect(foldWords('我想买iPhone吗')).toEqual(['我', '想', '买', 'iphone', '吗']);
    expect(foldWords('สวัสดี')).toEqual(['ส', 'วั', 'ส', 'ดี']);
  });

  it('folds the capital ẞ to ss', () => {
    expect(foldWords('STRAẞE Straße STRASSE')).toEqual(['strasse', 'strasse', 'strasse']);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const words = foldWords(text);
        expect(foldWords(words.join(' '))).toEqual(words);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('findWords', () => {
  it.each([
    ['plain words', 'Is the Falcon here?', 'falcon', 'Falcon'],
    ['after characters of two units', '💣💣 Falcon', 'falcon', 'Falcon'],
    ['letters of two units', 'x 𝓯𝓪𝓵𝓬𝓸𝓷 y', 'falcon', '𝓯𝓪𝓵𝓬𝓸𝓷'],
    ['what becomes longer', 'ﬁ Straße ﬁ', 'strasse', 'Straße'],
    ['what becomes shorter', 'e\u0301e\u0301 cafe\u0301 x', 'cafe', 'cafe\u0301'],
    ['hidden characters', 'f\u200balcon', 'falcon', 'f\u200balcon'],
    ['Korean letters', '가 ㄱㅏ나 다', '가나', 'ㄱㅏ나'],
    ['scripts without spaces', '我想买毒', '买', '买'],
  ])('locates %s', (_, text, word, standsThere) => {
    const found = findWords(text).find((each) => each.word === word);
    expect(text.slice(found?.start, found?.end)).toBe(standsThere);
  });

  it('returns ordered ranges that fold to their words and split no character', () => {
    const parts = fc.constantFrom(
      'é',
      'e\u0301',
      'İ',
      'ß',
      'ﬁ',
      '😀',
      '가',
      'ㄱ',
      'ㅏ',
      'ｶ',
      'ﾞ',
      '½',
      ' ',
      '\u200d',
      'a',
      '㍿',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(parts, { maxLength: 12 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let before = 0;
        for (const { word, start, end } of findWords(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(0, start).isWellFormed() || !text.isWellFormed()).toBe(true);
          expect(text.slice(0, end).isWellFormed() || !text.isWellFormed()).toBe(true);
          expect(foldWords(text.slice(start, end)).join('')).toContain(word);
          before = start;
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
