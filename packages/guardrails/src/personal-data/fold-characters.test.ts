import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCharacters } from './fold-characters.ts';

describe('foldCharacters', () => {
  it.each([
    ['digits of other scripts', '٤٢ ४२ ４２ 𝟒𝟐', '42 42 42 42'],
    ['letters of full width', 'ＡＢｃ', 'ABc'],
    ['spaces', 'a\u00a0b\u2009c\u3000d', 'a b c d'],
    ['dashes', 'a\u2011b\u2013c\u2212d', 'a-b-c-d'],
    ['apostrophes', 'driver’s', "driver's"],
    ['line ends', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['what is not drawn', '4\u200b1\u00ad1\ufeff1', '4111'],
    ['what has no other form', 'äß漢🙂', 'äß漢🙂'],
  ])('folds %s', (_, text, folded) => {
    expect(foldCharacters(text).text).toBe(folded);
  });

  it('maps back to the original without splitting a character', () => {
    const character = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom('\u200b', '\r\n', '𝟒', '４', '\u00a0', 'é', '🙂', 'a'),
    );
    fc.assert(
      fc.property(fc.array(character), fc.nat(), fc.nat(), (characters, from, length) => {
        const text = characters.join('').toWellFormed();
        const folded = foldCharacters(text);
        const start = from % (folded.text.length + 1);
        const end = start + 1 + (length % 5);
        if (end > folded.text.length) return;
        const range = folded.originalRange(start, end);
        const original = text.slice(range.start, range.end);
        expect(original.isWellFormed()).toBe(true);
        const part = folded.text.slice(start, end);
        if (part.isWellFormed()) expect(foldCharacters(original).text).toBe(part);
      }),
    );
  });

  it('maps the whole text to the whole text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldCharacters(`a${text}b`);
        expect(folded.originalRange(0, folded.text.length)).toEqual({ start: 0, end: text.length + 2 });
      }),
    );
  });
});
