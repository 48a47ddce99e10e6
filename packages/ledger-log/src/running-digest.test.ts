import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeHex } from './hex.ts';
import { createRunningDigest } from './running-digest.ts';

function digestOf(...parts: readonly Uint8Array[]): string {
  const digest = createRunningDigest();
  for (const part of parts) digest.update(part);
  return encodeHex(digest.digest());
}

describe('createRunningDigest', () => {
  it('computes the known digests', () => {
    const known = [
      ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      [
        'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
        '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
      ],
      ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
    ] as const;
    for (const [text, digest] of known) expect(digestOf(new TextEncoder().encode(text))).toBe(digest);
  });

  it('equals that of Node at every length around a block boundary', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 0xff);
      expect(digestOf(bytes), `${length} bytes`).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('does not depend on the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 }), (parts) => {
        const whole = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
        expect(digestOf(...parts)).toBe(whole);
      }),
    );
  });
});
