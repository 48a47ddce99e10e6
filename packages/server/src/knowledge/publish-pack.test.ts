import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../ids/typeid.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { PassageSearch } from '../interfaces/passage-search.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { openLancePassageSearch } from '../retrieval/lance-passage-search.ts';
import { openSqliteStore, type SqliteStore } from '../stores/sqlite/open-sqlite-store.ts';
import { curatedKey } from '../text/normalise-question.ts';
import type { PackFolder } from './pack-folder.ts';
import { publishPackFolder, removePack } from './publish-pack.ts';

const nowMs = 1_750_000_000_000;
const tenant: TenantId = newId('ten', nowMs);

let directory: string;
let store: SqliteStore;
let search: PassageSearch;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-publish-'));
  store = await openSqliteStore({ directory });
  search = await openLancePassageSearch({ directory: join(directory, 'search') });
  await store.access.createTenant({ tenantId: tenant, name: 'one', status: 'active', createdAtMs: nowMs });
});

afterEach(async () => {
  await search.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

function folderOf(given: Partial<PackFolder> = {}): PackFolder {
  return {
    name: 'handbook',
    description: '',
    documents: [
      {
        source: 'leave.md',
        title: 'Leave',
        url: null,
        text: '# Leave\n\nBakers have 26 days 🥐 of leave.',
        format: 'markdown',
      },
      {
        source: 'notes.txt',
        title: 'notes',
        url: null,
        text: 'Ovens are cleaned on Mondays.',
        format: 'text',
      },
    ],
    curated: [
      {
        question: 'When is payday?',
        alternatives: ['When are we paid?', 'when is PAYDAY'],
        answer: 'On the 25th.',
        source: 'qna.json',
        url: null,
      },
    ],
    ...given,
  };
}

const parts = (given: { knowledge?: KnowledgeStore; search?: PassageSearch } = {}) => ({
  knowledge: store.knowledge,
  search,
  nowMs,
  newId: <Prefix extends string>(prefix: Prefix) => newId(prefix, nowMs),
  ...given,
});
const publish = (folder: PackFolder, given: Parameters<typeof parts>[0] = {}) =>
  publishPackFolder(parts(given), tenant, folder, () => undefined);
const find = async (text: string) => {
  const packs = await store.knowledge.listPacks(tenant);
  return await search.search(tenant, { text, packs, limit: 20, timeoutMs: 10_000 });
};

describe('publishPackFolder', () => {
  test('publishes documents and pairs, and their passages are found and quoted exactly', async () => {
    const progress: [number, number][] = [];
    const published = await publishPackFolder(parts(), tenant, folderOf(), (done, total) =>
      progress.push([done, total]),
    );
    expect(published).toMatchObject({
      kind: 'published',
      pack: { version: 1, documentCount: 2, curatedCount: 1, passageCount: 5 },
    });
    expect(progress.at(-1)).toEqual([5, 5]);
    expect(await store.knowledge.listPacks(tenant)).toEqual([published.pack]);

    const [hit] = await find('days of leave');
    expect(hit).toMatchObject({
      kind: 'document',
      headings: 'Leave',
      text: 'Bakers have 26 days 🥐 of leave.',
    });
    if (hit !== undefined) expect(await store.knowledge.readQuote(tenant, hit)).toBe(hit.text);
    expect((await find('ovens'))[0]?.headings).toBe('notes');
    const curated = await find('payday');
    expect(curated.map((one) => [one.kind, one.ordinal])).toEqual([
      ['curated', 0],
      ['curated', 2],
    ]);
    const matches = await store.knowledge.findCurated(tenant, {
      key: curatedKey('when are we PAID'),
      packIds: null,
    });
    expect(matches.map((match) => match.pair.answer)).toEqual(['On the 25th.']);
  });

  test('the same content changes nothing', async () => {
    const first = await publish(folderOf());
    expect(await publish(folderOf())).toEqual({ kind: 'unchanged', pack: first.pack });
  });

  test.each<[string, Partial<PackFolder>]>([
    ['the description', { description: 'new' }],
    ['a document', { documents: [] }],
    ['a pair', { curated: [] }],
  ])('a change of %s is a new version', async (_, change) => {
    await publish(folderOf());
    expect(await publish(folderOf(change))).toMatchObject({ kind: 'published', pack: { version: 2 } });
  });

  test('ids stay with their source and question, and old words are gone', async () => {
    const first = await publish(folderOf());
    const before = await store.knowledge.listSourceIds(tenant, first.pack.packId);
    const [document] = folderOf().documents;
    const second = await publish(
      folderOf({
        documents: document === undefined ? [] : [{ ...document, text: 'Bakers have 30 days of leave.' }],
      }),
    );
    expect(second.pack).toMatchObject({ packId: first.pack.packId, version: 2, documentCount: 1 });
    const after = await store.knowledge.listSourceIds(tenant, first.pack.packId);
    expect(after.documents.get('leave.md')).toBe(before.documents.get('leave.md'));
    expect(after.documents.has('notes.txt')).toBe(false);
    expect(after.curated).toEqual(before.curated);
    expect((await find('leave')).map((hit) => hit.text)).toEqual(['Bakers have 30 days of leave.']);
    expect(
      await search.search(tenant, { text: 'ovens', packs: [first.pack], limit: 5, timeoutMs: 10_000 }),
    ).toEqual([]);
  });

  test('packs of other names stay as they are', async () => {
    await publish(folderOf());
    await publish(
      folderOf({
        name: 'other',
        curated: [],
        documents: [{ source: 'a.txt', title: 'a', url: null, text: 'Parking is free.', format: 'text' }],
      }),
    );
    expect((await store.knowledge.listPacks(tenant)).map((pack) => pack.name).sort()).toEqual([
      'handbook',
      'other',
    ]);
    expect(await find('ovens')).toHaveLength(1);
    expect(await find('parking')).toHaveLength(1);
  });

  test('while another load holds the lock, nothing is loaded', async () => {
    const path = join(directory, 'load.lock');
    const exclusively = <Result>(work: () => Promise<Result>) => withFileLock({ path, waitMs: 0 }, work);
    await withFileLock({ path, waitMs: 0 }, async () => {
      const attempt = publishPackFolder({ ...parts(), exclusively }, tenant, folderOf(), () => undefined);
      await expect(attempt).rejects.toMatchObject({ code: 'pack_conflict' });
    });
    expect(await store.knowledge.listPacks(tenant)).toEqual([]);
    expect(
      await publishPackFolder({ ...parts(), exclusively }, tenant, folderOf(), () => undefined),
    ).toMatchObject({ kind: 'published' });
  });
});

/** The same parts, but the call of that number breaks off: before its work is done, or after it. */
function breakingAt(call: number, when: 'before' | 'after') {
  let calls = 0;
  const breaking = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          calls += 1;
          const breaksNow = calls === call;
          if (breaksNow && when === 'before') throw new Error('broken off');
          const result = await method.apply(target, args);
          if (breaksNow) throw new Error('broken off');
          return result;
        };
      },
    });
  return { knowledge: breaking(store.knowledge), search: breaking(search) };
}

