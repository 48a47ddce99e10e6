import { describe, expect, it } from 'vitest';
import { createEchoFinder } from './find-echo.ts';

const echoes = (text: string, sources: readonly string[] = [], length = 3) => {
  const finder = createEchoFinder(sources.map((each) => ({ text: each })));
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'gu')) ?? [];
  return pieces.map((piece) => finder.push(piece)).includes(true);
};

describe('createEchoFinder', () => {
  it.each(['<question>\nHow many?', 'Well. </question>', '<source 3>\nFees', '</Source 12>', '‹question›'])(
    'finds %j, in any pieces',
    (text) => {
      for (const length of [1, 3, 7, 100]) expect(echoes(text, [], length)).toBe(true);
    },
  );

  it('lets pass what is not a tag of the prompt, or is in a source', () => {
    expect(echoes('The <source> element has a question, and 5 < 6 > 3. <source src="a">')).toBe(false);
    expect(echoes('Write <question>.', ['An exam has <question> elements.'])).toBe(false);
    expect(echoes('Write <source 1>.', ['An exam has <question> elements.'])).toBe(true);
  });
});
