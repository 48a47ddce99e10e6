import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diff } from './diff.ts';

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
const shown = (before: readonly string[], after: readonly string[]) =>
  diff(before, after).map(({ kind, text }) => `${kind} ${text}`);

describe('diff', () => {
  it('names what was added and what is gone', () => {
    expect(shown(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual(['same a', 'gone b', 'added x', 'same c']);
  });

  it('contains both sequences, each in its order', () => {
    fc.assert(
      fc.property(someLines, someLines, (before, after) => {
        const parts = diff(before, after);
        const textsOf = (kind: string) =>
          parts.filter((part) => part.kind === 'same' || part.kind === kind).map(({ text }) => text);
        expect(textsOf('gone')).toEqual(before);
        expect(textsOf('added')).toEqual(after);
        expect(diff(before, before).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  it('replaces everything between the common ends of sequences that are too long to compare', () => {
    const long = (name: string) => ['a', ...Array.from({ length: 3_000 }, (_, index) => name + index), 'z'];
    const kinds = diff(long('x'), long('y')).map(({ kind }) => kind);
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      'same',
      'gone',
      'added',
      'same',
    ]);
  });
});
