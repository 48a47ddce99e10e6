import { createHmac, webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commit, saltBytes } from './commitment.ts';
import { encodeHex } from './hex.ts';
import { codeOf } from './test-support/code-of.ts';
import { type AnyHmac, verifyCommitment } from './verify-commitment.ts';

const inNode = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
const inBrowser: AnyHmac = async (key, text) => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await webcrypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign']);
  return webcrypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text));
};

const saltOf = Uint8Array.from({ length: saltBytes }, (_, index) => index);
const salt = encodeHex(saltOf);
const text = '{"answer":"8849 m 🏔"}';
const commitment = '760a770b642065839cfe980fac6953e3199d056f35904cd1f43d389c377e8942';

describe('verifyCommitment', () => {
  it.each([
    ['Node', inNode],
    ['WebCrypto', inBrowser],
  ])('opens what was committed to, with the HMAC of %s', async (_, hmac) => {
    expect(await codeOf(() => verifyCommitment({ salt, text, commitment }, hmac))).toBe('accepted');
    const other = { salt, text: `${text} `, commitment };
    expect(await codeOf(() => verifyCommitment(other, hmac))).toBe('commitment_wrong');
  });

  it('opens any text with its own salt, and no other', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (one, other) => {
        const committed = encodeHex(commit(saltOf, one, inNode));
        const code = await codeOf(() =>
          verifyCommitment({ salt, text: other, commitment: committed }, inNode),
        );
        expect(code).toBe(one === other ? 'accepted' : 'commitment_wrong');
      }),
    );
  });

  it('rejects an invalid salt, commitment or text', async () => {
    const codeFor = (change: object) =>
      codeOf(() => verifyCommitment({ salt, text, commitment, ...change }, inNode));
    for (const wrong of ['', salt.slice(2), `${salt}00`, salt.toUpperCase(), `${salt.slice(1)} `]) {
      expect(await codeFor({ salt: wrong })).toBe('salt_invalid');
    }
    for (const wrong of ['', commitment.slice(2), commitment.toUpperCase(), `${commitment}00`, 'none']) {
      expect(await codeFor({ commitment: wrong })).toBe('commitment_wrong');
    }
    expect(await codeFor({ text: '\ud800' })).toBe('commitment_wrong');
  });
});
