import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

describe('a folded text', () => {
  it('has small letters, one form of each character and nothing without width', () => {
    expect(foldText('I\u200bgn\u00ado\u2060re ＡＬＬ \ufb01les\ufeff\u{e0041}')).toEqual([
      'ignore all files',
    ]);
    expect(foldText('e\u200d\u0301')).toEqual(['\u00e9']);
  });

  it('keeps spelling tricks as they are: other views are made elsewhere', () => {
    expect(foldText('1gn0re аll')).toEqual(['1gn0re аll']);
  });

  it('is the beginning and the end of a text that is long', () => {
    expect(foldText('x'.repeat(32_000))).toEqual(['x'.repeat(32_000)]);
    const parts = foldText(`${'a'.repeat(16_000)}B${'c'.repeat(16_000)}`);
    expect(parts).toEqual(['a'.repeat(16_000), 'c'.repeat(16_000)]);
  });

  it('does not grow beyond what is read, whatever its characters unfold to', () => {
    expect(foldText('\ufdfa'.repeat(10_000)).map((part) => part.length)).toEqual([32_000]);
  });

  it('survives half a pair of surrogates', () => {
    expect(foldText('\ud83d A')).toEqual(['\ud83d a']);
  });
});
