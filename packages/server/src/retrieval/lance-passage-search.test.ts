import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { Passage } from '../interfaces/passage-search.ts';
import { describePassageSearch } from './contract/passage-search.suite.ts';
import { openLancePassageSearch } from './lance-passage-search.ts';

const tenant: TenantId = 'ten_01h455vb4pex5vsknk084sn02q';
const packId: PackId = 'pack_01h455vb4pex5vsknk084sn02s';

async function openTemporary() {
  const directory = await mkdtemp(join(tmpdir(), 'avow-search-'));
  const search = await openLancePassageSearch({ directory });
  return {
    directory,
    search,
    openAgain: () => openLancePassageSearch({ directory }),
    dispose: async () => {
      await search.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

describePassageSearch('LanceDB', openTemporary);

async function filesWith(directory: string, words: string): Promise<number> {
  let count = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(words)) count += 1;
  }
  return count;
}

const passageOf = (text: string, version: number): Passage => ({
  kind: 'document',
  pack: { packId, version },
  documentId: 'doc_01h455vb4pex5vsknk084sn02v',
  ordinal: 0,
  headings: '',
  text,
  start: 0,
  end: text.length,
});

/** The index writes its words in a form that no search for bytes finds: two indexes are compared instead. */
async function indexedWords(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('tokens.lance'));
  return await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
}

test('LanceDB: words that were pruned are in no file any more', async () => {
  const { directory, search, dispose } = await openTemporary();
  const other = await openTemporary();
  await other.search.add(tenant, [passageOf('The secret is gone', 2)], () => undefined);
  await search.add(tenant, [passageOf('The secret is qzxwvkjhgf', 1)], () => undefined);
  await search.add(tenant, [passageOf('The secret is gone', 2)], () => undefined);
  // Otherwise this test would pass for want of looking in the right place.
  expect(await filesWith(directory, 'qzxwvkjhgf')).toBeGreaterThan(0);
  expect((await indexedWords(directory)).length).toBeGreaterThan(1);

  await search.prune(tenant, { packId, keep: 2 });
  expect(await filesWith(directory, 'qzxwvkjhgf')).toBe(0);
  expect(await indexedWords(directory)).toEqual(await indexedWords(other.directory));
  expect(await filesWith(directory, 'gone')).toBeGreaterThan(0);

  await search.prune(tenant, { packId, keep: null });
  expect(await filesWith(directory, 'gone')).toBe(0);
  await dispose();
  await other.dispose();
});

test('LanceDB: a search that runs out of time says so, without the question', async () => {
  const { search, dispose } = await openTemporary();
  const passages = Array.from({ length: 5_000 }, (_, n) => ({
    ...passageOf(`word${n % 50} word${n % 70} word${n % 90}`, 1),
    ordinal: n,
  }));
  await search.add(tenant, passages, () => undefined);
  const text = Array.from({ length: 64 }, (_, n) => `word${n}`).join(' ');
  const wanted = { text, packs: [{ packId, version: 1 }], limit: 100, timeoutMs: 1 };
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => search.search(tenant, wanted)));
  const failures = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map((outcome) => outcome.reason);
  expect(failures.length).toBeGreaterThan(0);
  for (const failure of failures) {
    expect(failure).toMatchObject({ code: 'timeout', message: 'the passage search ran out of time' });
  }
  await dispose();
});
