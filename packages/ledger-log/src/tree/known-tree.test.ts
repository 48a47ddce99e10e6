import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { growTree } from '../test-support/grow-tree.ts';
import { fromHex, sha256, toHex } from '../test-support/naive-tree.ts';
import { computeRoot } from './compute-root.ts';
import { frontierRoot } from './frontier.ts';
import { leafHash, nodeHash } from './hash.ts';
import { proveConsistency } from './prove-consistency.ts';
import { proveInclusion } from './prove-inclusion.ts';
import { readRoot } from './read-range.ts';
import { verifyConsistency } from './verify-consistency.ts';
import { verifyInclusion } from './verify-inclusion.ts';

/** The tree with which the reference implementation of Certificate Transparency is tested, and others since. */
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const inclusions = [
  { index: 0, size: 1, proof: [] },
  {
    index: 0,
    size: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    index: 5,
    size: 8,
    proof: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    index: 2,
    size: 3,
    proof: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  },
  {
    index: 1,
    size: 5,
    proof: [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
];
const consistencies = [
  { older: 1, newer: 1, proof: [] },
  {
    older: 1,
    newer: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    older: 6,
    newer: 8,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    older: 2,
    newer: 5,
    proof: [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
];

const hashes = leaves.map((leaf) => leafHash(fromHex(leaf), sha256));
const { frontiers, readHash } = growTree(hashes);
const rootAt = (size: number) => fromHex(roots[size] ?? '');
const webSha256 = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.subtle.digest('SHA-256', bytes);

describe('the known tree of eight leaves', () => {
  it('has the known roots, however they are computed', async () => {
    for (const [size, root] of roots.entries()) {
      expect(toHex(await computeRoot(hashes.slice(0, size), sha256))).toBe(root);
      expect(toHex(await computeRoot(hashes.slice(0, size), webSha256))).toBe(root);
      expect(toHex(await readRoot(size, { readHash, sha256 }))).toBe(root);
      expect(toHex(frontierRoot(frontiers[size] ?? { size: 0, hashes: [] }, sha256))).toBe(root);
    }
  });

  it('has the known node over its first two leaves', () => {
    const [left = new Uint8Array(), right = new Uint8Array()] = hashes;
    expect(toHex(nodeHash({ left, right }, sha256))).toBe(roots[2]);
  });

  it('has the known inclusion proofs, and they verify', async () => {
    for (const { index, size, proof } of inclusions) {
      expect((await proveInclusion({ index, size }, { readHash, sha256 })).map(toHex)).toEqual(proof);
      const inclusion = {
        index,
        size,
        root: rootAt(size),
        leafHash: hashes[index] ?? new Uint8Array(),
        proof: proof.map(fromHex),
      };
      await verifyInclusion(inclusion, sha256);
      await verifyInclusion(inclusion, webSha256);
    }
  });

  it('has the known consistency proofs, and they verify', async () => {
    for (const { older, newer, proof } of consistencies) {
      expect((await proveConsistency({ older, newer }, { readHash, sha256 })).map(toHex)).toEqual(proof);
      const consistency = {
        older: { size: older, root: rootAt(older) },
        newer: { size: newer, root: rootAt(newer) },
        proof: proof.map(fromHex),
      };
      await verifyConsistency(consistency, sha256);
      await verifyConsistency(consistency, webSha256);
    }
  });
});
