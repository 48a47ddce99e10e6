import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ContentFixture, openContentFixture } from '../../content/test-support/open-content-fixture.ts';

let fixture: ContentFixture;
let one: PackId;
let other: PackId;

beforeEach(async () => {
  fixture = await openContentFixture({ directory: await mkdtemp(join(tmpdir(), 'avow-repair-')) });
  one = await fixture.createPack('one');
  other = await fixture.createPack('other');
  await fixture.addText(one, { 'a.md': 'The harbour opens at six.' });
  await fixture.addText(other, { 'b.md': 'The harbour closes at nine.' });
  await fixture.publish(one);
  await fixture.publish(other);
});

afterEach(async () => {
  await fixture.close();
  await rm(fixture.directory, { recursive: true, force: true });
});

async function find() {
  const { store, tenantId, packSearch } = fixture;
  const packs = await store.content.listServed(tenantId);
  const query = { kind: 'document', text: 'harbour', vector: null, groups: [], nowMs: 0 } as const;
  return await packSearch.find(tenantId, [{ ...query, packs, limit: 9, timeoutMs: 9_000 }], () =>
    store.content.listServed(tenantId),
  );
}

const textsOf = ({ hits }: Awaited<ReturnType<typeof find>>) =>
  (hits[0] ?? []).map(({ text }) => text).sort();
const both = ['The harbour closes at nine.', 'The harbour opens at six.'];

/** Searches until the result is complete again. */
const untilComplete = () =>
  waitFor(async () => {
    const found = await find();
    return found.isComplete && found;
  });

const packFolderOf = async (packId: PackId): Promise<string> => {
  const root = join(fixture.directory, 'search');
  const entries = await readdir(root, { recursive: true });
  const folder = entries.find((path) => path.endsWith(packId));
  if (folder === undefined) throw new Error('the pack has no folder');
  return join(root, folder);
};

test('skips a missing version, reports the result as incomplete, and rebuilds it', async () => {
  expect(await find()).toMatchObject({ isComplete: true });
  await rm(await packFolderOf(one), { recursive: true });
  const found = await find();
  expect([textsOf(found), found.isComplete, found.packs.map(({ packId }) => packId)]).toEqual([
    ['The harbour closes at nine.'],
    false,
    [other],
  ]);
  expect(textsOf(await untilComplete())).toEqual(both);
});

test('rebuilds a version whose files are damaged, and never treats it as complete', async () => {
  const folder = await packFolderOf(one);
  for (const file of await readdir(folder, { recursive: true })) {
    const path = join(folder, file);
    const bytes = await readFile(path).catch(() => null);
    if (bytes !== null && bytes.length > 8 && file.endsWith('.idx')) await truncate(path, bytes.length >> 1);
  }
  // Reopened, so that nothing of it is in memory.
  const { directory, tenantId } = fixture;
  await fixture.close();
  fixture = await openContentFixture({ directory, tenantId });
  const found = await find();
  expect([textsOf(found), found.isComplete]).toEqual([['The harbour closes at nine.'], false]);
  expect(textsOf(await untilComplete())).toEqual(both);
});

test('rejects as overloaded if no version is searchable, instead of finding nothing', async () => {
  await rm(join(fixture.directory, 'search'), { recursive: true });
  await expect(find()).rejects.toMatchObject({ code: 'overloaded' });
  expect(textsOf(await untilComplete())).toEqual(both);
});

test('rebuilds every served version that is missing at startup', async () => {
  const { tenantId, search, packSearch, store, directory } = fixture;
  await rm(join(directory, 'search'), { recursive: true });
  await packSearch.ensureAll([tenantId]);
  for (const pack of await store.content.listServed(tenantId))
    expect(await search.hasVersion(tenantId, pack)).toBe(true);
  expect(textsOf(await find())).toEqual(both);
  expect(fixture.failures).toEqual([]);
});

test('ignores a version that was deleted between the listing and the search', async () => {
  const { tenantId, packs, store, packSearch } = fixture;
  const listed = await store.content.listServed(tenantId);
  await packs.deletePack(tenantId, one);
  const query = { kind: 'document', text: 'harbour', vector: null, groups: [], nowMs: 0 } as const;
  const found = await packSearch.find(
    tenantId,
    [{ ...query, packs: listed, limit: 9, timeoutMs: 9_000 }],
    () => store.content.listServed(tenantId),
  );
  expect([textsOf(found), found.isComplete]).toEqual([['The harbour closes at nine.'], true]);
});
