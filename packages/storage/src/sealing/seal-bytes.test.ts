import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSecret, factsSecret, personOf, wrapSecret } from './record-secret.ts';
import { openBytes, openText, sealBytes } from './seal-bytes.ts';
import { drawKey, unwrapKey, wrapKey } from './tenant-keys.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

describe('sealed bytes', () => {
  it('opens only under the secret and for the purpose it was sealed for', () => {
    fc.assert(
      fc.property(bytes, (plain) => {
        const secret = drawSecret();
        const sealed = sealBytes(secret, 'content', plain);
        expect(openBytes(secret, 'content', sealed)).toEqual(Buffer.from(plain));
        expect(openBytes(secret, 'journal', sealed)).toBeNull();
        expect(openBytes(drawSecret(), 'content', sealed)).toBeNull();
      }),
    );
  });

  it('does not open after any bit has changed or any byte of the end is missing', () => {
    const secret = drawSecret();
    const sealed = sealBytes(secret, 'content', 'Wie hoch? 🏔️');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openBytes(secret, 'content', changed)).toBeNull();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(openBytes(secret, 'content', sealed.subarray(0, length))).toBeNull();
    }
    expect(() => openText(drawSecret(), 'content', sealed)).toThrow(/does not open/);
  });

  it('yields different bytes each time', () => {
    const secret = drawSecret();
    const sealed = Array.from({ length: 500 }, () => sealBytes(secret, 'content', 'same').toString('hex'));
    expect(new Set(sealed).size).toBe(sealed.length);
  });
});

describe('keys and secrets', () => {
  it('come back unwrapped under the key and for the message that they were wrapped for', () => {
    const [masterKey, tenantKey, secret] = [drawKey(), drawKey(), drawSecret()];
    const wrappedKey = wrapKey(masterKey, tenantKey);
    expect(unwrapKey(masterKey, wrappedKey)).toEqual(tenantKey);
    expect(unwrapKey(drawKey(), wrappedKey)).toBeNull();
    wrappedKey[3] = (wrappedKey[3] ?? 0) ^ 1;
    expect(unwrapKey(masterKey, wrappedKey)).toBeNull();

    const wrapped = wrapSecret(tenantKey, 'msg_1', secret);
    expect(wrapped).not.toEqual(secret);
    expect(wrapSecret(tenantKey, 'msg_1', wrapped)).toEqual(secret);
    expect(wrapSecret(tenantKey, 'msg_2', wrapped)).not.toEqual(secret);
    expect(wrapSecret(drawKey(), 'msg_1', wrapped)).not.toEqual(secret);
    expect(() => wrapSecret(tenantKey, 'msg_1', secret.subarray(1))).toThrow(RangeError);
  });

  it('are never drawn twice', () => {
    const drawn = Array.from({ length: 2000 }, () => drawSecret().toString('hex'));
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn.every((secret) => /^[0-9a-f]{64}$/.test(secret))).toBe(true);
  });

  it('name a person and salt facts by tenant and subject', () => {
    const key = drawKey();
    expect(personOf(key, 'ada')).toBe(personOf(key, 'ada'));
    expect(personOf(key, 'ada')).toMatch(/^[0-9a-f]{32}$/);
    expect(personOf(key, 'bob')).not.toBe(personOf(key, 'ada'));
    expect(personOf(drawKey(), 'ada')).not.toBe(personOf(key, 'ada'));
    expect(factsSecret(key, 'msg_1')).not.toEqual(factsSecret(key, 'msg_2'));
  });
});
