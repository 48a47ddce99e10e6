import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAnswer, normaliseAnswer } from './answer-match.ts';

describe('normaliseAnswer', () => {
  it('drops case, punctuation, articles and needless space', () => {
    expect(normaliseAnswer('  The  "Amazon", an   ocean!')).toBe('amazon ocean');
  });

  it('joins what punctuation parted before it looks for articles', () => {
    expect(normaliseAnswer('a-b')).toBe('ab');
    expect(normaliseAnswer('U.S.A')).toBe('usa');
  });

  it('keeps words that only begin or end like an article, in any script', () => {
    expect(normaliseAnswer('another theme of Ana')).toBe('another theme of ana');
    expect(normaliseAnswer('la étape')).toBe('la étape');
    expect(normaliseAnswer('éa theé')).toBe('éa theé');
  });

  it('changes nothing when done again, unless joining words made an article', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'xyz ,!XYZ') }), (text) => {
        expect(normaliseAnswer(normaliseAnswer(text))).toBe(normaliseAnswer(text));
      }),
    );
  });
});

describe('matchAnswer', () => {
  it('counts shared words, as worked out by hand', () => {
    // Three words given, two of the four wanted among them: precision 2/3, recall 2/4.
    expect(matchAnswer('red green yellow', ['red green blue black'])).toEqual({ exact: 0, f1: 4 / 7 });
    // A word said twice is found twice only where it is wanted twice.
    expect(matchAnswer('red red', ['red']).f1).toBeCloseTo(2 / 3);
  });

  it('takes the best of several answers', () => {
    expect(matchAnswer('the Amazon', ['Amazon or Amazonia', 'Amazon'])).toEqual({ exact: 1, f1: 1 });
  });

  it('wants no answer where there is none', () => {
    expect(matchAnswer('', [])).toEqual({ exact: 1, f1: 1 });
    expect(matchAnswer('something', [])).toEqual({ exact: 0, f1: 0 });
    expect(matchAnswer('', ['something'])).toEqual({ exact: 0, f1: 0 });
    // An answer of articles alone says nothing.
    expect(matchAnswer('the', [])).toEqual({ exact: 1, f1: 1 });
  });

  it('is the same both ways, within 0 and 1, and 1 where the words are the same', () => {
    const texts = fc
      .array(fc.constantFrom('red', 'green', 'blue'), { maxLength: 6 })
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const { exact, f1 } = matchAnswer(one, [other]);
        expect(f1).toBeCloseTo(matchAnswer(other, [one]).f1);
        expect(f1).toBeGreaterThanOrEqual(exact);
        expect(f1).toBeLessThanOrEqual(1);
        expect(matchAnswer(one, [one])).toEqual({ exact: 1, f1: 1 });
      }),
    );
  });
});
