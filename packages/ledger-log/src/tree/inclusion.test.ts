import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { growTree } from '../test-support/grow-tree.ts';
import { flipBit, makeLeafHashes, naiveTree, sha256, turnsTo } from '../test-support/naive-tree.ts';
import { proveInclusion } from './prove-inclusion.ts';
import { type Inclusion, verifyInclusion } from './verify-inclusion.ts';

const sizeMax = 260;
const largeMax = 3000;
const leafHashes = makeLeafHashes(largeMax);
const naive = naiveTree(leafHashes);
const { readHash } = growTree(leafHashes);

const verify = (inclusion: Inclusion) => codeOf(() => verifyInclusion(inclusion, sha256));

const inclusionOf = (index: number, size: number): Inclusion => ({
  index,
  size,
  root: naive.root(size),
  leafHash: naive.leaf(index),
  proof: naive.inclusion(index, size),
});

/** A leaf of a tree that may be larger than those that are all tried. */
const leafOfTree = fc
  .integer({ min: 1, max: largeMax })
  .chain((size) => fc.record({ size: fc.constant(size), index: fc.nat({ max: size - 1 }) }));

const bits = Array.from({ length: 256 }, (_, bit) => bit);

describe('inclusion proofs', () => {
  it('of every leaf of every size up to 260 are those of the RFC, and verify', async () => {
    for (let size = 1; size <= sizeMax; size++) {
      for (let index = 0; index < size; index++) {
        const inclusion = inclusionOf(index, size);
        const proof = await proveInclusion({ index, size }, { readHash, sha256 });
        if (Buffer.compare(Buffer.concat(proof), Buffer.concat(inclusion.proof)) !== 0) {
          expect(proof, `leaf ${index} of ${size}`).toEqual(inclusion.proof);
        }
        await verifyInclusion({ ...inclusion, proof }, sha256);
      }
    }
  });

  it('of leaves of larger trees are those of the RFC, and verify', async () => {
    await fc.assert(
      fc.asyncProperty(leafOfTree, async ({ index, size }) => {
        const proof = await proveInclusion({ index, size }, { readHash, sha256 });
        expect(proof).toEqual(naive.inclusion(index, size));
        await verifyInclusion(inclusionOf(index, size), sha256);
      }),
    );
  });

  it('do not verify with any bit of leaf, root or proof flipped', async () => {
    for (const [index, size] of [
      [0, 1],
      [0, 2],
      [2, 3],
      [4, 7],
      [5, 8],
      [16, 17],
    ] as const) {
      const inclusion = inclusionOf(index, size);
      for (const bit of bits) {
        expect(await verify({ ...inclusion, leafHash: flipBit(inclusion.leafHash, bit) })).toBe('root_wrong');
        expect(await verify({ ...inclusion, root: flipBit(inclusion.root, bit) })).toBe('root_wrong');
        for (const at of inclusion.proof.keys()) {
          const proof = inclusion.proof.map((hash, other) => (other === at ? flipBit(hash, bit) : hash));
          expect(await verify({ ...inclusion, proof })).toBe('root_wrong');
        }
      }
    }
  });

  it('of larger trees do not verify with one bit flipped, nor with a hash too many, too few or exchanged', async () => {
    await fc.assert(
      fc.asyncProperty(leafOfTree, fc.nat({ max: 255 }), fc.nat(), async ({ index, size }, bit, pick) => {
        fc.pre(size > 1);
        const inclusion = inclusionOf(index, size);
        const at = pick % inclusion.proof.length;
        const proof = inclusion.proof.map((hash, other) => (other === at ? flipBit(hash, bit) : hash));
        expect(await verify({ ...inclusion, proof })).toBe('root_wrong');
        expect(await verify({ ...inclusion, leafHash: flipBit(inclusion.leafHash, bit) })).toBe('root_wrong');
        expect(await verify({ ...inclusion, root: flipBit(inclusion.root, bit) })).toBe('root_wrong');
        expect(await verify({ ...inclusion, proof: inclusion.proof.toSpliced(at, 1) })).toBe(
          'proof_length_wrong',
        );
        expect(await verify({ ...inclusion, proof: inclusion.proof.toSpliced(at, 0, naive.leaf(0)) })).toBe(
          'proof_length_wrong',
        );
        if (inclusion.proof.length > 1) {
          expect(await verify({ ...inclusion, proof: inclusion.proof.toReversed() })).toBe('root_wrong');
        }
      }),
    );
  });

  it('verify for no other index', async () => {
    for (const size of [1, 2, 3, 5, 8, 13, 31, 64, 65]) {
      for (let index = 0; index < size; index++) {
        const inclusion = inclusionOf(index, size);
        for (let bit = 0; bit < 9; bit++) {
          expect(await verify({ ...inclusion, index: index ^ (1 << bit) })).not.toBe('accepted');
        }
      }
    }
  });

  it('verify for another size only if the path to the leaf is the same: the root binds the size, not the proof', async () => {
    let [same, other] = [0, 0];
    for (let size = 1; size <= 70; size++) {
      for (let index = 0; index < size; index++) {
        for (let bit = 0; bit < 8; bit++) {
          const claimed = size ^ (1 << bit);
          const isSame = index < claimed && turnsTo(index, claimed) === turnsTo(index, size);
          isSame ? same++ : other++;
          expect((await verify({ ...inclusionOf(index, size), size: claimed })) === 'accepted').toBe(isSame);
        }
      }
    }
    expect(Math.min(same, other)).toBeGreaterThan(1000);
  });

  it('are rejected if numbers or hashes are invalid', async () => {
    const inclusion = inclusionOf(2, 5);
    for (const index of [-1, 5, 0.5, Number.NaN, 2 ** 53]) {
      expect(await verify({ ...inclusion, index })).toBe('outside_tree');
    }
    expect(await verify({ ...inclusion, size: 0 })).toBe('outside_tree');
    for (const size of [-1, 5.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(await verify({ ...inclusion, size })).toBe('size_invalid');
    }
    const short = new Uint8Array(31);
    expect(await verify({ ...inclusion, leafHash: short })).toBe('hash_invalid');
    expect(await verify({ ...inclusion, proof: [short, ...inclusion.proof.slice(1)] })).toBe('hash_invalid');
    expect(await verify({ ...inclusion, root: short })).toBe('root_wrong');
    expect(await verify({ ...inclusionOf(0, 1), leafHash: short, root: short })).toBe('hash_invalid');
  });
});
