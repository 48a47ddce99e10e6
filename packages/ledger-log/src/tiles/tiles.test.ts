import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { growTree } from '../test-support/grow-tree.ts';
import { flipBit, makeLeafHashes, sha256 } from '../test-support/naive-tree.ts';
import { frontierRoot } from '../tree/frontier.ts';
import { proveConsistency } from '../tree/prove-consistency.ts';
import { proveInclusion } from '../tree/prove-inclusion.ts';
import { readRoot } from '../tree/read-range.ts';
import { verifyConsistency } from '../tree/verify-consistency.ts';
import { verifyInclusion } from '../tree/verify-inclusion.ts';
import { listTiles } from './list-tiles.ts';
import { readHashFromTiles } from './read-hash-from-tiles.ts';
import { type Tile, tilePositions } from './tile.ts';
import { tileBytes } from './tile-bytes.ts';
import { tilePath } from './tile-path.ts';

const sizeMax = 70_000;
const leafHashes = makeLeafHashes(sizeMax);
const tree = growTree(leafHashes);

const rootAt = (size: number) =>
  frontierRoot(tree.frontiers[size] ?? { size: Number.NaN, hashes: [] }, sha256);

/** Files, as a server of static files would hold them: written at each growth, the partial ones kept. */
async function writeTiles(sizes: readonly number[]) {
  const files = new Map<string, Uint8Array>();
  let older = 0;
  for (const newer of sizes) {
    for (const tile of listTiles({ older, newer }))
      files.set(tilePath(tile), await tileBytes(tile, tree.readHash));
    older = newer;
  }
  const readTile = (tile: Tile) => {
    const bytes = files.get(tilePath(tile));
    if (bytes === undefined) throw new Error(`there is no ${tilePath(tile)}`);
    return bytes;
  };
  return { files, readTile };
}

describe('listTiles', () => {
  it('has the tiles of the example in the specification', () => {
    const tiles = [...listTiles({ older: 0, newer: 70_000 })];
    const full = (level: number) => tiles.filter((tile) => tile.level === level && tile.width === 256).length;
    expect([full(0), full(1), full(2)]).toEqual([273, 1, 0]);
    expect(tiles.filter(({ width }) => width < 256)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
    expect([...listTiles({ older: 0, newer: 256 })]).toEqual([
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 0, width: 1 },
    ]);
    expect([...listTiles({ older: 0, newer: 0 })]).toEqual([]);
  });

  it('has, since an earlier size, what the tree has now and did not have then', () => {
    const sizes = fc.oneof(fc.nat({ max: 1200 }), fc.nat({ max: 140_000 }));
    fc.assert(
      fc.property(sizes, sizes, (one, other) => {
        const [older, newer] = [Math.min(one, other), Math.max(one, other)];
        const before = new Set([...listTiles({ older: 0, newer: older })].map(tilePath));
        const now = [...listTiles({ older: 0, newer })].map(tilePath);
        expect([...listTiles({ older, newer })].map(tilePath)).toEqual(
          now.filter((path) => !before.has(path)),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('holds each stored hash of the level of the tiles once', () => {
    for (const size of [1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537]) {
      const held = [...listTiles({ older: 0, newer: size })].flatMap(tilePositions);
      expect(new Set(held.map(({ level, index }) => `${level}/${index}`)).size).toBe(held.length);
      expect(held.length).toBe(size + Math.floor(size / 256) + Math.floor(size / 65_536));
      expect(held.every(({ level, index }) => (index + 1) * 2 ** level <= size)).toBe(true);
    }
  });

  it('refuses a log that shrank, and sizes that are none', async () => {
    expect(await codeOf(() => [...listTiles({ older: 2, newer: 1 })])).toBe('size_invalid');
    expect(await codeOf(() => [...listTiles({ older: 0, newer: Number.POSITIVE_INFINITY })])).toBe(
      'size_invalid',
    );
    expect(await codeOf(() => [...listTiles({ older: -1, newer: 1 })])).toBe('size_invalid');
  });
});

describe('a tree in tiles', () => {
  it('gives every hash of the tree', async () => {
    for (const size of [1, 2, 255, 256, 257, 600]) {
      const { readTile } = await writeTiles([size]);
      const readHash = readHashFromTiles({ size, readTile, sha256 });
      for (let level = 0; 2 ** level <= size; level++) {
        for (let index = 0; (index + 1) * 2 ** level <= size; index++) {
          expect(Buffer.from(await readHash({ level, index }))).toEqual(
            Buffer.from(await tree.readHash({ level, index })),
          );
        }
      }
    }
  });

  it('gives the roots and proofs of the tree, however it grew', async () => {
    const sizes = [1, 100, 256, 300, 5000, 65_535, 65_536, 66_000, sizeMax];
    const { readTile } = await writeTiles(sizes);
    for (const [at, size] of sizes.entries()) {
      const source = { readHash: readHashFromTiles({ size, readTile, sha256 }), sha256 };
      const root = rootAt(size);
      expect(await readRoot(size, source)).toEqual(root);
      for (const index of new Set([0, size >> 1, size - 1])) {
        const proof = await proveInclusion({ index, size }, source);
        const leafHash = leafHashes[index] ?? new Uint8Array();
        await verifyInclusion({ index, size, root, leafHash, proof }, sha256);
      }
      const older = sizes[at - 1] ?? 1;
      const proof = await proveConsistency({ older, newer: size }, source);
      await verifyConsistency(
        { older: { size: older, root: rootAt(older) }, newer: { size, root }, proof },
        sha256,
      );
    }
  });

  it('in which one bit was turned has another root', async () => {
    const size = 600;
    const { readTile } = await writeTiles([size]);
    const bad = (tile: Tile) => (tile.level === 0 ? flipBit(readTile(tile), 77) : readTile(tile));
    // The root of 600 is made of two hashes of level 1 and what the last tile of level 0 holds.
    const readHash = readHashFromTiles({ size, readTile: bad, sha256 });
    expect(await readRoot(size, { readHash, sha256 })).not.toEqual(rootAt(size));
  });

  it('refuses a tile of another length, and a place that the tree has not', async () => {
    const { readTile } = await writeTiles([300]);
    const read = (length: number) =>
      readHashFromTiles({ size: 300, readTile: (tile) => readTile(tile).subarray(0, length), sha256 });
    expect(await codeOf(() => read(8191)({ level: 0, index: 0 }))).toBe('tile_invalid');
    expect(await codeOf(() => read(0)({ level: 0, index: 0 }))).toBe('tile_invalid');
    const readHash = readHashFromTiles({ size: 300, readTile, sha256 });
    for (const position of [
      { level: 0, index: 300 },
      { level: 8, index: 1 },
      { level: 9, index: 0 },
      { level: -1, index: 0 },
      { level: 0, index: -1 },
      { level: 0.5, index: 0 },
      { level: 2000, index: 0 },
    ]) {
      expect(await codeOf(() => readHash(position))).toBe('outside_tree');
    }
    expect(await codeOf(() => readHashFromTiles({ size: -1, readTile, sha256 }))).toBe('size_invalid');
  });

  it('is written of whole hashes only', async () => {
    const tile = { level: 0, index: 0, width: 2 };
    expect(await codeOf(() => tileBytes(tile, () => new Uint8Array(31)))).toBe('hash_invalid');
  });
});
