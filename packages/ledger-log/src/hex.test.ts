import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHex, encodeHex, isHex } from './hex.ts';

describe('hexadecimal', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(decodeHex(encodeHex(bytes))).toEqual(bytes);
        expect(isHex(encodeHex(bytes), bytes.length)).toBe(true);
        expect(isHex(encodeHex(bytes), bytes.length + 1)).toBe(false);
      }),
    );
    expect(encodeHex(Uint8Array.of(0, 10, 255))).toBe('000aff');
  });

  it('has one encoding', () => {
    for (const text of ['0', 'abc', 'AB', '0x', ' 00', '00 ', '00\n', '+1', '-1', 'g0', '٠٠', '１２']) {
      expect(decodeHex(text), JSON.stringify(text)).toBeNull();
      expect(isHex(text, Math.ceil(text.length / 2)), JSON.stringify(text)).toBe(false);
    }
  });
});
