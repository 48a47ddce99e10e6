import { describe, expect, test } from 'vitest';
import { unitsOf } from './answer-units.ts';
import type { PassageWindow } from './open-window.ts';
import { quoteSection } from './quote-section.ts';

function sectionAround(words: string, { text, passage = text }: { text: string; passage?: string }): string {
  const at = text.indexOf(passage);
  const window: PassageWindow = {
    ...{ text, start: 0, passage: { start: at, end: at + passage.length } },
    ...{ units: unitsOf(text), heading: null, cutGroup: null },
  };
  const start = text.indexOf(words);
  const pieces = quoteSection(window, [{ start, end: start + words.length, follows: 'as_paragraph' }]);
  return pieces.map((piece) => text.slice(piece.start, piece.end)).join(' | ');
}

describe('quoteSection', () => {
  const short = 'Keep the bill. It is needed later.\n\nFor meals none is needed:\n\n- breakfast\n- lunch';

  test('the whole passage where it is short, with the marks of its lists', () => {
    expect(sectionAround('It is needed later.', { text: short })).toBe(short);
    expect(sectionAround('lunch', { text: `- first\n- second\n\n${short}` })).toBe(
      `- first\n- second\n\n${short}`,
    );
  });

  test('nothing beyond the passage, which was not read', () => {
    const text = `Before it.\n\n${short}\n\nAfter it.`;
    expect(sectionAround('Keep the bill.', { text, passage: short })).toBe(short);
  });

  test('of a long passage the paragraphs around the words that fit: those below, then those above', () => {
    const paragraph = (name: string) => `${name} ${'goes on and on. '.repeat(20)}`.trim();
    const [above, words, below] = ['One', 'Two', 'Three'].map(paragraph);
    const text = [above, words, below].join('\n\n');
    expect(sectionAround('Two', { text })).toBe(`${words}\n\n${below}`);
    expect(sectionAround('Three', { text })).toBe(`${words}\n\n${below}`);
  });

  test('the words alone where their paragraph is too long, or they stand in a table', () => {
    const long = `It is so. ${'It goes on. '.repeat(100)}`;
    expect(sectionAround('It is so.', { text: long })).toBe('It is so.');
    const table = '| Shift | Leader |\n| --- | --- |\n| Early | Ana |\n| Late | Ben |';
    expect(sectionAround('| Early | Ana |', { text: table })).toBe('| Early | Ana |');
  });

  test('a heading ends it', () => {
    const text = 'Keep the bill.\n\n## Meals\n\nNone is needed.';
    expect(sectionAround('None is needed.', { text })).toBe('None is needed.');
  });

  test('so does a question that the page asks itself', () => {
    const text = '**Q: Is it taxed?**\n\nA: Yes, it is.\n\nLike pay.\n\n**Q: Who asks?**\n\nA: You.';
    expect(sectionAround('Yes, it is.', { text })).toBe('Yes, it is.\n\nLike pay.');
  });
});