describe('a load that breaks off', () => {
  const changed = folderOf({
    documents: [
      {
        source: 'leave.md',
        title: 'Leave',
        url: null,
        text: 'Bakers have 30 days of leave.',
        format: 'markdown',
      },
    ],
  });

  test('anywhere leaves one version whole, and the next load mends everything', async () => {
    let broke = 0;
    for (let call = 1; call <= 6; call += 1) {
      for (const when of ['before', 'after'] as const) {
        await publish(folderOf());
        const outcome = await publish(changed, breakingAt(call, when)).catch(() => 'broken off');
        if (outcome === 'broken off') broke += 1;
        const texts = (await find('leave')).map((hit) => hit.text);
        // The old version or the new one, never both and never none.
        expect([['Bakers have 26 days 🥐 of leave.'], ['Bakers have 30 days of leave.']]).toContainEqual(
          texts,
        );
        await publish(changed);
        expect((await find('leave')).map((hit) => hit.text)).toEqual(['Bakers have 30 days of leave.']);
      }
    }
    expect(broke).toBe(12);
  });

  test('the first time leaves nothing to be found, and the next load keeps its id', async () => {
    await expect(publish(folderOf(), breakingAt(5, 'after'))).rejects.toThrow('broken off');
    expect(await find('leave')).toEqual([]);
    const [reserved] = await store.knowledge.listPacks(tenant);
    expect(reserved).toMatchObject({ version: 0, documentCount: 0 });
    expect((await publish(folderOf())).pack).toMatchObject({ packId: reserved?.packId, version: 1 });
    expect(await find('leave')).toHaveLength(1);
  });
});

describe('removePack', () => {
  test('removes everything, and says where there is nothing', async () => {
    const { pack } = await publish(folderOf());
    expect(await removePack(parts(), tenant, pack.packId)).toBe(true);
    expect(await store.knowledge.listPacks(tenant)).toEqual([]);
    expect(
      await search.search(tenant, { text: 'leave', packs: [pack], limit: 5, timeoutMs: 10_000 }),
    ).toEqual([]);
    expect(await removePack(parts(), tenant, pack.packId)).toBe(false);
    expect(await publish(folderOf())).toMatchObject({ kind: 'published', pack: { version: 1 } });
  });

  test('broken off anywhere, it can be removed again', async () => {
    for (let call = 1; call <= 4; call += 1) {
      for (const when of ['before', 'after'] as const) {
        const { pack } = await publish(folderOf());
        await removePack(breakingAt(call, when), tenant, pack.packId).catch(() => undefined);
        const left = await store.knowledge.listPacks(tenant);
        if (left.length > 0) expect(await removePack(parts(), tenant, pack.packId)).toBe(true);
        expect(await store.knowledge.listPacks(tenant)).toEqual([]);
        const packs = [pack, { ...pack, version: pack.version + 1 }];
        expect(
          await search.search(tenant, { text: 'leave payday ovens', packs, limit: 5, timeoutMs: 10_000 }),
        ).toEqual([]);
      }
    }
  });
});
