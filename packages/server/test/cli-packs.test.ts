import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { officePack } from './support/test-service.ts';

/** An installation with a tenant, and a folder of documents, of which each test gets a copy. */
let installed: string;
let directory: string;
let folder: string;
/** Each command opens the model anew that screens what it loads. */
let screener: 'on' | 'off';

const newFolder = () => mkdtemp(join(tmpdir(), 'avow-cli-packs-'));
const removeFolder = (path: string) => rm(path, { recursive: true, force: true });

beforeAll(async () => {
  screener = 'off';
  directory = installed = await newFolder();
  await mkdir(join(installed, 'office'));
  for (const [file, text] of Object.entries(officePack)) await put(join('office', file), text);
  await run(['tenants', 'create', 'acme']);
});

beforeEach(async () => {
  screener = 'off';
  directory = await newFolder();
  folder = join(directory, 'office');
  await cp(installed, directory, { recursive: true });
});

afterEach(() => removeFolder(directory));
afterAll(() => removeFolder(installed));

async function run(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  isInteractive = false,
) {
  const { terminal, said } = recordTerminal({ isInteractive });
  const settings = {
    AVOW_DATA_DIR: join(directory, 'data'),
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_SCREENER: screener,
    ...env,
  };
  return { code: await runCli(words, settings, terminal), ...said() };
}

const json = async (words: readonly string[]) => {
  const ran = await run([...words, '--json']);
  expect([words.join(' '), ran.code, ran.err]).toEqual([words.join(' '), 0, '']);
  return JSON.parse(ran.out);
};

const put = (path: string, text: string) => writeFile(join(directory, path), text);

