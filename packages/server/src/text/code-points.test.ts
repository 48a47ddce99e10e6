import { codePointLength } from '@avow/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexCodePoints, sliceCodePoints } from './code-points.ts';

// Strings of any UTF-16 units, lone surrogates included, and texts rich in pairs.
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'é', '😀', '👩‍👩‍👧', '漢', '\ud83d', '\ude00', '\n', 'e\u0301'))
    .map((parts) => parts.join('')),
);

describe('code points', () => {
  test('length equals the number of iterated code points', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(codePointLength(text)).toBe([...text].length);
      }),
    );
  });

  test('slicing equals slicing the array of code points', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), fc.nat(40), (text, start, length) => {
        const end = start + length;
        expect(sliceCodePoints(text, { start, end })).toBe([...text].slice(start, end).join(''));
      }),
    );
  });

  test('every code point boundary converts there and back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const offsets = indexCodePoints(text);
        let utf16 = 0;
        [...text].forEach((character, position) => {
          expect(offsets.toCodePoint(utf16)).toBe(position);
          expect(offsets.toUtf16(position)).toBe(utf16);
          utf16 += character.length;
        });
        expect(offsets.toCodePoint(utf16)).toBe(codePointLength(text));
        expect(offsets.toUtf16(codePointLength(text) + 7)).toBe(text.length);
      }),
    );
  });

  test('known values', () => {
    expect(codePointLength('a😀b')).toBe(3);
    expect(sliceCodePoints('a😀b', { start: 1, end: 2 })).toBe('😀');
    expect(indexCodePoints('a😀b').toCodePoint(3)).toBe(2);
    expect(sliceCodePoints('abc', { start: -4, end: 2 })).toBe('ab');
  });
});
