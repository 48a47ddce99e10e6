import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { growTree } from '../test-support/grow-tree.ts';
import { flipBit, makeLeafHashes, naiveTree, sha256, turnsBetween } from '../test-support/naive-tree.ts';
import { proveConsistency } from './prove-consistency.ts';
import { type Consistency, verifyConsistency } from './verify-consistency.ts';

const sizeMax = 260;
const largeMax = 3000;
const leafHashes = makeLeafHashes(largeMax);
const naive = naiveTree(leafHashes);
const { readHash } = growTree(leafHashes);

const verify = (consistency: Consistency) => codeOf(() => verifyConsistency(consistency, sha256));

const consistencyOf = (older: number, newer: number): Consistency => ({
  older: { size: older, root: naive.root(older) },
  newer: { size: newer, root: naive.root(newer) },
  proof: naive.consistency(older, newer),
});

const twoSizes = fc
  .integer({ min: 1, max: largeMax })
  .chain((newer) => fc.record({ newer: fc.constant(newer), older: fc.integer({ min: 1, max: newer }) }));

const bits = Array.from({ length: 256 }, (_, bit) => bit);
const rootCodes = ['older_root_wrong', 'root_wrong'];

describe('consistency proofs', () => {
  it('between all sizes up to 260 are those of the RFC, and verify', async () => {
    for (let newer = 0; newer <= sizeMax; newer++) {
      for (let older = 0; older <= newer; older++) {
        const consistency = consistencyOf(older, newer);
        const proof = await proveConsistency({ older, newer }, { readHash, sha256 });
        if (Buffer.compare(Buffer.concat(proof), Buffer.concat(consistency.proof)) !== 0) {
          expect(proof, `from ${older} to ${newer}`).toEqual(consistency.proof);
        }
        await verifyConsistency({ ...consistency, proof }, sha256);
      }
    }
  });

  it('between larger trees are those of the RFC, and verify', async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, async ({ older, newer }) => {
        const proof = await proveConsistency({ older, newer }, { readHash, sha256 });
        expect(proof).toEqual(naive.consistency(older, newer));
        await verifyConsistency(consistencyOf(older, newer), sha256);
      }),
    );
  });

  it('do not verify with any bit of a root or of the proof flipped', async () => {
    for (const [older, newer] of [
      [1, 1],
      [1, 2],
      [2, 5],
      [3, 7],
      [6, 8],
      [8, 17],
    ] as const) {
      const consistency = consistencyOf(older, newer);
      for (const bit of bits) {
        const olderRoot = flipBit(consistency.older.root, bit);
        const newerRoot = flipBit(consistency.newer.root, bit);
        expect(rootCodes).toContain(
          await verify({ ...consistency, older: { ...consistency.older, root: olderRoot } }),
        );
        expect(await verify({ ...consistency, newer: { ...consistency.newer, root: newerRoot } })).toBe(
          'root_wrong',
        );
        for (const at of consistency.proof.keys()) {
          const proof = consistency.proof.map((hash, other) => (other === at ? flipBit(hash, bit) : hash));
          expect(rootCodes).toContain(await verify({ ...consistency, proof }));
        }
      }
    }
  });

  it('between larger trees do not verify with one bit flipped, nor with a hash too many or too few', async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, fc.nat({ max: 255 }), fc.nat(), async ({ older, newer }, bit, pick) => {
        fc.pre(older < newer);
        const consistency = consistencyOf(older, newer);
        const at = pick % consistency.proof.length;
        const proof = consistency.proof.map((hash, other) => (other === at ? flipBit(hash, bit) : hash));
        expect(rootCodes).toContain(await verify({ ...consistency, proof }));
        expect(await verify({ ...consistency, proof: consistency.proof.toSpliced(at, 1) })).toBe(
          'proof_length_wrong',
        );
        const longer = consistency.proof.toSpliced(at, 0, naive.leaf(0));
        expect(await verify({ ...consistency, proof: longer })).toBe('proof_length_wrong');
      }),
    );
  });

  it('verify for no other older size, and for another newer one only if the path is the same', async () => {
    let [same, other] = [0, 0];
    for (let newer = 1; newer <= 40; newer++) {
      for (let older = 1; older <= newer; older++) {
        const consistency = consistencyOf(older, newer);
        for (let bit = 0; bit < 7; bit++) {
          const claimedOlder = { ...consistency.older, size: older ^ (1 << bit) };
          expect(await verify({ ...consistency, older: claimedOlder })).not.toBe('accepted');

          const claimed = newer ^ (1 << bit);
          const isSame = older <= claimed && turnsBetween(older, claimed) === turnsBetween(older, newer);
          isSame ? same++ : other++;
          const verdict = await verify({ ...consistency, newer: { ...consistency.newer, size: claimed } });
          expect(verdict === 'accepted').toBe(isSame);
        }
      }
    }
    expect(Math.min(same, other)).toBeGreaterThan(1000);
  });

  it('detect a log that was rewritten', async () => {
    const rewritten = naiveTree(leafHashes.map((hash, index) => (index === 3 ? flipBit(hash, 0) : hash)));
    for (let newer = 5; newer <= 40; newer++) {
      for (let older = 4; older < newer; older++) {
        const consistency = {
          older: { size: older, root: naive.root(older) },
          newer: { size: newer, root: rewritten.root(newer) },
        };
        for (const proof of [naive.consistency(older, newer), rewritten.consistency(older, newer)]) {
          expect(rootCodes).toContain(await verify({ ...consistency, proof }));
        }
      }
    }
  });

  it('from an empty tree say only that it was empty', async () => {
    const consistency = consistencyOf(0, 5);
    expect(await verify(consistency)).toBe('accepted');
    expect(await verify({ ...consistency, proof: [naive.leaf(0)] })).toBe('proof_length_wrong');
    expect(await verify({ ...consistency, older: { size: 0, root: naive.root(1) } })).toBe(
      'older_root_wrong',
    );
    expect(await verify({ ...consistencyOf(0, 0), newer: { size: 0, root: naive.root(1) } })).toBe(
      'root_wrong',
    );
    expect(await verify({ ...consistency, newer: { size: -1, root: naive.root(1) } })).toBe('size_invalid');
  });

  it('are rejected if the log shrank, or if numbers or hashes are invalid', async () => {
    const consistency = consistencyOf(3, 5);
    const { older, newer } = consistency;
    expect(await verify({ ...consistency, older: newer, newer: older })).toBe('size_invalid');
    for (const size of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(await verify({ ...consistency, newer: { ...newer, size } })).toBe('size_invalid');
      expect(await verify({ ...consistency, older: { ...older, size } })).toBe('size_invalid');
      expect(await codeOf(() => proveConsistency({ older: 0, newer: size }, { readHash, sha256 }))).toBe(
        'size_invalid',
      );
    }
    const short = new Uint8Array(31);
    expect(await verify({ ...consistency, older: { ...older, root: short } })).toBe('hash_invalid');
    expect(await verify({ ...consistency, newer: { ...newer, root: short } })).toBe('hash_invalid');
    expect(await verify({ ...consistency, proof: [short, ...consistency.proof.slice(1)] })).toBe(
      'hash_invalid',
    );
    expect(await verify({ ...consistency, proof: [] })).toBe('proof_length_wrong');
  });
});
