import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmacSha256 } from './hmac-sha256.ts';

describe('hmacSha256', () => {
  it('is HMAC-SHA-256', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.integer({ min: 0, max: 100_000 }).map((length) => 'é'.repeat(length)),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), text, (key, chosen) => {
        expect(hmacSha256(key, chosen)).toBe(createHmac('sha256', key).update(chosen).digest('hex'));
      }),
    );
  });

  it('refuses a key longer than one block', () => {
    expect(() => hmacSha256(new Uint8Array(65), 'text')).toThrow(RangeError);
  });
});
