import { createHash, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { leafBytes } from './leaf.ts';
import { leafHash } from './tree/hash.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const leaf = {
  tenantId: 'ten_01h455vb4pex5vsknk084sn02q',
  messageId: 'msg_01h455vb4pex5vsknk084sn02q',
  status: 'delivered',
  createdAt: '2026-01-02T03:04:05.678Z',
  contentCommitment: '760a770b642065839cfe980fac6953e3199d056f35904cd1f43d389c377e8942',
};

describe('leafBytes', () => {
  it('are the known bytes', () => {
    expect(new TextDecoder().decode(leafBytes(leaf))).toBe(
      '["avow.leaf.v1","ten_01h455vb4pex5vsknk084sn02q","msg_01h455vb4pex5vsknk084sn02q","delivered","2026-01-02T03:04:05.678Z","760a770b642065839cfe980fac6953e3199d056f35904cd1f43d389c377e8942"]',
    );
  });

  it('do not depend on the order of the members', () => {
    const reversed = Object.fromEntries(Object.entries(leaf).reverse()) as typeof leaf;
    expect(leafBytes(reversed)).toEqual(leafBytes(leaf));
  });

  it('distinguish leaves that plain concatenation would confuse', () => {
    const one = leafBytes({ ...leaf, tenantId: 'a","b', messageId: 'c' });
    const other = leafBytes({ ...leaf, tenantId: 'a', messageId: 'b","c' });
    expect(one).not.toEqual(other);
  });
});

describe('leafHash', () => {
  it('is the leaf hash of RFC 6962', () => {
    expect(leafHash(new Uint8Array(), sha256)).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
  });

  it('is the known hash', () => {
    expect(leafHash(leafBytes(leaf), sha256)).toBe(
      '53b3a8d2de10942540263a6057c056b0bfbf4e056a2ddca28df2d25d2215ed91',
    );
  });

  it('works with the hash function of a browser', async () => {
    const digest = await leafHash(leafBytes(leaf), (bytes) => webcrypto.subtle.digest('SHA-256', bytes));
    expect(Buffer.from(digest).toString('hex')).toBe(leafHash(leafBytes(leaf), sha256));
  });
});
