import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLineFile } from './line-file.ts';

interface Row {
  readonly id: string;
  readonly value: number;
}

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'avow-lines-'));
  path = join(folder, 'rows.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (isFresh = false) => openLineFile<Row>(path, { isFresh });

it('keeps added rows for the next reader', () => {
  const file = open();
  expect(file.known.size).toBe(0);
  file.add({ id: 'a', value: 1 });
  file.add({ id: 'b', value: 2 });
  expect([...open().known.values()]).toEqual([
    { id: 'a', value: 1 },
    { id: 'b', value: 2 },
  ]);
});

it('drops a truncated line and continues after the last complete one', () => {
  writeFileSync(path, '{"id":"a","value":1}\n{"id":"b","va');
  const file = open();
  expect([...file.known.keys()]).toEqual(['a']);
  file.add({ id: 'b', value: 2 });
  expect(readFileSync(path, 'utf8')).toBe('{"id":"a","value":1}\n{"id":"b","value":2}\n');
});

it('starts over if asked to', () => {
  open().add({ id: 'a', value: 1 });
  expect(open(true).known.size).toBe(0);
  expect(open().known.size).toBe(0);
});
