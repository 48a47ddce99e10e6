import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateKey, parseKey, secretHmac, verifySecret } from './api-key.ts';

const pepper = createSecretKey(new Uint8Array(32).fill(7));

describe('api keys', () => {
  it('[CON-8-01] have the specified format and parse back', () => {
    for (const kind of ['live', 'test', 'pub'] as const) {
      const key = generateKey(kind);
      expect(key.text).toMatch(new RegExp(`^avw_${kind}_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$`));
      expect(parseKey(key.text)).toEqual({ kind, publicId: key.publicId, secret: key.secret });
    }
  });

  it('[CON-8-01] finds every single typing error by the checksum', () => {
    const { text } = generateKey('live');
    const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: text.length - 1 }),
        fc.constantFrom(...alphabet),
        (at, character) => {
          fc.pre(text[at] !== character);
          expect(parseKey(text.slice(0, at) + character + text.slice(at + 1))).toBeNull();
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (other) => parseKey(other) === null));
  });

  it('[CON-8-02] match only under the same pepper, id and secret', () => {
    const key = generateKey('live');
    const stored = secretHmac(pepper, key);
    expect(stored).not.toContain(key.secret);
    expect(() => verifySecret(pepper, key, stored)).not.toThrow();
    const wrong = [
      () => verifySecret(createSecretKey(new Uint8Array(32)), key, stored),
      () => verifySecret(pepper, { ...key, publicId: generateKey('live').publicId }, stored),
      () => verifySecret(pepper, { ...key, secret: generateKey('live').secret }, stored),
      () => verifySecret(pepper, key, ''),
    ];
    for (const verify of wrong) expect(verify).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
  });
});
