import { describe, expect, it } from 'vitest';
import { foldEnds } from './fold-ends.ts';

describe('a folded text', () => {
  it('has small letters, one form of each character and nothing without width', () => {
    expect(foldEnds('I\u200bgn\u00ado\u2060re ＡＬＬ \ufb01les\ufeff\u{e0041}')).toEqual([
      'ignore all files',
    ]);
    expect(foldEnds('e\u200d\u0301')).toEqual(['\u00e9']);
  });

  it('keeps spelling tricks as they are: other views are made elsewhere', () => {
    expect(foldEnds('1gn0re аll')).toEqual(['1gn0re аll']);
  });

  it('is the beginning and the end of a text that is long', () => {
    expect(foldEnds('x'.repeat(32_000))).toEqual(['x'.repeat(32_000)]);
    const parts = foldEnds(`${'a'.repeat(16_000)}B${'c'.repeat(16_000)}`);
    expect(parts).toEqual(['a'.repeat(16_000), 'c'.repeat(16_000)]);
  });

  it('does not grow beyond what is read, whatever its characters unfold to', () => {
    expect(foldEnds('\ufdfa'.repeat(10_000)).map((part) => part.length)).toEqual([32_000]);
  });

  it('survives half a pair of surrogates', () => {
    expect(foldEnds('\ud83d A')).toEqual(['\ud83d a']);
  });
});
