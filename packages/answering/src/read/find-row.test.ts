import { describe, expect, test } from 'vitest';
import { unitsOf } from './answer-units.ts';
import { findRow } from './find-row.ts';
import type { PassageWindow } from './open-window.ts';

const text = `Ovens are shared out by shift. The night shift has two.

| Shift | Leader |
| --- | --- |
| Early | Ana |
| Late | Ben and Cem |
| Night | Dora |
`;

function windowOf(passage = { start: 0, end: text.length }): PassageWindow {
  return { text, start: 0, passage, units: unitsOf(text), heading: null, cutGroup: null };
}

function rowFor(question: string, words: string, window = windowOf()): string | null {
  const start = text.indexOf(words);
  const found = findRow(window, { start, end: start + words.length }, question);
  return found === null ? null : text.slice(found.start, found.end);
}

describe('findRow', () => {
  test('finds the row that the question names, where another was pointed at', () => {
    expect(rowFor('Who leads the late shift?', 'Ana')).toContain('Ben and Cem');
    expect(rowFor('Who leads the night shift?', 'Leader')).toContain('Dora');
  });

  test('leaves the row that was pointed at, where the question names it or none', () => {
    expect(rowFor('Who leads the late shift?', 'Ben')).toBeNull();
    expect(rowFor('Who is the oldest?', 'Ana')).toBeNull();
  });

  test('looks at no sentences, and at no row that was not read', () => {
    expect(rowFor('Who leads the late shift?', 'two')).toBeNull();
    const end = text.indexOf('| Night');
    expect(rowFor('Who leads the night shift?', 'Ana', windowOf({ start: 0, end }))).toBeNull();
  });
});
