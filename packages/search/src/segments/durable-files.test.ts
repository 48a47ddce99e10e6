import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceFile, writeNewFile } from './durable-files.ts';

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'avow-files-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a file whose writing breaks off is not there', () => {
  const path = join(temporaryFolder(), 'one');
  function* breakOff() {
    // Enough for a part of it to be on the disk before the end comes.
    yield new Uint8Array(2 << 20);
    throw new Error('no more');
  }
  expect(() => writeNewFile(path, breakOff())).toThrow('no more');
  expect(existsSync(path)).toBe(false);
});

test('a file that is there already is neither overwritten nor removed', () => {
  const path = join(temporaryFolder(), 'one');
  writeNewFile(path, [Buffer.from('first')]);
  expect(() => writeNewFile(path, [Buffer.from('second')])).toThrow('EEXIST');
  expect(readFileSync(path, 'utf8')).toBe('first');
});

test('a file is replaced as a whole, and nothing else is left', () => {
  const folder = temporaryFolder();
  replaceFile(join(folder, 'one'), Buffer.from('first'));
  replaceFile(join(folder, 'one'), Buffer.from('second'));
  expect(readdirSync(folder)).toEqual(['one']);
  expect(readFileSync(join(folder, 'one'), 'utf8')).toBe('second');
});
