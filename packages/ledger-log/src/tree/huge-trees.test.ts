import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLeafHashes, sha256 } from '../test-support/naive-tree.ts';
import { nodeHash } from './hash.ts';
import { proveConsistency } from './prove-consistency.ts';
import { proveInclusion } from './prove-inclusion.ts';
import type { Position } from './range.ts';
import { readRoot } from './read-range.ts';
import { verifyConsistency } from './verify-consistency.ts';
import { verifyInclusion } from './verify-inclusion.ts';

/** All leaves of this log are the same: then a node's hash depends on its level alone, and the log can have any size. */
const [leafHash = new Uint8Array()] = makeLeafHashes(1);
const levels = [leafHash];
for (let level = 1; level <= 53; level++) {
  const below = levels[level - 1] ?? leafHash;
  levels.push(nodeHash({ left: below, right: below }, sha256));
}

/** Refuses what a tree of this size does not store, so that no proof can rest on it. */
const readFrom = (size: number) => (reads: Position[]) => (position: Position) => {
  const { level, index } = position;
  if (!Number.isSafeInteger(index) || (index + 1) * 2 ** level > size) throw new Error('not stored');
  reads.push(position);
  return levels[level] ?? leafHash;
};

const sizes = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 20 }),
  fc.maxSafeInteger().map((value) => Math.abs(value) + (value === 0 ? 1 : 0)),
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 52, 2 ** 53 - 1),
);
const part = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

describe('proofs of logs of any size up to 2^53 - 1', () => {
  it('are made from a few stored hashes, and verify', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, part, async (size, share) => {
        const index = Math.min(size - 1, Math.floor(size * share));
        const reads: Position[] = [];
        const source = { readHash: readFrom(size)(reads), sha256 };
        const root = await readRoot(size, source);
        const proof = await proveInclusion({ index, size }, source);
        await verifyInclusion({ index, size, root, leafHash, proof }, sha256);

        const older = index + 1;
        const olderRoot = await readRoot(older, source);
        const steps = await proveConsistency({ older, newer: size }, source);
        await verifyConsistency(
          { older: { size: older, root: olderRoot }, newer: { size, root }, proof: steps },
          sha256,
        );
        expect(Math.max(proof.length, steps.length)).toBeLessThanOrEqual(Math.ceil(Math.log2(size)) + 1);
        expect(reads.length).toBeLessThanOrEqual(6 * 54);
      }),
    );
  });
});
