import { describe, expect, it } from 'vitest';
import { rememberResults } from './remember-results.ts';

describe('rememberResults', () => {
  it('computes the result for a recent text only once, even if it is null', () => {
    const reads: string[] = [];
    const read = rememberResults({ textsMax: 2 }, (text) => {
      reads.push(text);
      return text === 'a' ? null : text.length;
    });
    expect(['a', 'bb', 'a', 'ccc', 'a', 'bb'].map(read)).toEqual([null, 2, null, 3, null, 2]);
    expect(reads).toEqual(['a', 'bb', 'ccc', 'bb']);
  });
});
