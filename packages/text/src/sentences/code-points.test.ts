import { codePointLength } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexCodePoints } from './code-points.ts';

// Strings of any UTF-16 units, lone surrogates included, and texts rich in pairs.
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'é', '😀', '👩‍👩‍👧', '漢', '\ud83d', '\ude00', '\n', 'e\u0301'))
    .map((parts) => parts.join('')),
);

describe('code points', () => {
  test('the length equals the number of iterated code points', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(codePointLength(text)).toBe([...text].length);
      }),
    );
  });

  test('converts every code point boundary to its offset, and one inside a pair to the offset after it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const offsets = indexCodePoints(text);
        let utf16 = 0;
        [...text].forEach((character, position) => {
          expect(offsets.toCodePoint(utf16)).toBe(position);
          expect(offsets.toUtf16(position)).toBe(utf16);
          if (character.length === 2) expect(offsets.toCodePoint(utf16 + 1)).toBe(position + 1);
          utf16 += character.length;
        });
        expect(offsets.toCodePoint(utf16)).toBe(codePointLength(text));
        expect(offsets.toCodePoint(utf16 + 7)).toBe(codePointLength(text));
        expect(offsets.toCodePoint(-4)).toBe(0);
      }),
    );
  });

  test('converts known values', () => {
    expect(codePointLength('a😀b')).toBe(3);
    expect(indexCodePoints('a😀b').toCodePoint(3)).toBe(2);
    expect(indexCodePoints('abc').toCodePoint(2)).toBe(2);
  });
});
