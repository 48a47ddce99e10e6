import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArchivedCheckpoint } from './archive.ts';
import { SignedTreeHeads } from './signed-tree-heads.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const rootOf = (seed: number) => sha256(Buffer.from(`root ${seed}`)).toString('hex');
const checkpoint = (size: number, seed = size, spelling = ''): ArchivedCheckpoint => ({
  ...{ size, root: rootOf(seed), note: `${size} ${seed} ${spelling}` },
});

/** As a verification does it. */
function take(trees: SignedTreeHeads, given: ArchivedCheckpoint, line: number | null): void {
  if (!trees.addIfKnown(given, line)) trees.add(given, line);
}

const anyCheckpoint = fc
  .tuple(fc.nat(6), fc.nat(2), fc.constantFrom('', 'with another signature'))
  .map(([size, seed, spelling]) => checkpoint(size, seed, spelling));

describe('SignedTreeHeads', () => {
  it('reports the same as a plain list of all lines and rows', () => {
    fc.assert(
      fc.property(
        fc.array(anyCheckpoint, { maxLength: 20 }),
        fc.uniqueArray(anyCheckpoint, { selector: ({ size }) => size }),
        (lines, rows) => {
          const trees = new SignedTreeHeads('ten_1', sha256);
          for (const [at, given] of lines.entries()) take(trees, given, at + 1);
          for (const given of rows) take(trees, given, null);

          const all = [
            ...lines.map((given, at) => ({ ...given, knownBy: `anchor ten_1.jsonl, line ${at + 1}` })),
            ...rows.map((given) => ({ ...given, knownBy: 'checkpoints' })),
          ];
          const treeHeadOf = ({ size, root, knownBy }: (typeof all)[number]) => ({ size, root, knownBy });
          const once = all.filter(({ note }, at) => all.findIndex((other) => other.note === note) === at);
          const bySize = once.toSorted((left, right) => left.size - right.size);
          expect([...trees]).toEqual(bySize.map(treeHeadOf));
          expect(trees.length).toBe(once.length);
          const missing = all.find(({ size }) => !rows.some((row) => row.size === size));
          expect(trees.findMissingInDatabase()).toEqual(missing === undefined ? null : treeHeadOf(missing));
          const newest = rows.toSorted((left, right) => left.size - right.size).at(-1);
          expect(trees.counts).toEqual({
            ...{ checkpoints: rows.length, anchored: lines.length },
            newest: newest === undefined ? null : { size: newest.size, root: newest.root },
          });
        },
      ),
    );
  });

  it('holds any number in any order, and recognises each of them', () => {
    const count = 10_000;
    const trees = new SignedTreeHeads('ten_1', sha256);
    // All of them once, far from their order: 7919 has no divisor in common with their number.
    const sizes = Array.from({ length: count }, (_, at) => (at * 7919) % count);
    for (const [at, size] of sizes.entries()) trees.add(checkpoint(size), at + 1);
    expect([...trees].map(({ size, root }) => [size, root])).toEqual(
      Array.from({ length: count }, (_, size) => [size, rootOf(size)]),
    );
    expect(trees.findMissingInDatabase()).toMatchObject({ size: 0, knownBy: 'anchor ten_1.jsonl, line 1' });
    for (let size = 0; size < count; size++) expect(trees.addIfKnown(checkpoint(size), null)).toBe(true);
    expect(trees.findMissingInDatabase()).toBeNull();
    // What is added after the first iteration is included in the next one.
    trees.add(checkpoint(count), null);
    expect([...trees].at(-1)).toEqual({ size: count, root: rootOf(count), knownBy: 'checkpoints' });
    expect(trees).toHaveLength(count + 1);
  });

  it('keeps the largest possible sizes and line numbers', () => {
    const trees = new SignedTreeHeads('ten_1', sha256);
    trees.add(checkpoint(Number.MAX_SAFE_INTEGER), 2 ** 33);
    expect([...trees]).toEqual([
      {
        ...{ size: Number.MAX_SAFE_INTEGER, root: rootOf(Number.MAX_SAFE_INTEGER) },
        knownBy: `anchor ten_1.jsonl, line ${2 ** 33}`,
      },
    ]);
  });

  it.each([
    ['size', { ...checkpoint(5), size: 6 }],
    ['size that no tree has', { ...checkpoint(5), size: -5 }],
    ['root', { ...checkpoint(5), root: rootOf(6) }],
    ['spelling of the root', { ...checkpoint(5), root: rootOf(5).toUpperCase() }],
    ['root that is cut off', { ...checkpoint(5), root: rootOf(5).slice(0, 62) }],
    ['note', { ...checkpoint(5), note: `${checkpoint(5).note}.` }],
  ])('does not take for the same what has another %s', (_, other) => {
    const trees = new SignedTreeHeads('ten_1', sha256);
    trees.add(checkpoint(5), 1);
    expect(trees.addIfKnown(other, null)).toBe(false);
    expect(trees.counts).toEqual({ checkpoints: 0, anchored: 1, newest: null });
    expect(trees.addIfKnown(checkpoint(5), null)).toBe(true);
  });
});
