import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ForkSearch } from './fork-search.ts';
import type { SignedTree } from './signed-trees.ts';

const tenantId = 'ten_1';
const rootAt = (size: number) => Buffer.alloc(32, size);
const signed = (size: number, root = rootAt(size), knownBy = 'checkpoints'): SignedTree => ({
  ...{ size, root: root.toString('hex'), knownBy },
});

/** `known`: how many leaves there are before the first gap. */
function findFork(size: number, trees: readonly SignedTree[], known = size) {
  const search = new ForkSearch({ tenantId, size }, trees);
  for (let reached = 0; reached <= known; reached++) search.reach(reached, () => rootAt(reached));
  return search.end();
}

describe('ForkSearch', () => {
  it('finds nothing where the log begins with everything that was signed', () => {
    const trees = [3, 8, 13].map((size) => signed(size));
    expect(findFork(20, trees)).toBeNull();
  });

  it('names what lies between the last tree that fits and the first that does not', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 9 }),
        fc.nat(),
        (given, at) => {
          const sizes = given.sort((left, right) => left - right);
          const changed = at % sizes.length;
          // From the leaf that was changed on, no root is what it was.
          const trees = sizes.map((size, index) =>
            index < changed ? signed(size) : signed(size, Buffer.alloc(32, 255)),
          );
          const fork = findFork(200, trees);
          expect(fork?.leaves).toEqual({
            start: changed === 0 ? 0 : sizes[changed - 1],
            end: sizes[changed],
          });
        },
      ),
    );
  });

  it('names what is missing where more was signed than is there', () => {
    const trees = [signed(3), signed(8), signed(13)];
    const fork = findFork(5, trees);
    expect(fork?.leaves).toEqual({ start: 5, end: 8 });
  });

  it('names who signed the other root, where several signed trees of one size', () => {
    const other = Buffer.alloc(32, 255);
    const trees = [signed(8), signed(13), signed(13, other, 'a line'), signed(13, other, 'a later line')];
    expect(findFork(20, trees)).toMatchObject({ field: 'a line' });
  });

  it('judges no root that cannot be made, and still finds that more was signed than is there', () => {
    const other = Buffer.alloc(32, 255);
    const trees = [signed(3), signed(8, other), signed(13)];
    expect(findFork(13, trees, 5)).toBeNull();
    expect(findFork(10, trees, 5)?.leaves).toEqual({ start: 10, end: 13 });
  });

  it('passes over a size that no tree has, and judges those after it', () => {
    const trees = [signed(-1), signed(2.5), signed(8, Buffer.alloc(32, 255))];
    expect(findFork(20, trees)?.leaves.end).toBe(8);
  });

  it('makes a root only where one was signed', () => {
    const made: number[] = [];
    const search = new ForkSearch({ tenantId, size: 9 }, [signed(0), signed(4), signed(4)]);
    for (let reached = 0; reached <= 9; reached++) {
      search.reach(reached, () => {
        made.push(reached);
        return rootAt(reached);
      });
    }
    expect(search.end()).toBeNull();
    expect(made).toEqual([0, 4]);
  });
});
