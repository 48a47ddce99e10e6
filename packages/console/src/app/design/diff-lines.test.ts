import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';
import { leaveOut } from './leave-out.ts';

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

describe('diffLines', () => {
  it('names what was added and what is gone', () => {
    expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c']).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same a',
      'gone b',
      'added x',
      'same c',
    ]);
  });

  it('contains both texts, each in its order', () => {
    fc.assert(
      fc.property(someLines, someLines, (before, after) => {
        const lines = diffLines(before, after);
        const textOf = (kind: string) =>
          lines.filter((line) => line.kind === 'same' || line.kind === kind).map(({ text }) => text);
        expect(textOf('gone')).toEqual(before);
        expect(textOf('added')).toEqual(after);
        expect(diffLines(before, before).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });
});

it('counts what is far from any difference, and keeps two lines around it', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const shown = leaveOut(diffLines(before, before.with(10, 'changed')));
  expect(shown.map((line) => (line.kind === 'skipped' ? line.count : `${line.kind} ${line.text}`))).toEqual([
    8,
    'same line 8',
    'same line 9',
    'gone line 10',
    'added changed',
    'same line 11',
    'same line 12',
    7,
  ]);
});
