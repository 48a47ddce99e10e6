import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, type PackId, type TenantId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { Passage } from '@avow/search';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataFolder, openDataFolder } from '../../../app/open-data-folder.ts';
import { loadConfig } from '../../../config/load-config.ts';
import { newTenant } from '../../../storage/contract/samples.ts';
import { type IndexSharing, shareIndex } from './share-index.ts';
import { embedPassages } from '../indexing/embed-passages.ts';

let server: TestServer;
let directory: string;
let nodes: { readonly data: DataFolder; readonly sharing: IndexSharing; embedded: number }[];
let tenantId: TenantId;
let packId: PackId;

const { signal } = new AbortController();
const encoder = {
  name: 'test',
  encodePassages: async (texts: readonly string[]) => texts.map(() => new Float32Array([1, 0, 0, 0])),
} as unknown as Encoder;
const log = { info: () => undefined, warn: () => undefined };

beforeAll(async () => {
  server = await startPostgres();
  directory = await mkdtemp(join(tmpdir(), 'avow-share-index-'));
  const url = await server.newDatabase();
  nodes = [];
  for (const name of ['one', 'two']) {
    const folder = join(directory, name);
    await mkdir(folder, { mode: 0o700 });
    if (name === 'two')
      for (const file of ['pepper.key', 'master.key', 'log.key'])
        await copyFile(join(directory, 'one', file), join(folder, file));
    const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: folder, AVOW_DATABASE_URL: url }));
    const sharing = shareIndex({ data, encoder, log, signal });
    if (sharing === null) throw new Error('the records are shared');
    nodes.push({ data, sharing, embedded: 0 });
  }
  const { store } = nodes[0]?.data ?? { store: null };
  if (store === null) throw new Error('there is a node');
  tenantId = await newTenant(store.access);
  packId = newId('pack', 1);
  await store.content.createPack(tenantId, { packId, name: 'office', description: '', nowMs: 1 });
});
afterAll(async () => {
  for (const { data } of nodes) await data.close();
  await server.stop();
  await rm(directory, { recursive: true });
});

async function* passages(version: number): AsyncGenerator<Passage[]> {
  const text = `Version ${version} of the rules.`;
  yield [
    {
      ...{ kind: 'document', documentId: 'doc_1', revision: version, ordinal: 0, headings: '', text },
      ...{ start: 0, end: text.length, groups: [], validFromMs: null, validUntilMs: null },
    },
  ];
}

const nodeAt = (position: number) => nodes[position] ?? expect.unreachable();

async function publish(version: number, kept: readonly number[]): Promise<void> {
  const { data, sharing } = nodeAt(0);
  const pack = { packId, version };
  await data.search.stageVersion(
    tenantId,
    { pack, base: null, removed: [], added: passages(version) },
    () => undefined,
  );
  data.published?.add(pack);
  await data.search.prune(tenantId, { packId, keep: kept });
  await data.tryPackLock(packId, () => sharing.onKept(tenantId, packId, kept));
}

async function embed(position: number, version: number): Promise<boolean> {
  const node = nodeAt(position);
  const served = { tenantId, pack: { packId, version } };
  return await node.sharing.embedForAll(served, async () => {
    node.embedded += 1;
    const options = { signal, waitUntilIdle: async () => undefined, onProgress: () => undefined };
    return await embedPassages({ search: node.data.search, encoder }, tenantId, served.pack, options);
  });
}

it('pulls what another node has built and embedded, and removes what is no longer kept', async () => {
  const [one, two] = [nodeAt(0), nodeAt(1)];
  await publish(1, [1]);
  expect(await two.sharing.pull(tenantId, { packId, version: 1 }, signal)).toBe(true);
  two.data.published?.add({ packId, version: 1 });
  expect(await two.data.search.hasVersion(tenantId, { packId, version: 1 })).toBe(true);
  // While one embeds it, the other does not.
  const waiting = one.sharing.embedForAll({ tenantId, pack: { packId, version: 1 } }, async () => {
    expect(await embed(1, 1)).toBe(false);
    return false;
  });
  expect(await waiting).toBe(false);
  expect(await embed(0, 1)).toBe(true);
  expect(await embed(1, 1)).toBe(true);
  expect([one.embedded, two.embedded]).toEqual([1, 0]);

  await publish(2, [2]);
  expect(await two.sharing.pull(tenantId, { packId, version: 1 }, signal)).toBe(false);
  expect(await two.sharing.pull(tenantId, { packId, version: 2 }, signal)).toBe(true);
});

it('builds a version itself that was not shared, or whose pieces are damaged', async () => {
  const two = nodeAt(1);
  expect(await two.sharing.pull(tenantId, { packId, version: 9 }, signal)).toBe(false);
  await publish(3, [3]);
  const versions = two.data.shared?.versions ?? expect.unreachable();
  const shared = (await versions.get(tenantId, { packId, version: 3 })) ?? expect.unreachable();
  const files = shared.files.map((file) => ({ ...file, hash: '00'.repeat(32) }));
  await versions.put(tenantId, { packId, version: 3 }, { ...shared, files }, async function* () {
    yield new Uint8Array([1]);
  });
  expect(await two.sharing.pull(tenantId, { packId, version: 3 }, signal)).toBe(false);
  expect(await two.data.search.hasVersion(tenantId, { packId, version: 3 })).toBe(false);
});
