import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldWords } from './fold-words.ts';

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
  ])('makes no difference of %s', (_, one, other) => {
    expect(foldWords(one)).toEqual(foldWords(other));
  });

  it.each([
    ['kana with and without a sound mark', 'ガス', 'カス'],
    ['Hindi vowel signs', 'कि', 'की'],
    ['Korean syllables', '강', '가'],
    ['signs that are part of a name', 'C++', 'C'],
    ['words run together', 'open source', 'opensource'],
  ])('tells apart %s', (_, one, other) => {
    expect(foldWords(one)).not.toEqual(foldWords(other));
  });

  it('takes scripts without spaces character by character', () => {
    expect(foldWords('我想买iPhone吗')).toEqual(['我', '想', '买', 'iphone', '吗']);
    expect(foldWords('สวัสดี')).toEqual(['ส', 'วั', 'ส', 'ดี']);
  });

  it('changes nothing when done again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const words = foldWords(text);
        expect(foldWords(words.join(' '))).toEqual(words);
      }),
      { numRuns: 2_000 },
    );
  });
});
