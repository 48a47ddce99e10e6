import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAnswer, normaliseAnswer } from './answer-match.ts';

describe('normaliseAnswer', () => {
  it('removes case, punctuation, articles and extra white space', () => {
    expect(normaliseAnswer('  The  "Amazon", an   ocean!')).toBe('amazon ocean');
  });

  it('removes punctuation before articles', () => {
    expect(normaliseAnswer('a-b')).toBe('ab');
    expect(normaliseAnswer('U.S.A')).toBe('usa');
  });

  it('keeps words that only begin or end with an article, in any script', () => {
    expect(normaliseAnswer('another theme of Ana')).toBe('another theme of ana');
    expect(normaliseAnswer('la étape')).toBe('la étape');
    expect(normaliseAnswer('éa theé')).toBe('éa theé');
  });

  it('is idempotent, unless joined words form an article', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'xyz ,!XYZ') }), (text) => {
        expect(normaliseAnswer(normaliseAnswer(text))).toBe(normaliseAnswer(text));
      }),
    );
  });
});

describe('matchAnswer', () => {
  it('counts shared words, as calculated by hand', () => {
    // Three words are given, among them two of the four expected: precision 2/3, recall 2/4.
    expect(matchAnswer('red green yellow', ['red green blue black'])).toEqual({ exact: 0, f1: 4 / 7 });
    // A repeated word counts twice only if it is expected twice.
    expect(matchAnswer('red red', ['red']).f1).toBeCloseTo(2 / 3);
  });

  it('uses the best of several gold answers', () => {
    expect(matchAnswer('the Amazon', ['Amazon or Amazonia', 'Amazon'])).toEqual({ exact: 1, f1: 1 });
  });

  it('expects no answer if there is no gold answer', () => {
    expect(matchAnswer('', [])).toEqual({ exact: 1, f1: 1 });
    expect(matchAnswer('something', [])).toEqual({ exact: 0, f1: 0 });
    expect(matchAnswer('', ['something'])).toEqual({ exact: 0, f1: 0 });
    // An answer of only articles is empty.
    expect(matchAnswer('the', [])).toEqual({ exact: 1, f1: 1 });
  });

  it('is symmetric, from 0 to 1, and 1 for equal words', () => {
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
