import { readdirSync, truncateSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createPreparation } from './create-preparation.ts';
import { openPrepared, prepareGraph } from './prepared-graph.ts';
import { readReaderManifest } from './read-reader-manifest.ts';
import { useTinyReaders } from './test-support/tiny-readers.ts';
import { writeTinyReader } from './test-support/write-tiny-reader.ts';

const { folder, open, openTiny, kinds } = useTinyReaders();
const soon = { timeoutMs: 60_000 };
const passages = Array.from({ length: 12 }, (_, count) => ({
  ...{ context: 'record', text: 'the holiday of days, a record '.repeat(count) },
}));
let preparedFolder = '';

beforeEach(() => {
  preparedFolder = join(folder(), 'prepared');
});

const prepare = async () => {
  await mkdir(preparedFolder, { recursive: true });
  const manifest = await readReaderManifest(folder());
  await prepareGraph({ folder: folder(), manifest, preparedFolder });
  return manifest;
};
const pathOf = (name: string) => join(preparedFolder, readdirSync(preparedFolder)[0] ?? '', name);

it('gives the same scores to the last bit, in processes that come and go', async () => {
  const plain = await openTiny();
  const expected = await plain.read('How many days?', passages, soon);
  const reader = await open({
    ...{ processes: 3, processesKept: 1, preparedFolder, limits: { furtherIdleMs: 200 } },
  });
  for (const _ of [1, 2]) expect(await reader.read('How many days?', passages, soon)).toEqual(expected);
  await expect.poll(() => kinds()).toContain('stopped');
  expect(readdirSync(preparedFolder)).toHaveLength(1);
  // Its model was prepared before any but the first was started.
  const manifest = await readReaderManifest(folder());
  expect(await openPrepared(preparedFolder, { manifest, threads: 1 })).not.toBeNull();
  expect(await reader.read('How many days?', passages, soon)).toEqual(expected);
});

it('uses nothing that is damaged, and prepares it again', async () => {
  writeTinyReader(folder());
  const manifest = await prepare();
  const isUsed = async () => (await openPrepared(preparedFolder, { manifest, threads: 1 })) !== null;
  expect(await isUsed()).toBe(true);
  truncateSync(pathOf('weights.bin'), 10);
  expect(await isUsed()).toBe(false);
  await prepare();
  expect(await isUsed()).toBe(true);
  await writeFile(pathOf('prepared.json'), '{');
  expect(await isUsed()).toBe(false);
});

it('prepares a graph once, and removes that of an older model', async () => {
  writeTinyReader(folder());
  await prepare();
  const before = await readFile(pathOf('prepared.json'), 'utf8');
  await writeFile(pathOf('kept'), '');
  await prepare();
  expect(readdirSync(join(preparedFolder, readdirSync(preparedFolder)[0] ?? ''))).toContain('kept');
  const { name } = await readReaderManifest(folder());
  await writeFile(pathOf('weights.bin'), 'x');
  await mkdir(join(preparedFolder, `${name}-0123456789abcdef`));
  await prepare();
  expect(readdirSync(preparedFolder)).toHaveLength(1);
  expect(await readFile(pathOf('prepared.json'), 'utf8')).toBe(before);
});

it('does without where the folder cannot be made', async () => {
  writeTinyReader(folder());
  const manifest = await readReaderManifest(folder());
  const taken = join(folder(), 'manifest.json');
  const { prepare: tryToPrepare, ...preparation } = createPreparation(
    { folder: folder(), manifest, preparedFolder: join(taken, 'below') },
    { isDueAnyway: true },
  );
  expect(preparation.preparedFolder).toBeNull();
  await tryToPrepare();
  await preparation.close();
});
