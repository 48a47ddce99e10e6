import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fieldSalt } from './field-salt.ts';

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('hex');
const secret = Uint8Array.from({ length: 32 }, (_, index) => index);

describe('fieldSalt', () => {
  it('is the HMAC of a label and the name under the secret', () => {
    expect(fieldSalt(secret, 'answer', hmac)).toBe(hmac(secret, 'avow.salt.v1 answer'));
    expect(fieldSalt(secret, 'answer', hmac)).toBe(
      'a68b496458d2b6431427d9bc3b706f37b33945cc51ca41efac3e5c112abef136',
    );
  });

  it('differs for each field and each secret', () => {
    const salts = [
      fieldSalt(secret, 'answer', hmac),
      fieldSalt(secret, 'question', hmac),
      fieldSalt(new Uint8Array(32), 'answer', hmac),
    ];
    expect(new Set(salts).size).toBe(3);
  });

  it('rejects a secret of another length and an invalid name', () => {
    for (const length of [0, 31, 33]) {
      expect(() => fieldSalt(new Uint8Array(length), 'answer', hmac)).toThrow(RangeError);
    }
    for (const name of ['', 'Answer', '1', 'a b', 'a'.repeat(65)]) {
      expect(() => fieldSalt(secret, name, hmac)).toThrow(RangeError);
    }
  });
});
