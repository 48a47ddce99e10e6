import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commit, saltBytes } from './commitment.ts';

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('hex');
const salt = Uint8Array.from({ length: saltBytes }, (_, index) => index);

describe('commit', () => {
  it('computes the known commitments', () => {
    expect(commit(salt, '{"answer":"8849 m 🏔"}', hmac)).toBe(
      '760a770b642065839cfe980fac6953e3199d056f35904cd1f43d389c377e8942',
    );
    expect(commit(salt, '', hmac)).toBe('d38b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb');
  });

  it('hides the text: another salt gives another commitment', () => {
    expect(commit(new Uint8Array(saltBytes), 'yes', hmac)).not.toBe(commit(salt, 'yes', hmac));
  });

  it('refuses a salt of another length', () => {
    for (const length of [0, 31, 33, 64]) {
      expect(() => commit(new Uint8Array(length), 'text', hmac)).toThrow(RangeError);
    }
  });

  it('rejects a text that has no UTF-8 encoding', () => {
    for (const text of ['\ud800', 'a\udfffb']) expect(() => commit(salt, text, hmac)).toThrow(RangeError);
  });
});
