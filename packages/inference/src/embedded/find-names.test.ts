import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScreenedWord } from './create-screened-text.ts';
import { findNames } from './find-names.ts';

const tagNames = ['O', 'B-per', 'I-per', 'B-add', 'I-add', 'B-org', 'I-org'];

/** Words of three letters and a space, each of as many tokens as it has tags. */
function tagged(...words: ReadonlyArray<readonly string[]>) {
  const logits = words.flat().map((tag) => Float32Array.from(tagNames, (name) => (name === tag ? 5 : 0)));
  let firstToken = 0;
  const screened = words.map((tags, at): ScreenedWord => {
    const word = { firstToken, tokensEnd: firstToken + tags.length, start: at * 4, end: at * 4 + 3 };
    firstToken = word.tokensEnd;
    return word;
  });
  return findNames(screened, logits, 1).map(({ kind, start, end }) => [kind, start, end]);
}

describe('findNames', () => {
  it('joins the words of a name, and takes one that begins with the tag of a later word', () => {
    expect(tagged(['O'], ['B-per'], ['I-per'], ['O'], ['I-add'], ['I-add'])).toEqual([
      ['person', 4, 11],
      ['address', 16, 23],
    ]);
  });

  it('parts names where another begins, or one of another kind', () => {
    expect(tagged(['B-per'], ['B-per'], ['I-org'], ['I-per'])).toEqual([
      ['person', 0, 3],
      ['person', 4, 7],
      ['organisation', 8, 11],
      ['person', 12, 15],
    ]);
  });

  it('goes by all tokens of a word, and by the first for where a name begins', () => {
    expect(tagged(['B-org', 'I-org'], ['I-org', 'B-org'])).toEqual([['organisation', 0, 7]]);
    expect(tagged(['I-org', 'O', 'O'], ['O', 'I-per', 'I-per'])).toEqual([['person', 4, 7]]);
  });

  it('scores a name by the mean probability of its words to be of its kind', () => {
    const logits = [
      [0, Math.log(2), Math.log(5), 0, 0, 0, 0],
      [0, 0, Math.log(6), 0, 0, 0, 0],
    ].map((values) => Float32Array.from(values));
    const words = [0, 1].map((at) => ({ firstToken: at, tokensEnd: at + 1, start: at, end: at + 1 }));
    const [name, ...others] = findNames(words, logits, 1);
    expect(others).toEqual([]);
    expect(name?.score).toBeCloseTo((7 / 12 + 7 / 12) / 2, 6);
    const [cooler] = findNames(words, logits, 0.5);
    expect(cooler?.score).toBeCloseTo((29 / 34 + 37 / 42) / 2, 6);
  });

  it('takes no word for a name that might as well be of several kinds', () => {
    const words = [{ firstToken: 0, tokensEnd: 1, start: 0, end: 3 }];
    expect(findNames(words, [Float32Array.of(-9, 0, 0, 0, 0, 0, 0)], 1)).toEqual([]);
  });

  it('finds nothing where there are no words', () => {
    expect(findNames([], [], 1)).toEqual([]);
  });

  it('finds names in their order, of whole words that are likelier of one kind than not, each word in one at most', () => {
    const logits = fc.array(fc.float32Array({ minLength: 7, maxLength: 7, min: -8, max: 8, noNaN: true }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(logits, (tags) => {
        const words = tags.map((_, at) => ({
          firstToken: at,
          tokensEnd: at + 1,
          start: at * 2,
          end: at * 2 + 1,
        }));
        const names = findNames(words, tags, 1);
        let before = 0;
        let covered = 0;
        for (const { start, end, score } of names) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect([start % 2, end % 2]).toEqual([0, 1]);
          expect(score).toBeGreaterThan(0.5 - 1e-6);
          expect(score).toBeLessThanOrEqual(1 + 1e-9);
          before = end;
          covered += (end - start + 1) / 2;
        }
        const likely = tags.filter((values) => {
          const powers = [...values].map(Math.exp);
          const sum = powers.reduce((total, power) => total + power, 0);
          return [1, 3, 5].some((tag) => (powers[tag] ?? 0) + (powers[tag + 1] ?? 0) >= sum / 2);
        });
        expect(covered).toBe(likely.length);
      }),
    );
  });
});
