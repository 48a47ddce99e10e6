import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { isKeyName } from './key-name.ts';
import { formatVerifierKey, makeVerifierKey, parseVerifierKey } from './verifier-key.ts';

const text = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const publicKey = new Uint8Array(32);
const parse = (changed: string) => codeOf(() => parseVerifierKey(changed, sha256));

describe('a verifier key', () => {
  it('is read as it was written', async () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(isKeyName);
    await fc.assert(
      fc.asyncProperty(names, fc.uint8Array({ minLength: 32, maxLength: 32 }), async (name, bytes) => {
        const key = await makeVerifierKey({ name, publicKey: new Uint8Array(bytes) }, sha256);
        expect(await parseVerifierKey(formatVerifierKey(key), sha256)).toEqual(key);
      }),
    );
  });

  it('is refused with any character changed, left out or doubled', async () => {
    for (let at = 0; at < text.length; at++) {
      const next = String.fromCharCode(text.charCodeAt(at) + 1);
      for (const middle of [next, '', text.slice(at, at + 1).repeat(2), '\n', ' ', '+', '\u2003']) {
        const changed = text.slice(0, at) + middle + text.slice(at + 1);
        if (changed !== text)
          expect(['key_malformed', 'key_id_wrong'], changed).toContain(await parse(changed));
      }
    }
  });

  it('is rejected if it is malformed', async () => {
    for (const wrong of [
      '',
      '+',
      '++',
      text.toUpperCase(),
      text.replace('c74f20a3', 'C74F20A3'),
      text.replace('+ARpc', '+ZRpc'),
      `${text}=`,
      `${text}AAAA`,
      ` ${text}`,
      `${text}\n`,
      `PRIVATE+KEY+${text}`,
      `${'a'.repeat(100_000)}${text}`,
    ]) {
      expect(['key_malformed', 'key_id_wrong']).toContain(await parse(wrong));
    }
    expect(await parse(text.replace('c74f20a3', 'c74f20a4'))).toBe('key_id_wrong');
    expect(await parse(text.replace('Peter', 'Paul'))).toBe('key_id_wrong');
  });

  it('is not made of a name with spaces, nor of a key of another length', async () => {
    for (const name of ['', 'a b', 'a+b', 'a\nb', 'a\u00a0b', 'a\u3000b', 'a\ud800', 'a'.repeat(257)]) {
      expect(await codeOf(() => makeVerifierKey({ name, publicKey }, sha256))).toBe('key_malformed');
    }
    for (const length of [0, 31, 33, 64]) {
      const wrong = { name: 'a', publicKey: new Uint8Array(length) };
      expect(await codeOf(() => makeVerifierKey(wrong, sha256))).toBe('key_malformed');
    }
  });
});
