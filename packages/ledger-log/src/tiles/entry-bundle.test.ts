import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryBytesMax } from '../entry.ts';
import { codeOf } from '../test-support/code-of.ts';
import { decodeEntryBundle, encodeEntryBundle } from './entry-bundle.ts';
import { tileWidth } from './tile.ts';

const leavesOf = fc.array(fc.uint8Array({ maxLength: 600 }), { minLength: 1, maxLength: 8 });

describe('entry bundles', () => {
  it('are each leaf after its big-endian length', () => {
    const bytes = encodeEntryBundle([Uint8Array.of(7, 8), new Uint8Array(0x0102).fill(9)]);
    expect([...bytes.subarray(0, 7)]).toEqual([0, 2, 7, 8, 1, 2, 9]);
    expect(bytes).toHaveLength(2 + 2 + 2 + 0x0102);
  });

  it('are read as they were written', () => {
    fc.assert(
      fc.property(leavesOf, (leaves) => {
        expect(decodeEntryBundle(Buffer.from(encodeEntryBundle(leaves)), leaves.length)).toEqual(leaves);
      }),
    );
    const full = Array.from({ length: tileWidth }, () => new Uint8Array(3));
    expect(decodeEntryBundle(encodeEntryBundle(full), tileWidth)).toEqual(full);
    const longest = [new Uint8Array(entryBytesMax).fill(1)];
    expect(decodeEntryBundle(encodeEntryBundle(longest), 1)).toEqual(longest);
  });

  it('are refused with another number of leaves, cut off, or with bytes behind them', async () => {
    await fc.assert(
      fc.asyncProperty(leavesOf, fc.nat(), async (leaves, cut) => {
        const bytes = encodeEntryBundle(leaves);
        const codeFor = (part: Uint8Array, width = leaves.length) =>
          codeOf(() => decodeEntryBundle(part, width));
        expect(await codeFor(bytes.subarray(0, cut % bytes.length))).toBe('tile_invalid');
        expect(await codeFor(Uint8Array.of(...bytes, 0))).toBe('tile_invalid');
        expect(await codeFor(bytes, leaves.length + 1)).toBe('tile_invalid');
        expect(await codeFor(bytes, leaves.length - 1)).toBe('tile_invalid');
      }),
    );
  });

  it('are not made of no leaves, of too many, or of a leaf that is too long', async () => {
    const tooMany = Array.from({ length: tileWidth + 1 }, () => new Uint8Array(1));
    for (const leaves of [[], tooMany, [new Uint8Array(entryBytesMax + 1)]]) {
      expect(await codeOf(() => encodeEntryBundle(leaves))).toBe('tile_invalid');
    }
    for (const width of [0, 257, 1.5, Number.NaN]) {
      expect(await codeOf(() => decodeEntryBundle(new Uint8Array(2), width))).toBe('tile_invalid');
    }
  });
});
