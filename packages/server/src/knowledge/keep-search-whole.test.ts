import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PackId } from '../interfaces/identity.ts';
import { openWorkshop, type Workshop } from './test-support/open-workshop.ts';

let workshop: Workshop;
let one: PackId;
let other: PackId;

beforeEach(async () => {
  workshop = await openWorkshop({ directory: await mkdtemp(join(tmpdir(), 'avow-whole-')) });
  one = await workshop.createPack('one');
  other = await workshop.createPack('other');
  await workshop.addText(one, { 'a.md': 'The harbour opens at six.' });
  await workshop.addText(other, { 'b.md': 'The harbour closes at nine.' });
  await workshop.publish(one);
  await workshop.publish(other);
});

afterEach(async () => {
  await workshop.close();
  await rm(workshop.directory, { recursive: true, force: true });
});

async function find() {
  const { store, tenantId, whole } = workshop;
  const packs = await store.knowledge.listServed(tenantId);
  const query = { kind: 'document', text: 'harbour', vector: null, groups: [], nowMs: 0 } as const;
  return await whole.find(tenantId, [{ ...query, packs, limit: 9, timeoutMs: 9_000 }], () =>
    store.knowledge.listServed(tenantId),
  );
}

const textsOf = ({ hits }: Awaited<ReturnType<typeof find>>) =>
  (hits[0] ?? []).map(({ text }) => text).sort();
const both = ['The harbour closes at nine.', 'The harbour opens at six.'];

/** Looks until everything is found again. */
async function untilWhole() {
  for (;;) {
    const found = await find().catch(() => null);
    if (found?.isWhole) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const packFolderOf = async (packId: PackId): Promise<string> => {
  const root = join(workshop.directory, 'search');
  const entries = await readdir(root, { recursive: true });
  const folder = entries.find((path) => path.endsWith(packId));
  if (folder === undefined) throw new Error('the pack has no folder');
  return join(root, folder);
};

test('a version that is missing is left out, said so, and made again', async () => {
  expect(await find()).toMatchObject({ isWhole: true });
  await rm(await packFolderOf(one), { recursive: true });
  const found = await find();
  expect([textsOf(found), found.isWhole, found.packs.map(({ packId }) => packId)]).toEqual([
    ['The harbour closes at nine.'],
    false,
    [other],
  ]);
  expect(textsOf(await untilWhole())).toEqual(both);
});

test('a version whose files are damaged is never taken for whole, and made again', async () => {
  const folder = await packFolderOf(one);
  for (const file of await readdir(folder, { recursive: true })) {
    const path = join(folder, file);
    const bytes = await readFile(path).catch(() => null);
    if (bytes !== null && bytes.length > 8 && file.endsWith('.idx')) await truncate(path, bytes.length >> 1);
  }
  // Opened anew, so that nothing of it is in memory.
  const { directory, tenantId } = workshop;
  await workshop.close();
  workshop = await openWorkshop({ directory, tenantId });
  const found = await find();
  expect([textsOf(found), found.isWhole]).toEqual([['The harbour closes at nine.'], false]);
  expect(textsOf(await untilWhole())).toEqual(both);
});

test('where nothing can be searched it says so, and never that nothing is known', async () => {
  await rm(join(workshop.directory, 'search'), { recursive: true });
  await expect(find()).rejects.toMatchObject({ code: 'overloaded' });
  expect(textsOf(await untilWhole())).toEqual(both);
});

test('at a start everything that is served is looked after', async () => {
  const { tenantId, search, whole, store, directory } = workshop;
  await rm(join(directory, 'search'), { recursive: true });
  await whole.ensureAll([tenantId]);
  for (const pack of await store.knowledge.listServed(tenantId))
    expect(await search.hasVersion(tenantId, pack)).toBe(true);
  expect(textsOf(await find())).toEqual(both);
  expect(workshop.failures).toEqual([]);
});

test('a version that was deleted between its listing and the search is simply not there', async () => {
  const { tenantId, packs, store, whole } = workshop;
  const listed = await store.knowledge.listServed(tenantId);
  await packs.deletePack(tenantId, one);
  const query = { kind: 'document', text: 'harbour', vector: null, groups: [], nowMs: 0 } as const;
  const found = await whole.find(tenantId, [{ ...query, packs: listed, limit: 9, timeoutMs: 9_000 }], () =>
    store.knowledge.listServed(tenantId),
  );
  expect([textsOf(found), found.isWhole]).toEqual([['The harbour closes at nine.'], true]);
});
