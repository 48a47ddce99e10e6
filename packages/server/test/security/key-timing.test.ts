import crypto, { createSecretKey, type KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessStore } from '../../src/features/keys/access-store.ts';
import { generateKey, secretHmac } from '../../src/features/keys/api-key.ts';
import { createAuthentication } from '../../src/features/keys/authenticate.ts';

/** What was compared in constant time, and what was hashed for it. */
const compared: { readonly left: number; readonly right: number }[] = [];
const hashed: number[] = [];

// In place: what imports them may have been loaded by other tests.
const real = { timingSafeEqual: crypto.timingSafeEqual, createHmac: crypto.createHmac };

beforeAll(() => {
  crypto.timingSafeEqual = (left, right) => {
    compared.push({ left: left.byteLength, right: right.byteLength });
    return real.timingSafeEqual(left, right);
  };
  crypto.createHmac = ((...given: [string, KeyObject]) => {
    const hmac = real.createHmac(...given);
    const { update } = hmac;
    hmac.update = ((data: string) => {
      hashed.push(data.length);
      return (update as (text: string) => typeof hmac).call(hmac, data);
    }) as typeof hmac.update;
    return hmac;
  }) as typeof real.createHmac;
  syncBuiltinESMExports();
});

afterAll(() => {
  Object.assign(crypto, real);
  syncBuiltinESMExports();
});

const pepper: KeyObject = createSecretKey(Buffer.alloc(32, 7));
const right = generateKey('live');
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A key of these parts with the checksum that belongs to it: without that, no key is looked up at all. */
function keyOf({ publicId = right.publicId, secret = right.secret, kind = 'live' }): string {
  const body = `avw_${kind}_${publicId}_${secret}`;
  let value = crc32(body);
  let checksum = '';
  for (let place = 0; place < 6; place += 1) {
    checksum = base62[value % 62] + checksum;
    value = Math.floor(value / 62);
  }
  return body + checksum;
}

let authenticate: (text: string) => Promise<unknown>;

beforeEach(() => {
  const key = {
    ...{ keyId: 'key_1', publicId: right.publicId, secretHmac: secretHmac(pepper, right), mode: 'live' },
    ...{ revokedAtMs: null, expiresAtMs: Number.MAX_SAFE_INTEGER, scopes: [], groups: null, origins: null },
  };
  const found = { key, tenant: { tenantId: 'ten_1', status: 'active' } };
  const access = {
    findKey: async (publicId: string) => (publicId === right.publicId ? found : null),
  } as unknown as AccessStore;
  const { authenticate: ask } = createAuthentication({ access, pepper, clock: { nowMs: () => 1 } });
  authenticate = (text) => ask(`Bearer ${text}`);
  compared.length = 0;
  hashed.length = 0;
});

async function workFor(text: string) {
  compared.length = 0;
  hashed.length = 0;
  await expect(authenticate(text)).rejects.toMatchObject({ code: 'unauthenticated' });
  return { compared: [...compared], hashed: [...hashed] };
}

const { secret, publicId } = right;
const other = (character: string | undefined) => (character === 'A' ? 'B' : 'A');

describe('a wrong key', () => {
  it('takes the same steps however much of its secret is right', async () => {
    const nearly = `${secret.slice(0, -1)}${other(secret.at(-1))}`;
    const late = `${other(secret[0])}${secret.slice(1)}`;
    const wholly = Array.from(secret, other).join('');
    const work = [];
    for (const one of [nearly, late, wholly]) work.push(await workFor(keyOf({ secret: one })));
    expect(new Set(work.map((one) => JSON.stringify(one))).size).toBe(1);
    // Of hashes of one length, and of the whole secret: nothing of it is compared as text.
    expect(work[0]?.compared).toEqual([{ left: 43, right: 43 }]);
    expect(work[0]?.hashed).toHaveLength(1);
  });

  it('takes the same steps if there is no key of its name', async () => {
    const wrong = await workFor(keyOf({ secret: Array.from(secret, other).join('') }));
    expect(await workFor(keyOf({ publicId: Array.from(publicId, other).join('') }))).toEqual(wrong);
    expect(await workFor(keyOf({ kind: 'test' }))).toEqual(wrong);
  });

  it('is accepted only if all of it is right', async () => {
    await expect(authenticate(right.text)).resolves.toMatchObject({ tenantId: 'ten_1' });
    expect(compared).toEqual([{ left: 43, right: 43 }]);
  });
});
