import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FakeWebsite, startFakeWebsite } from '@avow/connectors/testing';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';

const launcher = fileURLToPath(new URL('../bin/avow.js', import.meta.url));
let directory: string;
let env: Readonly<Record<string, string>>;
let site: FakeWebsite;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-cli-sources-'));
  env = {
    ...{ AVOW_DATA_DIR: join(directory, 'data'), AVOW_SEARCH_BY_MEANING: 'off' },
    AVOW_FETCH_PRIVATE_ADDRESSES: 'on',
  };
  site = await startFakeWebsite();
  for (const words of [
    ['tenants', 'create', 'acme'],
    ['packs', 'create', 'handbook'],
  ])
    expect((await run(words)).code).toBe(0);
});
afterAll(async () => {
  await site.close();
  await rm(directory, { recursive: true, force: true });
});

async function run(words: readonly string[]) {
  const { terminal, said } = recordTerminal({});
  return { code: await runCli(words, env, terminal), ...said() };
}

const json = async (...words: readonly string[]) => {
  const ran = await run(['sources', ...words, '--json']);
  expect([words.join(' '), ran.code, ran.err]).toEqual([words.join(' '), 0, '']);
  return JSON.parse(ran.out);
};

const of = ['handbook', 'site'];

describe('avow sources sync', () => {
  it('takes the sync of a new source to its end, and plans the next one without changing anything', async () => {
    await site.put('returns.html', '<h1>Returns</h1><p>Within 30 days.</p>');
    const credentials = join(directory, 'credentials.json');
    await writeFile(credentials, '{"token":"not-to-be-shown"}');
    const added = await json(
      ...['add', ...of, 'website', `${site.url}/`, '--every', 'never', '--set', 'delay_ms=0'],
      ...['--credentials', credentials],
    );
    expect([added.credentials, added.sync.phase]).toEqual([['token'], 'queued']);
    expect((await json('sync', ...of)).last_sync).toMatchObject({
      outcome: 'published',
      counts: { added: 1 },
    });
    await site.put('repairs.html', '<h1>Repairs</h1><p>In 9 days.</p>');
    const planned = await run(['sources', 'sync', ...of, '--dry-run']);
    expect(planned).toMatchObject({ code: 0, out: expect.stringContaining('add site/repairs.html') });
    expect(planned.out).toContain('Last sync: planned');
    expect(planned.out).not.toContain('not-to-be-shown');
  });

  it('says what is wrong with the settings of a new source, and adds nothing', async () => {
    const wiki = ['confluence', 'https://wiki.example'];
    const page = ['website', 'https://shop.example'];
    const cases: readonly [number, string, readonly string[]][] = [
      [2, 'Known kinds: website, git', ['handbook', 'new', 'ftp', 'ftp://shop.example']],
      [1, 'url: Must be an http or https URL', ['handbook', 'new', 'website', 'shop']],
      [1, 'A source of this kind needs space: add --set space=VALUE.', ['handbook', 'new', ...wiki]],
      [1, 'has no setting depth', ['handbook', 'new', ...page, '--set', 'depth=2']],
      [1, 'takes these credentials: username, token', ['handbook', 'new', ...wiki, '--set', 'space=HR']],
      [1, 'none.json cannot be read', ['handbook', 'new', ...page, '--credentials', 'none.json']],
      [1, 'AVOW_SOURCE_FOLDERS', ['handbook', 'new', 'folder', '/etc']],
      [1, 'name: Must be 1 to 64', ['handbook', 'A/B', ...page]],
      [1, 'has no pack leaflets', ['leaflets', 'new', ...page]],
    ];
    for (const [code, text, words] of cases)
      expect(await run(['sources', 'add', ...words])).toMatchObject({
        ...{ code, out: '', err: expect.stringContaining(text) },
      });
    expect((await json('list', 'handbook')).data.map(({ name }: { name: string }) => name)).toEqual(['site']);
    expect(await run(['sources', 'sync', 'handbook', 'new'])).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('has no source new') },
    });
  });

  it('fails with the reason if the source cannot be read', async () => {
    site.breakAll(true);
    const failed = await run(['sources', 'sync', ...of]);
    site.breakAll(false);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('status 503');
  });

  it('goes on after a crash with what it had not read', async () => {
    const count = 90;
    for (let number = 0; number < count; number += 1)
      await site.put(`page-${number}.html`, `<h1>Page ${number}</h1><p>Text of page ${number}.</p>`);
    site.stalledAt = `/page-${count - 5}.html`;
    const child = spawn(process.execPath, [launcher, 'sources', 'sync', ...of], {
      ...{ env: { ...process.env, ...env }, stdio: 'ignore' as const },
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await waitFor(() => site.stalledAt !== null && site.requested.includes(site.stalledAt));
    child.kill('SIGKILL');
    await ended;
    site.stalledAt = null;
    site.takeServed();
    const resumed = await json('sync', ...of);
    expect(resumed.last_sync).toMatchObject({
      outcome: 'published',
      version: 2,
      counts: { added: count + 1, removed: 0 },
    });
    // A batch was committed before the crash, and what it held is not read again.
    expect(site.takeServed()).toBeLessThan(count);
  });
});
