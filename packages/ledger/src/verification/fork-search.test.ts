import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ForkSearch } from './fork-search.ts';
import type { SignedTreeHead } from './signed-tree-heads.ts';

const tenantId = 'ten_1';
const rootAt = (size: number) => Buffer.alloc(32, size);
const signed = (size: number, root = rootAt(size), knownBy = 'checkpoints'): SignedTreeHead => ({
  ...{ size, root: root.toString('hex'), knownBy },
});

/** `known`: how many leaves there are before the first gap. */
function findFork(size: number, trees: readonly SignedTreeHead[], known = size) {
  const search = new ForkSearch({ tenantId, size }, trees);
  for (let reached = 0; reached <= known; reached++) search.visit(reached, () => rootAt(reached));
  return search.end();
}

describe('ForkSearch', () => {
  it('finds nothing if the log extends everything that was signed', () => {
    const trees = [3, 8, 13].map((size) => signed(size));
    expect(findFork(20, trees)).toBeNull();
  });

  it('reports the range between the last matching tree head and the first mismatch', () => {
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

  it('reports the missing entries if a larger tree was signed', () => {
    const trees = [signed(3), signed(8), signed(13)];
    const fork = findFork(5, trees);
    expect(fork?.leaves).toEqual({ start: 5, end: 8 });
  });

  it('names the source of the other root if several tree heads have the same size', () => {
    const other = Buffer.alloc(32, 255);
    const trees = [signed(8), signed(13), signed(13, other, 'a line'), signed(13, other, 'a later line')];
    expect(findFork(20, trees)).toMatchObject({ field: 'a line' });
  });

  it('skips roots that cannot be computed, and still detects that a larger tree was signed', () => {
    const other = Buffer.alloc(32, 255);
    const trees = [signed(3), signed(8, other), signed(13)];
    expect(findFork(13, trees, 5)).toBeNull();
    expect(findFork(10, trees, 5)?.leaves).toEqual({ start: 10, end: 13 });
  });

  it('skips an impossible size and compares the tree heads after it', () => {
    const trees = [signed(-1), signed(2.5), signed(8, Buffer.alloc(32, 255))];
    expect(findFork(20, trees)?.leaves.end).toBe(8);
  });

  it('computes a root only for signed sizes', () => {
    const made: number[] = [];
    const search = new ForkSearch({ tenantId, size: 9 }, [signed(0), signed(4), signed(4)]);
    for (let reached = 0; reached <= 9; reached++) {
      search.visit(reached, () => {
        made.push(reached);
        return rootAt(reached);
      });
    }
    expect(search.end()).toBeNull();
    expect(made).toEqual([0, 4]);
  });
});
