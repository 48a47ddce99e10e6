import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { moveIntoPlace } from './move-into-place.ts';

let directory: string;
let [part, out] = ['', ''];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'avow-name-'));
  [part, out] = [join(directory, 'bundle.part'), join(directory, 'bundle')];
  writeFileSync(part, 'whole');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

it.skipIf(process.platform === 'win32')('has the new name on the disk before it returns', async () => {
  const handle = await open(part);
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  const synced: unknown[] = [];
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const isFolder = (await this.stat()).isDirectory();
    synced.push({ isFolder, names: [existsSync(part), existsSync(out)] });
    await sync.call(this);
  });
  await moveIntoPlace(part, out);
  expect(synced).toEqual([{ isFolder: true, names: [false, true] }]);
  expect(readFileSync(out, 'utf8')).toBe('whole');
});

it('does not replace a file that was created meanwhile', async () => {
  writeFileSync(out, 'other');
  await expect(moveIntoPlace(part, out)).rejects.toThrow('the complete export is in');
  expect([readFileSync(part, 'utf8'), readFileSync(out, 'utf8')]).toEqual(['whole', 'other']);
});
