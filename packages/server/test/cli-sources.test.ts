import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FakeWebsite, startFakeWebsite } from '@avow/connectors/testing';
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

describe('avow sources sync', { timeout: 120_000 }, () => {
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
    while (!site.requested.includes(site.stalledAt)) await sleep(20);
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
    expect(site.takeServed()).toBeLessThan(count / 2);
  });
});
