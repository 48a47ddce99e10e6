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

  it('takes no longer for phrases that nearly match everywhere', () => {
    const matches = createPhraseMatcher([[...Array(200).fill('a'), 'b']]);
    const startedAt = performance.now();
    expect(matches(Array(100_000).fill('a'))).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it('refuses a phrase without words', () => {
    expect(() => createPhraseMatcher([[]])).toThrow(RangeError);
  });
});
