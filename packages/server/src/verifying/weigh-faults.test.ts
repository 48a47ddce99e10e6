import type { Range } from '@avow/audit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TreeReport } from './check-tree.ts';
import type { SignedTree } from './read-signed.ts';
import { findFork, narrowFault } from './weigh-faults.ts';

const tenantId = 'ten_1';
const rootAt = (size: number) => Buffer.alloc(32, size);
const signed = (size: number, root = rootAt(size)): SignedTree => ({
  ...{ size, root: root.toString('hex'), knownBy: 'checkpoints' },
});
const treeOf = (sizes: readonly number[]): TreeReport => ({
  frontier: { size: Math.max(0, ...sizes), hashes: [] },
  roots: new Map(sizes.map((size) => [size, rootAt(size)])),
  fault: null,
});
const faultIn = (field: string, leaves: Range) => ({
  ...{ tenantId, leaves, messageId: null, field, why: '' },
});

describe('findFork', () => {
  it('finds nothing where the log begins with everything that was signed', () => {
    const trees = [3, 8, 13].map((size) => signed(size));
    expect(findFork({ tenantId, size: 20, tree: treeOf([3, 8, 13]), trees })).toBeNull();
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
          const fork = findFork({ tenantId, size: 200, tree: treeOf(sizes), trees });
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
    const fork = findFork({ tenantId, size: 5, tree: treeOf([3]), trees });
    expect(fork?.leaves).toEqual({ start: 5, end: 8 });
  });
});

describe('narrowFault', () => {
  const node = faultIn('log_nodes.hash', { start: 256, end: 512 });

  it('leaves open only what both leave open', () => {
    const fork = faultIn('checkpoints', { start: 300, end: 900 });
    expect(narrowFault({ node, fork }, [])).toMatchObject({
      field: 'checkpoints',
      leaves: { start: 300, end: 512 },
    });
  });

  it('tells the first where they have nothing in common', () => {
    const fork = faultIn('checkpoints', { start: 10, end: 20 });
    expect(narrowFault({ node, fork }, [])).toEqual(fork);
    expect(narrowFault({ node, fork: { ...fork, leaves: { start: 600, end: 700 } } }, [])).toEqual(node);
  });

  it('says that it is the hash alone where the leaves are what was signed', () => {
    expect(narrowFault({ node, fork: null }, [signed(600)])?.why).toContain('this hash alone was changed');
    expect(narrowFault({ node, fork: null }, [signed(400)])).toEqual(node);
    expect(narrowFault({ node: null, fork: null }, [])).toBeNull();
  });
});
