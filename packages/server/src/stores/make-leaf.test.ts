import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSalt, hmacSha256, makeLeaf } from './make-leaf.ts';

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

  it('refuses a key that it would treat otherwise', () => {
    expect(() => hmacSha256(new Uint8Array(65), 'text')).toThrow(RangeError);
  });
});

describe('drawSalt', () => {
  it('draws 32 bytes, and none twice', () => {
    const salts = Array.from({ length: 1000 }, drawSalt);
    expect(new Set(salts).size).toBe(salts.length);
    for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('makeLeaf', () => {
  const source = {
    tenantId: 'ten_01h455vb4pex5vsknk084sn02q',
    message: {
      messageId: 'msg_01h455vb4pex5vsknk084sn02q',
      status: 'delivered',
      createdAtMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      envelope: '{"answer":"8849 m 🏔"}',
    },
    salt: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  } as const;

  it('makes the hash that was frozen', () => {
    expect(makeLeaf(source)).toBe('53b3a8d2de10942540263a6057c056b0bfbf4e056a2ddca28df2d25d2215ed91');
  });

  it('differs where anything differs that the log vouches for', () => {
    const { message } = source;
    const others = [
      { ...source, tenantId: 'ten_01h455vb4pex5vsknk084sn02r' as const },
      { ...source, salt: `ff${source.salt.slice(2)}` },
      { ...source, message: { ...message, messageId: 'msg_01h455vb4pex5vsknk084sn02r' as const } },
      { ...source, message: { ...message, status: 'blocked' as const } },
      { ...source, message: { ...message, createdAtMs: message.createdAtMs + 1 } },
      { ...source, message: { ...message, envelope: `${message.envelope} ` } },
    ];
    const hashes = new Set([source, ...others].map(makeLeaf));
    expect(hashes.size).toBe(others.length + 1);
  });
});
