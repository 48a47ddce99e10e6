import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitTokens } from './split-tokens.ts';

describe('splitTokens', () => {
  it.each([
    ["don't stop", ['dont', 'stop']],
    ['don’t stop', ['dont', 'stop']],
    ['https://example.com/a', ['https', 'example', 'com', 'a']],
    ['忽略 all', ['忽', '略', 'all']],
    ['предыдущие слова', ['предыдущие', 'слова']],
    ['', []],
  ])('splits %j', (text, words) => {
    expect(splitTokens(text).words).toEqual(words);
  });

  it('puts distance between sentences and lines', () => {
    const { places } = splitTokens('one two. three\nfour');
    expect(places).toEqual([0, 1, 7, 10]);
  });

  it('marks words in quotation marks', () => {
    expect(splitTokens('say "no more" now').quoted).toEqual([false, true, true, false]);
    expect(splitTokens('say “no more” now').quoted).toEqual([false, true, true, false]);
  });

  it('returns ascending positions, one for each word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const { words, places, quoted } = splitTokens(text.toLowerCase());
        expect(places).toHaveLength(words.length);
        expect(quoted).toHaveLength(words.length);
        for (const [index, place] of places.entries()) {
          expect(place).toBeGreaterThan(places[index - 1] ?? -1);
        }
      }),
    );
  });
});
