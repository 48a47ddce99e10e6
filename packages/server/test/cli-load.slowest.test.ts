import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocumentProcess } from '@avow/documents';
import type { PackId, TenantId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app/create-app.ts';
import { type DataFolder, openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { composePacks } from '../src/features/content/compose/compose-packs.ts';
import type { ContentPacks } from '../src/features/content/content.ts';
import { pairOf } from '../src/features/content/test-support/open-content-fixture.ts';
import { composePackLoader } from '../src/features/loading/compose/compose-pack-loader.ts';
import { recordTerminal } from './support/record-terminal.ts';

/** An installation whose pack is its folder, of which each test gets a copy. */
let installed: string;
let directory: string;
let folder: string;

const files = {
  'doors.md': '# Doors\n\nDoors close at nine.\n',
  'windows.md': '# Windows\n\nWindows close at ten.\n',
  'roof.txt': 'The roof is flat.',
  'pairs.qna.json': JSON.stringify([
    { question: 'Who closes?', answer: 'Ann.' },
    { question: 'Who opens?', answer: 'Ben.' },
  ]),
};

const newFolder = () => mkdtemp(join(tmpdir(), 'avow-cli-load-'));
const removeFolder = (path: string) => rm(path, { recursive: true, force: true });
const put = (file: string, text: string) => writeFile(join(folder, file), text);
const gone = (file: string) => rm(join(folder, file));
const settings = () => ({ AVOW_DATA_DIR: join(directory, 'data'), AVOW_SEARCH_BY_MEANING: 'off' });

beforeAll(async () => {
  directory = installed = await newFolder();
  folder = join(installed, 'house');
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await put(file, text);
  await run(['tenants', 'create', 'acme']);
  expect((await load()).code).toBe(0);
});

beforeEach(async () => {
  directory = await newFolder();
  folder = join(directory, 'house');
  await cp(installed, directory, { recursive: true });
});

afterEach(() => removeFolder(directory));
afterAll(() => removeFolder(installed));

async function run(words: readonly string[], says?: readonly (string | null)[]) {
  const { terminal, said } = recordTerminal(says === undefined ? {} : { says });
  return { code: await runCli(words, settings(), terminal), ...said() };
}

const load = (...options: string[]) => run(['packs', 'load', folder, ...options]);

const planned = async (...options: string[]) =>
  JSON.parse((await load('--dry-run', '--json', ...options)).out);

interface Hand {
  readonly data: DataFolder;
  readonly packs: ContentPacks;
  readonly tenantId: TenantId;
  readonly packId: PackId;
  /** The id of the document under a path. */
  readonly idOf: (source: string) => Promise<`doc_${string}`>;
}

/** What people do to the draft over HTTP. */
async function withDraft<Value>(work: (hand: Hand) => Promise<Value>): Promise<Value> {
  const data = await openDataFolder(loadConfig(settings()));
  const composed = composePacks({
    sharing: null,
    sourceAccess: {
      directory: data.directory,
      allowPrivateAddresses: false,
      confinementRequired: false,
      folders: [],
    },
    ...{ data, encoder: null, classifier: null, fetchDocument: null, versionsKept: 10, clock: systemClock },
    openParser: openDocumentProcess,
    checkGate: async () => ({ kind: 'open', note: '' }),
    screened: () => Promise.reject(new Error('nothing is screened')),
    ...{ onServed: () => undefined, onRepaired: () => undefined, onFailure: () => undefined },
  });
  try {
    const [tenant] = await data.store.access.listTenants();
    const tenantId = tenant?.tenantId ?? 'ten_none';
    const packId = (await data.store.content.findPackByName(tenantId, 'house'))?.packId ?? 'pack_none';
    const idOf = async (source: string) =>
      (await data.store.content.listDraftSources(tenantId, packId)).get(source)?.documentId ?? 'doc_none';
    return await work({ data, packs: composed.packs, tenantId, packId, idOf });
  } finally {
    await composed.close();
    await data.close();
  }
}

/** All of the draft that a person could see. */
const readDraft = () =>
  withDraft(async ({ data: { store }, tenantId, packId }) => {
    const page = { after: null, limit: 100 };
    const documents = await store.content.listDraftDocuments(tenantId, packId, page);
    const pairs = await store.content.listDraftPairs(tenantId, packId, page);
    const pack = await store.content.getPack(tenantId, packId);
    return { documents, pairs, latestVersion: pack?.latestVersion };
  });

const sources = async () => (await readDraft()).documents.map(({ source }) => source).toSorted();
const questions = async () => (await readDraft()).pairs.map(({ question }) => question).toSorted();

/** Each command opens the installation anew, as a process of its own would. */
describe('avow packs load', () => {
  it('keeps the groups, tags and times that people set, even if the file changes', async () => {
    await withDraft(async ({ packs, tenantId, packId, idOf }) => {
      await packs.updateDocument(tenantId, packId, await idOf('doors.md'), { groups: ['hr'] });
      await packs.updateDocument(tenantId, packId, await idOf('roof.txt'), { title: 'The top' });
      const [pair] = (await packs.findPairs(tenantId, packId, ['Who closes?'])) ?? [];
      if (pair === undefined) throw new Error('there is no such pair');
      const { curatedId, ...content } = pair;
      const set = { tags: ['evening'], groups: ['staff'], validUntilMs: 4e12 };
      await packs.replacePair(tenantId, packId, curatedId, pairOf(content.question, content.answer, set));
    });
    expect((await load()).code).toBe(0);
    await put('doors.md', '# Doors\n\nDoors close at eight.\n');
    await put('pairs.qna.json', files['pairs.qna.json'].replace('Ann.', 'Cleo.'));
    const changed = await load();
    expect([changed.code, changed.err]).toEqual([0, expect.stringContaining('keeps groups as set by hand')]);
    const { documents, pairs } = await readDraft();
    expect(documents.find(({ source }) => source === 'doors.md')).toMatchObject({ groups: ['hr'] });
    expect(documents.find(({ source }) => source === 'roof.txt')).toMatchObject({ title: 'The top' });
    expect(pairs.find(({ question }) => question === 'Who closes?')).toMatchObject({
      ...{ answer: 'Cleo.', tags: ['evening'], groups: ['staff'], validUntilMs: 4e12 },
    });
    expect(
      await withDraft(async ({ data: { store }, tenantId, packId, idOf }) =>
        store.content.getDraftDocument(tenantId, packId, await idOf('doors.md')),
      ),
    ).toMatchObject({ text: expect.stringContaining('eight') });
  });

  it('leaves out what people removed, unless --restore is given', async () => {
    await run(['packs', 'remove-document', 'house', 'roof.txt']);
    await withDraft(async ({ packs, tenantId, packId }) => {
      const [pair] = (await packs.findPairs(tenantId, packId, ['Who opens?'])) ?? [];
      await packs.deletePair(tenantId, packId, pair?.curatedId ?? 'qna_none');
    });
    const plain = await load();
    expect([plain.code, plain.err]).toEqual([0, expect.stringContaining('roof.txt: was removed by hand')]);
    await put('roof.txt', 'The roof is steep.');
    expect((await load()).code).toBe(0);
    expect([await sources(), await questions()]).toEqual([['doors.md', 'windows.md'], ['Who closes?']]);
    expect((await planned('--restore')).items).toMatchObject([
      { action: 'add_back', kind: 'document', file: 'roof.txt' },
      { action: 'add_back', kind: 'pair', question: 'Who opens?' },
    ]);
    expect((await load('--restore')).code).toBe(0);
    expect([await sources(), await questions()]).toEqual([
      ['doors.md', 'roof.txt', 'windows.md'],
      ['Who closes?', 'Who opens?'],
    ]);
  });

  it('keeps uploads and drafted pairs, unless --prune is given', async () => {
    await writeFile(join(directory, 'upload.md'), 'Uploaded.');
    await run(['packs', 'add', 'house', join(directory, 'upload.md')]);
    await withDraft(({ packs, tenantId, packId }) =>
      packs.createPair(tenantId, packId, pairOf('From feedback?', 'Yes.')),
    );
    await put('doors.md', 'Doors stay open.');
    expect((await load()).code).toBe(0);
    expect(await sources()).toContain('upload.md');
    expect(await questions()).toContain('From feedback?');
    const unasked = await load('--prune');
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('--yes')]);
    expect((await load('--prune', '--yes')).code).toBe(0);
    expect(await sources()).not.toContain('upload.md');
    expect(await questions()).not.toContain('From feedback?');
  });

  it('asks before it replaces what people wrote, and says so', async () => {
    await withDraft(async ({ packs, tenantId, packId }) => {
      const [pair] = (await packs.findPairs(tenantId, packId, ['Who closes?'])) ?? [];
      const byHand = pairOf('Who closes?', 'Ann, at nine.', { source: 'pairs.qna.json' });
      await packs.replacePair(tenantId, packId, pair?.curatedId ?? 'qna_none', byHand);
    });
    expect((await load()).code).toBe(0);
    await put('pairs.qna.json', files['pairs.qna.json'].replace('Ann.', 'Cleo.'));
    const before = await readDraft();
    expect(before.pairs.map(({ answer }) => answer)).toContain('Ann, at nine.');
    const unasked = await load();
    expect([unasked.code, unasked.err]).toEqual([
      1,
      expect.stringContaining('replaces answer written by hand'),
    ]);
    expect(await readDraft()).toEqual(before);
    expect((await load('--yes')).code).toBe(0);
    expect((await readDraft()).pairs.map(({ answer }) => answer)).toContain('Cleo.');
  });

  it('prints the plan of a dry run, and changes nothing', async () => {
    await put('new.md', 'New.');
    await put('doors.md', 'Doors stay open.');
    await gone('roof.txt');
    const before = await readDraft();
    expect(await planned()).toMatchObject({
      ...{ result: 'planned', name: 'house', refusal: null },
      counts: { added: 1, changed: 1, removed: 1, unchanged: 3 },
      items: [
        { action: 'change', kind: 'document', file: 'doors.md' },
        { action: 'add', kind: 'document', file: 'new.md' },
        { action: 'remove', kind: 'document', file: 'roof.txt' },
      ],
    });
    const shown = await load('--dry-run');
    expect([shown.code, shown.err]).toEqual([0, '']);
    for (const line of ['add new.md', 'change doors.md', 'remove roof.txt', 'dry run'])
      expect(shown.out).toContain(line);
    expect(await readDraft()).toEqual(before);
    await mkdir(join(directory, 'other'));
    await writeFile(join(directory, 'other', 'a.md'), 'A.');
    expect((await run(['packs', 'load', join(directory, 'other'), '--dry-run'])).code).toBe(0);
    expect(JSON.parse((await run(['packs', 'list', '--json'])).out).data).toHaveLength(1);
  });

  it('asks on a terminal, and without one removes nothing unless --yes is given', async () => {
    await gone('roof.txt');
    const before = await readDraft();
    const unasked = await load();
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('remove roof.txt')]);
    for (const answer of ['n', '', 'nope', null]) {
      const refused = await run(['packs', 'load', folder], [answer]);
      expect([answer, refused.code, refused.err]).toEqual([
        answer,
        1,
        expect.stringContaining('remove roof.txt'),
      ]);
    }
    expect(await readDraft()).toEqual(before);
    expect((await run(['packs', 'load', folder], ['y'])).code).toBe(0);
    expect(await sources()).toEqual(['doors.md', 'windows.md']);
    // Nothing to do is nothing to ask.
    expect((await run(['packs', 'load', folder], [])).out).toContain('Nothing changed');
  });

  it('refuses an empty or a missing folder, and to remove more than half, and changes nothing', async () => {
    const before = await readDraft();
    for (const file of Object.keys(files)) await gone(file);
    const empty = await load('--yes');
    expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('nothing that can be loaded')]);
    await put('.hidden.md', 'Hidden.');
    await put('picture.png', 'x');
    const unsupported = await load('--yes', '--force', 'Really.');
    expect([unsupported.code, unsupported.err]).toEqual([1, expect.stringContaining('picture.png')]);
    await put('doors.md', files['doors.md']);
    const most = await load('--yes');
    expect([most.code, most.err]).toEqual([1, expect.stringContaining('4 of the 5')]);
    expect(await planned('--yes')).toMatchObject({ refusal: expect.stringContaining('--force') });
    await removeFolder(folder);
    const missing = await load('--yes');
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('ENOENT')]);
    expect(await readDraft()).toEqual(before);
    await mkdir(folder);
    await put('doors.md', files['doors.md']);
    expect((await load('--yes', '--force', 'We moved out.')).code).toBe(0);
    expect(await sources()).toEqual(['doors.md']);
  });

  it('refuses a file in place of a folder, and leaves no pack behind', async () => {
    const file = join(folder, 'doors.md');
    const ran = await run(['packs', 'load', file, '--yes']);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('is not a folder')]);
    expect(JSON.parse((await run(['packs', 'list', '--json'])).out).data).toHaveLength(1);
  });

  it('names the header that a table of pairs should have', async () => {
    await put('more.qna.csv', 'questoin,answer\nWho sweeps?,Dan.\n');
    const ran = await load();
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('more.qna.csv: has no columns named')]);
    expect(ran.err).toContain('"question,answer"');
    expect(ran.err).toContain('"questoin,answer"');
    await put('more.qna.csv', 'qestion,anser\nWho sweeps?,Dan.\n');
    expect((await load()).code).toBe(1);
    expect(await questions()).toEqual(['Who closes?', 'Who opens?']);
  });

  it('lists files that it skips, with the reason', async () => {
    await put('picture.png', 'x');
    await put('empty.md', ' \n');
    await symlink(join(folder, 'doors.md'), join(folder, 'link.md'));
    const ran = await load();
    expect(ran.code).toBe(0);
    expect(ran.err).toContain('picture.png: is not a supported file type');
    expect(ran.err).toContain('empty.md: contains no text');
    expect(ran.err).toContain('link.md: is a symbolic link');
    expect(JSON.parse((await load('--json')).out).skipped).toHaveLength(3);
  });

  it('keeps the content of a file that has become faulty, and refuses a faulty pack.json', async () => {
    await put('doors.md', 'a\u0000b');
    await put('pairs.qna.json', '[{"question":"Who closes?"}]');
    const ran = await load('--skip-faulty');
    expect([ran.code, ran.err]).toEqual([
      0,
      expect.stringContaining('doors.md: its file cannot be read now'),
    ]);
    expect(await sources()).toContain('doors.md');
    expect(await questions()).toEqual(['Who closes?', 'Who opens?']);
    // Without it nobody knows which groups everything is for.
    await put('pack.json', '{"groups":[]}');
    const faulty = await load('--skip-faulty', '--yes');
    expect([faulty.code, faulty.err]).toEqual([1, expect.stringContaining('pack.json')]);
  });

  it('makes a new plan if the draft changes after the first, without using the first', async () => {
    await put('new.md', 'New.');
    let plans = 0;
    await withDraft(async ({ data, packs, tenantId, packId, idOf }) => {
      await composePackLoader(data).load(tenantId, folder, {
        ...{ skipFaulty: false, onProgress: () => undefined },
        confirm: async () => {
          plans += 1;
          if (plans === 1)
            await packs.updateDocument(tenantId, packId, await idOf('doors.md'), { groups: ['hr'] });
        },
      });
    });
    expect(plans).toBe(2);
    const { documents } = await readDraft();
    expect(documents.find(({ source }) => source === 'doors.md')?.groups).toEqual(['hr']);
    expect(documents).toHaveLength(4);
  });

  it('reverts the changes of a killed load before any other work on the pack', async () => {
    const before = await readDraft();
    const beginLoad = () =>
      withDraft(async ({ data, tenantId, packId, idOf }) => {
        const removeDocuments = [await idOf('doors.md')];
        const change = { isProvisional: true, removeDocuments, nowMs: Date.now() };
        await data.store.content.changeDraft(tenantId, packId, change);
      });
    await beginLoad();
    expect((await run(['packs', 'publish', 'house'])).out).toContain('Nothing changed');
    expect(await readDraft()).toMatchObject({ ...before, documents: expect.any(Array) });
    expect(await sources()).toContain('doors.md');
    await beginLoad();
    expect((await load()).out).toContain('Nothing changed');
    expect(await sources()).toContain('doors.md');
    await beginLoad();
    await withDraft(async ({ data, idOf }) => {
      const app = await createApp({
        ...{ config: loadConfig(settings()), data, log: createLog('silent') },
        ...{ encoder: null, reader: null, screener: null, guardModel: null },
      });
      await expect.poll(() => idOf('doors.md')).not.toBe('doc_none');
      await app.close();
    });
  });

  it('leaves neither a draft nor a new pack behind if it fails', async () => {
    await put('new.md', 'New.');
    await gone('roof.txt');
    const before = await readDraft();
    const other = join(directory, 'other');
    await mkdir(other);
    await writeFile(join(other, 'a.md'), 'A.');
    await withDraft(async ({ data, tenantId }) => {
      const checkGate = () => Promise.reject(new Error('no gate'));
      for (const path of [folder, other]) {
        const options = { skipFaulty: false, onProgress: () => undefined, checkGate };
        await expect(composePackLoader(data).load(tenantId, path, options)).rejects.toThrow('no gate');
      }
      expect(await data.store.content.listPacks(tenantId, { after: null, limit: 9 })).toHaveLength(1);
    });
    expect(await readDraft()).toEqual(before);
  });
});

describe('avow packs delete', () => {
  it('says what would be deleted, and asks for the name of the pack', async () => {
    const exists = async () => JSON.parse((await run(['packs', 'list', '--json'])).out).data.length === 1;
    const unasked = await run(['packs', 'delete', 'house']);
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('--yes')]);
    for (const answer of ['y', 'House', '', null]) {
      const ran = await run(['packs', 'delete', 'house'], [answer]);
      expect([answer, ran.code]).toEqual([answer, 1]);
      expect(ran.err).toContain('3 documents and 2 curated pairs in its draft, 1 versions, version 1 served');
    }
    expect(await exists()).toBe(true);
    expect((await run(['packs', 'delete', 'house'], ['house'])).code).toBe(0);
    expect(await exists()).toBe(false);
  });
});
