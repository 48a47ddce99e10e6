import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPieceWriter, pieceBytesFor, readFileFromPieces } from './pieces.ts';
import type { BackupTarget } from './targets/backup-target.ts';
import { openFolderTarget } from './targets/open-folder-target.ts';

const mebibyte = 1024 * 1024;
let folder: string;
let target: BackupTarget;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'avow-pieces-'));
  target = await openFolderTarget(join(folder, 'target'), { forWriting: true });
});
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

describe('the pieces of a file', () => {
  it('are larger the larger it is', () => {
    const sizes = [0, 1, 256, 257, 1024, 4096, 1_000_000].map((size) => pieceBytesFor(size * mebibyte));
    expect(sizes.map((size) => size / 1024)).toEqual([64, 64, 64, 128, 256, 1024, 1024]);
  });

  it('are written again only where it has changed', async () => {
    const path = join(folder, 'records');
    const bytes = Buffer.alloc(5 * mebibyte + 12_345, 'records of a service, ');
    for (let at = 0; at < bytes.length; at += 4096) bytes.writeUInt32LE(at, at);
    writeFileSync(path, bytes);
    const first = await openPieceWriter(target);
    await first.writeFile(path, 'records');
    expect(first.counts).toEqual({ bytes: bytes.length, addedBytes: bytes.length, addedPieces: 81 });

    for (const at of [10, 3 * mebibyte, bytes.length - 1]) bytes[at] = 255;
    const grown = Buffer.concat([bytes, Buffer.alloc(100, 1)]);
    writeFileSync(path, grown);
    const second = await openPieceWriter(target);
    const file = await second.writeFile(path, 'records');
    expect(second.counts).toMatchObject({ bytes: grown.length, addedPieces: 3 });
    expect(second.counts.addedBytes).toBeLessThan(3 * 64 * 1024);

    if (file === null) throw new Error('it has disappeared');
    await readFileFromPieces(target, file, join(folder, 'restored'));
    expect((await readFile(join(folder, 'restored'))).equals(grown)).toBe(true);
  });

  it('are written once if they are equal, and are none for an empty file or one that is gone', async () => {
    const path = join(folder, 'zeros');
    writeFileSync(path, Buffer.alloc(2 * mebibyte));
    const writer = await openPieceWriter(target);
    const file = await writer.writeFile(path, 'zeros');
    expect([new Set(file?.pieces).size, file?.pieces.length]).toEqual([1, 32]);
    expect(writer.counts).toEqual({ bytes: 2 * mebibyte, addedBytes: 65_536, addedPieces: 1 });
    writeFileSync(path, '');
    expect(await writer.writeFile(path, 'zeros')).toEqual({ path: 'zeros', bytes: 0, pieces: [] });
    expect(await writer.writeFile(join(folder, 'gone'), 'gone')).toBeNull();
  });
});
