import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPassageSearch } from './open-passage-search.ts';
import type { PassageSearch } from './passage-search.ts';
import { plainPassage } from './test-support/segment-of.ts';

const tenant = 'ten_a';
const packId = 'pack_a';
const first = { packId, version: 1 } as const;
const second = { packId, version: 2 } as const;

let directory: string;
let search: PassageSearch;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-search-'));
  search = await openPassageSearch({ directory });
});

afterEach(async () => {
  await search.close();
  await rm(directory, { recursive: true, force: true });
});

async function filePaths(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function filesWith(words: string): Promise<number> {
  const contents = await Promise.all((await filePaths()).map((path) => readFile(path)));
  return contents.filter((content) => content.includes(words)).length;
}

async function stage(
  pack: typeof first | typeof second,
  texts: readonly string[],
  options: {
    readonly base?: number;
    readonly documentId?: `doc_${string}`;
    readonly removed?: `doc_${string}`;
  } = {},
) {
  const { base = null, documentId = 'doc_a', removed } = options;
  async function* added() {
    yield texts.map((text, ordinal) => plainPassage(text, { documentId, ordinal }));
  }
  const revisions = removed === undefined ? [] : [{ id: removed, revision: 1 }];
  await search.stageVersion(tenant, { pack, base, removed: revisions, added: added() }, () => undefined);
}

const find = async (text: string, pack: typeof first | typeof second = first) =>
  await search.search(tenant, {
    kind: 'document',
    text,
    vector: null,
    packs: [pack],
    groups: [],
    nowMs: 0,
    limit: 10,
    timeoutMs: 10_000,
  });

test('words that only pruned versions had are in no file any more', async () => {
  await stage(first, ['The secret is qzxwvkjhgf'], { documentId: 'doc_gone' });
  await stage(second, ['The secret is plumbago'], { base: 1, removed: 'doc_gone' });
  // Its words are in the texts and among the terms; its name is among the revisions.
  expect(await filesWith('qzxwvkjhgf')).toBe(2);
  expect(await filesWith('doc_gone')).toBe(1);
  await search.prune(tenant, { packId, keep: [2] });
  expect(await filesWith('qzxwvkjhgf')).toBe(0);
  expect(await filesWith('doc_gone')).toBe(0);
  expect(await filesWith('plumbago')).toBe(2);
  expect(await find('secret', second)).toHaveLength(1);
  await search.prune(tenant, { packId, keep: [] });
  expect(await filesWith('plumbago')).toBe(0);
});

test('in a segment that lives on, what is gone leaves no trace', async () => {
  async function* added() {
    yield ['kept one', 'kept two'].map((text, ordinal) =>
      plainPassage(text, { documentId: 'doc_kept', ordinal }),
    );
    yield [plainPassage('dropped zzyzx', { documentId: 'doc_gone' })];
  }
  await search.stageVersion(
    tenant,
    { pack: first, base: null, removed: [], added: added() },
    () => undefined,
  );
  await stage(second, [], { base: 1, removed: 'doc_gone' });
  // More than half of the segment lives, so staging has left it as it was.
  expect(await filesWith('zzyzx')).toBe(2);
  await search.prune(tenant, { packId, keep: [2] });
  expect(await filesWith('zzyzx')).toBe(0);
  expect(await filesWith('doc_gone')).toBe(0);
  expect((await find('kept', second)).map(({ text }) => text).sort()).toEqual(['kept one', 'kept two']);
});

test('any damaged file is detected, and staging again repairs it', async () => {
  for (const [ending, at] of [
    ['.idx', 60],
    ['.txt', 2],
    ['.json', 80],
  ] as const) {
    await stage(first, ['leave is twenty days']);
    const path = (await filePaths()).find((one) => one.endsWith(ending)) ?? '';
    const content = await readFile(path);
    content[at] = (content[at] ?? 0) ^ 1;
    // Another file under the same name, as a restored backup would be.
    await rm(path);
    await writeFile(path, content);
    await search.close();
    search = await openPassageSearch({ directory });
    await expect(find('leave'), ending).rejects.toMatchObject({ kind: 'damaged', pack: first });
    await stage(first, ['leave is twenty days']);
    expect(await find('leave'), ending).toHaveLength(1);
  }
});

test('a missing file is damage too', async () => {
  for (const ending of ['.idx', '.txt']) {
    await stage(first, ['leave is twenty days']);
    for (const path of await filePaths()) if (path.endsWith(ending)) await rm(path);
    await search.close();
    search = await openPassageSearch({ directory });
    await expect(find('leave')).rejects.toMatchObject({ kind: 'damaged', pack: first });
    expect(await search.hasVersion(tenant, first)).toBe(false);
  }
});

test('a damaged vector is ignored, and its passage is queued for encoding again', async () => {
  await stage(first, ['leave one', 'leave two']);
  const wanted = { pack: first, encoder: 'e', limit: 10 };
  const vectors = (await search.listWaiting(tenant, wanted)).map(({ key }) => ({
    key,
    vector: new Float32Array([1, 0]),
  }));
  await search.addVectors(tenant, { pack: first, encoder: 'e', vectors });
  const path = (await filePaths()).find((one) => one.endsWith('.vec')) ?? '';
  const content = await readFile(path);
  const progressWith = async (changed: Uint8Array) => {
    await search.close();
    await writeFile(path, changed);
    search = await openPassageSearch({ directory });
    return await search.vectorProgress(tenant, wanted);
  };
  // A whole record of which one bit is another.
  const flipped = Buffer.from(content);
  flipped[content.length - 16] = (flipped[content.length - 16] ?? 0) ^ 1;
  expect(await progressWith(flipped)).toEqual({ done: 1, total: 2 });
  // A record that was given its place, but never written.
  const empty = Buffer.from(content).fill(0, content.length - 32);
  expect(await progressWith(empty)).toEqual({ done: 1, total: 2 });
  // Half of the last record, as a crash would leave it.
  expect(await progressWith(content.subarray(0, content.length - 8))).toEqual({ done: 1, total: 2 });
  const again = (await search.listWaiting(tenant, wanted)).map(({ key }) => ({
    key,
    vector: new Float32Array([0, 1]),
  }));
  await search.addVectors(tenant, { pack: first, encoder: 'e', vectors: again });
  expect(await search.vectorProgress(tenant, wanted)).toEqual({ done: 2, total: 2 });
});

test('what a broken staging left is cleared by the next', async () => {
  await stage(first, ['leave']);
  const folder = join(directory, tenant, packId);
  for (const name of ['tmp-1', 'seg-00ff.idx', 'seg-00ff.txt'])
    await writeFile(join(folder, name), 'left over');
  await stage(second, ['leave'], { base: 1 });
  expect(await filesWith('left over')).toBe(0);
  await writeFile(join(folder, 'tmp-2'), 'left over');
  await search.prune(tenant, { packId, keep: [1, 2] });
  expect(await filesWith('left over')).toBe(0);
  expect(await find('leave')).toHaveLength(1);
});

test('segments beyond the memory are let go, and loaded again', async () => {
  await search.close();
  search = await openPassageSearch({ directory, memoryBytesMax: 1 });
  await stage(first, ['leave one']);
  await stage(second, ['leave two']);
  for (let round = 0; round < 3; round += 1) {
    expect((await find('leave', first))[0]?.text).toBe('leave one');
    expect((await find('leave', second))[0]?.text).toBe('leave two');
  }
});
