import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { entriesPath, parseTilePath, tilePath } from './tile-path.ts';

describe('tilePath', () => {
  it('is the example of the specification', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 0, index: 0, width: 256 })).toBe('tile/0/000');
    expect(tilePath({ level: 1, index: 1, width: 17 })).toBe('tile/1/001.p/17');
    expect(tilePath({ level: 2, index: 999, width: 255 })).toBe('tile/2/999.p/255');
    expect(tilePath({ level: 0, index: 1000, width: 1 })).toBe('tile/0/x001/000.p/1');
    expect(entriesPath({ index: 273, width: 112 })).toBe('tile/entries/273.p/112');
    expect(entriesPath({ index: 1_234_067, width: 256 })).toBe('tile/entries/x001/x234/067');
  });

  it('is read back as it was written', () => {
    const tiles = fc.record({
      level: fc.nat({ max: 3 }),
      index: fc.oneof(fc.nat({ max: 2000 }), fc.nat({ max: 2 ** 20 })),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tiles, (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual({ kind: 'hashes', tile });
        const { index, width } = tile;
        expect(parseTilePath(entriesPath({ index, width }))).toEqual({ kind: 'entries', index, width });
      }),
    );
  });

  it('rejects a tile that no tree has', async () => {
    const tile = { level: 0, index: 0, width: 256 };
    for (const wrong of [
      { width: 0 },
      { width: 257 },
      { width: 1.5 },
      { width: Number.NaN },
      { index: -1 },
      { index: 0.5 },
      { index: 2 ** 53 },
      { index: 2 ** 46 },
      { level: -1 },
      { level: 0.5 },
      { level: 7 },
      { level: 64 },
    ]) {
      expect(await codeOf(() => tilePath({ ...tile, ...wrong }))).toBe('tile_invalid');
    }
  });
});

describe('parseTilePath', () => {
  it('accepts only the canonical form', async () => {
    for (const path of [
      '',
      'tile',
      'tile/0',
      'tile/0/',
      'tile/0/0',
      'tile/0/00',
      'tile/0/0000',
      'tile/0/x000',
      'tile/0/x000/001',
      'tile/0/001/002',
      'tile/0/x001/x002',
      'tile/0/X001/002',
      'tile/00/001',
      'tile/01/001',
      'tile/64/001',
      'tile/-1/001',
      'tile//001',
      'tile/0/001.p/0',
      'tile/0/001.p/00',
      'tile/0/001.p/01',
      'tile/0/001.p/256',
      'tile/0/001.p/999',
      'tile/0/001.p/',
      'tile/0/001.p',
      'tile/0/001.p/1/',
      '/tile/0/001',
      'tile/0/001\n',
      ' tile/0/001',
      'tile/0/../001',
      'tile/0/\u0661\u0662\u0663',
      'tile/data/001',
      'tile/entries/1',
      `tile/0/${'x001/'.repeat(6)}001`,
      `tile/0/${'x001/'.repeat(100_000)}001`,
    ]) {
      expect(await codeOf(() => parseTilePath(path)), path.slice(0, 40)).toBe('tile_invalid');
    }
  });
});
