import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPhraseMatcher } from './phrase-matcher.ts';

/** Few words, so that phrases overlap and are parts of each other. */
const wordLists = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
const phraseLists = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 }), {
  maxLength: 5,
});

describe('createPhraseMatcher', () => {
  it('finds what a plain search finds', () => {
    fc.assert(
      fc.property(phraseLists, wordLists, (phrases, words) => {
        const plainly = phrases.some((phrase) => ` ${words.join(' ')} `.includes(` ${phrase.join(' ')} `));
        expect(createPhraseMatcher(phrases)(words)).toBe(plainly);
      }),
      { numRuns: 2_000 },
    );
  });

  it('comes to an end where a long phrase nearly matches everywhere', () => {
    const matches = createPhraseMatcher([[...Array(20_000).fill('a'), 'b']]);
    // Beginning again at every word would be ten thousand million steps.
    expect(matches(Array(500_000).fill('a'))).toBe(false);
    expect(matches([...Array(500_000).fill('a'), 'b'])).toBe(true);
  });

  it('refuses a phrase without words', () => {
    expect(() => createPhraseMatcher([[]])).toThrow(RangeError);
  });
});
