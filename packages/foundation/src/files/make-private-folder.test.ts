import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePrivateFolder } from './make-private-folder.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'avow-folder-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('creates every missing folder with access for its owner only, and does not change an existing one', () => {
  const path = join(directory, 'one', 'two', 'three');
  makePrivateFolder(path);
  for (const name of ['one', 'one/two', 'one/two/three'])
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o700);
  makePrivateFolder(path);
  makePrivateFolder(directory);
  expect(() => makePrivateFolder(join(import.meta.filename, 'below'))).toThrow(/ENOTDIR/);
});
