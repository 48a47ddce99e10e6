import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPhraseFinder } from './phrase-finder.ts';

/** Few words, so that phrases overlap and are parts of each other. */
const wordLists = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
const phraseLists = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 }), {
  maxLength: 5,
});

describe('createPhraseFinder', () => {
  it('finds the same ranges as a naive search', () => {
    fc.assert(
      fc.property(phraseLists, wordLists, (phrases, words) => {
        const plainly = words.flatMap((_, last) => {
          const lengths = phrases
            .filter(
              (phrase) =>
                words
                  .slice(0, last + 1)
                  .slice(-phrase.length)
                  .join() === phrase.join(),
            )
            .map((phrase) => phrase.length);
          return lengths.length === 0 ? [] : [{ first: last - Math.max(...lengths) + 1, last }];
        });
        expect([...createPhraseFinder(phrases)(words)]).toEqual(plainly);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finishes if a long phrase nearly matches everywhere', () => {
    const find = createPhraseFinder([[...Array(20_000).fill('a'), 'b']]);
    // Beginning again at every word would be ten thousand million steps.
    expect([...find(Array(500_000).fill('a'))]).toEqual([]);
    expect([...find([...Array(500_000).fill('a'), 'b'])]).toEqual([{ first: 480_000, last: 500_000 }]);
  });

  it('refuses a phrase without words', () => {
    expect(() => createPhraseFinder([[]])).toThrow(RangeError);
  });
});
