import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constantGrowthMax, linearGrowthMax, timeGrowth } from '../text/test-support/time-growth.ts';
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

  it('takes time in proportion to the text, also where phrases nearly match everywhere', () => {
    const matches = createPhraseMatcher([[...Array(200).fill('a'), 'b']]);
    const make = (size: number): string[] => Array(size).fill('a');
    expect(matches(make(1_000))).toBe(false);
    expect(timeGrowth({ size: 50_000, make, run: matches })).toBeLessThan(linearGrowthMax);
  });

  it('takes no longer for a longer phrase that nearly matches everywhere', () => {
    const words: string[] = Array(100_000).fill('a');
    const make = (size: number) => createPhraseMatcher([[...Array(size).fill('a'), 'b']]);
    expect(timeGrowth({ size: 200, make, run: (matches) => matches(words), expected: 1 })).toBeLessThan(
      constantGrowthMax,
    );
  });

  it('refuses a phrase without words', () => {
    expect(() => createPhraseMatcher([[]])).toThrow(RangeError);
  });
});
