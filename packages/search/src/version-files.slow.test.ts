import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackId, TenantId } from '@avow/foundation';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPassageSearch } from './open-passage-search.ts';
import type { Passage, PassageSearch } from './passage-search.ts';
import { openVersionFiles, type VersionDescription, type VersionFile } from './version-files.ts';

const tenantId: TenantId = 'ten_1';
const packId: PackId = 'pack_1';
const pack = { packId, version: 1 };
const encoder = 'test';

let directory: string;
let nodes: { readonly search: PassageSearch; readonly files: ReturnType<typeof openVersionFiles> }[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-version-files-'));
  nodes = [];
  for (const name of ['one', 'other']) {
    const folder = join(directory, name);
    nodes.push({ search: await openPassageSearch({ directory: folder }), files: openVersionFiles(folder) });
  }
});
afterEach(async () => {
  for (const { search } of nodes) await search.close();
  await rm(directory, { recursive: true });
});

function passage(ordinal: number): Passage {
  const text = `The office opens at ${ordinal} in the morning.`;
  return {
    ...{ kind: 'document', documentId: 'doc_1', revision: 1, ordinal, headings: '', text },
    ...{ start: 0, end: text.length, groups: [], validFromMs: null, validUntilMs: null },
  };
}

async function* passages() {
  yield Array.from({ length: 20 }, (_, ordinal) => passage(ordinal));
}

const find = (search: PassageSearch, vector: Float32Array | null = null) =>
  search.search(tenantId, {
    ...{ kind: 'document', text: 'office 7', vector, packs: [pack], groups: [], nowMs: 1 },
    ...{ limit: 5, timeoutMs: 10_000 },
  });

async function publish() {
  const [one, other] = nodes;
  if (one === undefined || other === undefined) throw new Error('there are two nodes');
  const version = { pack, base: null, removed: [], added: passages() };
  await one.search.stageVersion(tenantId, version, () => undefined);
  const described = await one.files.describe(tenantId, pack);
  if (described === null) throw new Error('it was staged');
  const fetched: string[] = [];
  const install = (given: VersionDescription = described) =>
    other.files.install(tenantId, pack, given, (file) => {
      fetched.push(file.name);
      return one.files.read(tenantId, packId, file.name);
    });
  return { one, other, described, fetched, install };
}

it('makes a version searchable on another node as it is on the first, vectors included', async () => {
  const { one, other, install, fetched } = await publish();
  await install();
  expect(await find(other.search)).toEqual(await find(one.search));
  const [waiting] = await one.search.listWaiting(tenantId, { pack, encoder, limit: 1 });
  const vector = new Float32Array([1, 0, 0, 0]);
  await one.search.addVectors(tenantId, { pack, encoder, vectors: [{ key: waiting?.key ?? '', vector }] });
  const before = fetched.length;
  await install((await one.files.describe(tenantId, pack)) ?? undefined);
  // Nothing but the vectors is fetched again.
  expect(fetched.slice(before).every((name) => name.endsWith('.vec'))).toBe(true);
  expect(fetched.length).toBe(before + 1);
  expect(await find(other.search, vector)).toEqual(await find(one.search, vector));
});

it('fetches a file again that is damaged, and only that', async () => {
  const { other, described, install, fetched } = await publish();
  await install();
  const folder = join(directory, 'other', tenantId, packId);
  const [index = ''] = (await readdir(folder)).filter((name) => name.endsWith('.idx'));
  await writeFile(join(folder, index), 'damaged');
  await expect(find(other.search)).rejects.toMatchObject({ kind: 'damaged' });
  fetched.length = 0;
  await install(described);
  expect(fetched).toEqual([index]);
  expect(await find(other.search)).toHaveLength(5);
});

it('refuses pieces that are not what was described, and leaves nothing of them', async () => {
  const { other, described } = await publish();
  async function* wrong(_: VersionFile) {
    yield new Uint8Array([1, 2, 3]);
  }
  await expect(other.files.install(tenantId, pack, described, wrong)).rejects.toMatchObject({
    kind: 'damaged',
  });
  expect(await readdir(join(directory, 'other', tenantId, packId))).toEqual([]);
  expect(await other.search.hasVersion(tenantId, pack)).toBe(false);
  const named = { ...described, files: [{ name: '../escape', hash: '', bytes: 1 }] };
  await expect(other.files.install(tenantId, pack, named, wrong)).rejects.toThrow('not a file');
});
