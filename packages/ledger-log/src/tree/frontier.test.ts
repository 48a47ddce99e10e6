import { describe, expect, it } from 'vitest';
import { growTree } from '../test-support/grow-tree.ts';
import { makeLeafHashes, naiveTree, sha256 } from '../test-support/naive-tree.ts';
import { computeRoot } from './compute-root.ts';
import { appendLeaf, emptyFrontier, frontierPositions, frontierRoot } from './frontier.ts';

const leafHashes = makeLeafHashes(260);
const naive = naiveTree(leafHashes);
const { frontiers, readHash } = growTree(leafHashes);

describe('a frontier', () => {
  it('gives the root of every size, from one hash for each one in the binary of the size', async () => {
    for (const [size, frontier] of frontiers.entries()) {
      expect(frontier.size).toBe(size);
      expect(frontier.hashes).toHaveLength(size.toString(2).replaceAll('0', '').length);
      expect(frontierRoot(frontier, sha256)).toEqual(naive.root(size));
      expect(await computeRoot(leafHashes.slice(0, size), sha256)).toEqual(naive.root(size));
    }
  });

  it('can be read again from the stored hashes', async () => {
    for (const { size, hashes } of frontiers) {
      expect(await Promise.all(frontierPositions(size).map(readHash))).toEqual(hashes);
    }
  });

  it('stays as it was when a leaf is appended', () => {
    const [leafHash = new Uint8Array()] = leafHashes;
    appendLeaf({ frontier: emptyFrontier, leafHash }, sha256);
    expect(emptyFrontier).toEqual({ size: 0, hashes: [] });
  });

  it('is refused where it has not one hash for each complete part, or a hash is not whole', () => {
    const [leafHash = new Uint8Array()] = leafHashes;
    const append = (size: number, hashes: readonly Uint8Array[]) => () =>
      appendLeaf({ frontier: { size, hashes }, leafHash }, sha256);
    expect(append(1, [])).toThrow(expect.objectContaining({ code: 'frontier_invalid' }));
    expect(append(2, [leafHash, leafHash])).toThrow(expect.objectContaining({ code: 'frontier_invalid' }));
    expect(append(1, [leafHash.subarray(1)])).toThrow(expect.objectContaining({ code: 'hash_invalid' }));
    expect(append(-1, [])).toThrow(expect.objectContaining({ code: 'size_invalid' }));
    expect(append(0.5, [])).toThrow(expect.objectContaining({ code: 'size_invalid' }));
    expect(() => frontierRoot({ size: 1, hashes: [] }, sha256)).toThrow(
      expect.objectContaining({ code: 'frontier_invalid' }),
    );
    expect(() => appendLeaf({ frontier: emptyFrontier, leafHash: new Uint8Array(31) }, sha256)).toThrow(
      expect.objectContaining({ code: 'hash_invalid' }),
    );
  });
});
