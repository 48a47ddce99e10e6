import { describe, expect, it } from 'vitest';
import { rememberResults } from './remember-results.ts';

describe('rememberResults', () => {
  it('reads a text once while it is among the last, also where nothing came of it', () => {
    const reads: string[] = [];
    const read = rememberResults({ textsMax: 2 }, (text) => {
      reads.push(text);
      return text === 'a' ? null : text.length;
    });
    expect(['a', 'bb', 'a', 'ccc', 'a', 'bb'].map(read)).toEqual([null, 2, null, 3, null, 2]);
    expect(reads).toEqual(['a', 'bb', 'ccc', 'bb']);
  });
});