/** Each command opens the installation anew, as a process of its own would. */
describe('avow packs', () => {
  it('has help for every command', async () => {
    const commands =
      'create list show load add remove-document import publish rollback unpublish versions report delete';
    for (const command of commands.split(' ')) {
      const ran = await run(['packs', command, '--help']);
      expect([command, ran.code]).toEqual([command, 0]);
      expect(ran.out).toContain(`Usage: avow packs ${command}`);
      expect(ran.out).toContain('--json');
    }
  });

  it('loads a folder, reads only changed files, removes missing ones, and deletes the pack', async () => {
    screener = 'on';
    expect(await json(['packs', 'load', folder])).toMatchObject({
      result: 'published',
      name: 'office',
      version: 1,
      documents: 2,
      curated_pairs: 2,
      counts: { added: 4, changed: 0, unchanged: 0, removed: 0 },
      errors: [],
    });
    // The content counts, not the time of the file.
    await utimes(join(folder, 'leave.md'), new Date(), new Date());
    expect(await json(['packs', 'load', folder])).toMatchObject({
      result: 'unchanged',
      version: 1,
      counts: { added: 0, changed: 0, unchanged: 4, removed: 0 },
    });
    await put('office/new.md', '# New\n\nSomething else entirely.\n');
    await put('office/leave.md', '# Leave\n\nThere is none.\n');
    await rm(join(folder, 'office.txt'));
    expect(await json(['packs', 'load', folder, '--yes'])).toMatchObject({
      result: 'published',
      version: 2,
      documents: 2,
      counts: { added: 1, changed: 1, unchanged: 2, removed: 1 },
    });
    expect(await json(['packs', 'list'])).toMatchObject({
      data: [{ name: 'office', version: 2, documents: 2 }],
    });
    expect((await run(['packs', 'list'])).out).toMatch(/PACK +NAME +VERSION/);
    await json(['packs', 'delete', 'office', '--yes']);
    expect(await json(['packs', 'list'])).toEqual({ data: [] });
    expect((await run(['packs', 'list'])).out).toContain('has no pack');
  });

  it('publishes nothing of a folder with a faulty file, unless --skip-faulty is given', async () => {
    await put('office/bad.qna.json', '[{"question":"x"}]');
    await put('office/broken.md', 'a\u0000b');
    const refused = await run(['packs', 'load', folder]);
    expect(refused.code).toBe(1);
    for (const text of ['bad.qna.json', 'broken.md', '--skip-faulty']) expect(refused.err).toContain(text);
    expect((await run(['packs', 'show', 'office'])).err).toContain('has no pack office');
    const skipped = await run(['packs', 'load', folder, '--skip-faulty']);
    expect([skipped.code, skipped.out.includes('2 documents')]).toEqual([0, true]);
    expect(skipped.err).toContain('bad.qna.json');
  });

  it('edits a draft, publishes it, rolls back and unpublishes', async () => {
    const { pack_id: packId } = await json(['packs', 'create', 'rules', '--description', 'Rules.']);
    expect((await run(['packs', 'create', 'rules'])).code).toBe(1);
    await put('a.md', '# Doors\n\nDoors close at nine.\n');
    await put('b.txt', 'Windows close at ten.');
    await put('p.csv', 'question,answer\nWho closes?,Ann.\n');
    expect(
      (await json(['packs', 'add', 'rules', join(directory, 'a.md'), join(directory, 'b.txt')])).counts,
    ).toEqual({
      ...{ added: 2, changed: 0, unchanged: 0, failed: 0 },
    });
    const one = [
      'packs',
      'add',
      packId,
      join(directory, 'a.md'),
      '--source',
      'doors/a.md',
      '--groups',
      'hr, board',
    ];
    expect((await json([...one, '--title', 'The doors', '--url', 'https://example.org'])).counts.added).toBe(
      1,
    );
    const previewed = await json(['packs', 'preview', 'rules', join(directory, 'p.csv')]);
    expect(previewed).toMatchObject({ messages: { captured: 0 }, golden: { captured: 0 } });
    expect((await run(['packs', 'preview', 'rules', join(directory, 'p.csv')])).out).toContain(
      'would answer 0 of 0 past questions',
    );
    expect(await json(['packs', 'show', 'rules'])).toMatchObject({ draft_documents: 3 });
    expect((await json(['packs', 'import', 'rules', join(directory, 'p.csv')])).counts.added).toBe(1);
    expect(await json(['packs', 'show', 'rules'])).toMatchObject({
      version: null,
      draft_documents: 3,
      draft_changed: true,
    });
    expect(await json(['packs', 'publish', 'rules', '--note', 'first'])).toMatchObject({
      ...{ version: 1, documents: 3, curated_pairs: 1, note: 'first' },
    });
    expect((await run(['packs', 'publish', 'rules'])).out).toContain('Nothing changed');
    await json(['packs', 'remove-document', 'rules', 'b.txt']);
    expect(await json(['packs', 'publish', 'rules'])).toMatchObject({ version: 2, documents: 2 });
    await json(['packs', 'rollback', 'rules', '1']);
    expect(
      (await json(['packs', 'versions', 'rules'])).data.map(({ state }: { state: string }) => state),
    ).toEqual(['kept', 'served']);
    await json(['packs', 'unpublish', 'rules']);
    expect((await json(['packs', 'show', 'rules'])).version).toBeNull();
    expect(await json(['packs', 'report', 'rules'])).toMatchObject({ contradictions: [], truncated: false });
    for (const words of ['show', 'versions', 'report']) {
      const ran = await run(['packs', words, 'rules']);
      expect([words, ran.code, ran.err]).toEqual([words, 0, '']);
      expect(ran.out).not.toBe('');
    }
    expect((await json(['packs', 'load', folder, '--draft'])).result).toBe('draft');
    expect((await json(['packs', 'show', 'office'])).version).toBeNull();
  });

  it('explains what is wrong, and changes nothing', async () => {
    await json(['packs', 'create', 'rules']);
    await put('bad.pdf', 'no');
    await put('a.md', 'Fine.');
    const a = join(directory, 'a.md');
    const cases: ReadonlyArray<readonly [readonly string[], number, RegExp]> = [
      [['add', 'rules', join(directory, 'missing.md')], 1, /missing\.md cannot be read \(ENOENT\)/],
      [['add', 'rules', join(directory, 'bad.pdf')], 1, /bad\.pdf: is not a PDF/],
      [['add', 'rules', a, a, '--title', 'x'], 1, /with one file only/],
      [['add', 'rules', a, '--source', '../a.md'], 1, /--source/],
      [['add', 'rules', a, '--url', 'javascript:1'], 1, /--url/],
      [['add', 'rules', a, '--groups', 'a,,b'], 1, /--groups/],
      [['remove-document', 'rules', 'none.md'], 1, /no document none\.md/],
      [['import', 'rules', a], 1, /a\.md/],
      [['rollback', 'rules', '7'], 1, /no version 7/],
      [['rollback', 'rules', 'x'], 2, /version number/],
      [['publish', 'rules', '--note', 'x'.repeat(501)], 1, /500/],
      [['publish', 'nothing'], 1, /no pack nothing/],
      [['create', ''], 1, /name/],
    ];
    for (const [words, code, message] of cases) {
      const ran = await run(['packs', ...words]);
      expect([words.join(' ').slice(0, 60), ran.code]).toEqual([words.join(' ').slice(0, 60), code]);
      expect(ran.err).toMatch(message);
      expect(ran.err).not.toMatch(/\n\s+at /);
    }
    expect(await json(['packs', 'show', 'rules'])).toMatchObject({ version: null, draft_documents: 0 });
  });

  it('draws bars on a terminal, and leaves embedding to a running service', async () => {
    const config = loadConfig({ AVOW_DATA_DIR: join(directory, 'data') });
    const serving = await openDataFolder(config, { forServing: true });
    const ran = await run(['packs', 'load', folder], { AVOW_SEARCH_BY_MEANING: 'on' }, true);
    expect([ran.code, ran.out.includes('running service embeds it')]).toEqual([0, true]);
    expect(ran.err).toMatch(/Reading \[#+\] 100 % \(3 of 3\)/);
    expect(ran.err).toMatch(/Publishing \[#+\] 100 % \(4 of 4\)/);
    const [tenant] = await serving.store.access.listTenants();
    expect(await serving.store.content.listServed(tenant?.tenantId ?? 'ten_none')).toHaveLength(1);
    await serving.close();
  });
});
