import type { DiffPart } from '@avow/text/diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWords } from './compare-words.ts';

const textOf = (runs: readonly DiffPart[], left: DiffPart['kind']) =>
  runs
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('');

const words = fc
  .array(fc.constantFrom('a', 'b', 'c', ' ', '  ', '\n', '.', '🥐'), { maxLength: 40 })
  .map((all) => all.join(''));

describe('compareWords', () => {
  it('shows the words that differ', () => {
    expect(compareWords({ was: 'You have 27 days a year.', now: 'You have 30 days a year.' })).toEqual([
      { kind: 'same', text: 'You have' },
      { kind: 'gone', text: ' 27' },
      { kind: 'added', text: ' 30' },
      { kind: 'same', text: ' days a year.' },
    ]);
  });

  it('contains both texts, whatever they are, and merges adjacent runs of one kind', () => {
    fc.assert(
      fc.property(words, words, (was, now) => {
        const runs = compareWords({ was, now });
        expect(textOf(runs, 'added')).toBe(was);
        expect(textOf(runs, 'gone')).toBe(now);
        expect(runs.every(({ kind }, index) => kind !== runs[index + 1]?.kind)).toBe(true);
      }),
    );
  });

  it('finds no difference between equal texts', () => {
    fc.assert(
      fc.property(words, (text) => {
        expect(compareWords({ was: text, now: text }).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  it('shows texts that are too long to compare as replaced', () => {
    const long = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
    const runs = compareWords({ was: `A ${long('x')} z`, now: `A ${long('y')} z` });
    expect(runs.map(({ kind }) => kind)).toEqual(['same', 'gone', 'added', 'same']);
  });
});
