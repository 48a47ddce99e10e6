import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { securityStreamListSchema } from '@avow/contract/security-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { openHttpCollector } from './support/event-collectors.ts';
import { recordTerminal } from './support/record-terminal.ts';

let directory: string;
const path = (name: string) => join(directory, name);
const env = () => ({ AVOW_DATA_DIR: path('data'), AVOW_SECURITY_STREAMS_FILE: path('streams.json') });
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'avow-cli-streams-'));
  write({ name: 'archive', kind: 'file', address: path('events.ndjson'), format: 'ecs' });
  await run(['tenants', 'create', 'acme']);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const write = (...streams: readonly object[]) =>
  writeFileSync(path('streams.json'), JSON.stringify({ streams }));

async function run(words: readonly string[], given: Readonly<Record<string, string>> = env()) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, given, terminal), ...said() };
}

describe('avow streams', () => {
  it('says that none is set up', async () => {
    const bare = { AVOW_DATA_DIR: path('data') };
    expect(await run(['streams'], bare)).toMatchObject({
      code: 0,
      out: expect.stringContaining('No stream'),
    });
    expect((await run(['streams', 'list', '--json'], bare)).out).toBe('{"data":[]}\n');
    expect(await run(['streams', 'test', 'siem'], bare)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('AVOW_SECURITY_STREAMS_FILE') },
    });
  });

  it('sends a test event, and says why it was not taken', async () => {
    const collector = await openHttpCollector();
    collector.answer = 403;
    const file = { name: 'archive', kind: 'file', address: path('events.ndjson'), format: 'ecs' };
    write(file, { name: 'siem', kind: 'https', address: `${collector.url}?key=secret`, format: 'ocsf' });
    const sent = await run(['streams', 'test', 'archive']);
    expect(sent.out).toContain(`${path('events.ndjson')} took the event test.`);
    expect(JSON.parse(readFileSync(path('events.ndjson'), 'utf8'))).toMatchObject({
      event: { action: 'stream.test', dataset: 'avow.test' },
    });
    const refused = await run(['streams', 'test', 'siem']);
    expect(refused).toMatchObject({
      ...{ code: 1, err: `avow: ${collector.url} did not take the event: it answered with status 403.\n` },
    });
    expect((await run(['streams', 'test', 'other\u001b[2J'])).err).toBe(
      'avow: There is no stream other[2J. There are: archive, siem.\n',
    );
    await collector.close();
  });

  it('lists how each is doing, as does the doctor', async () => {
    const data = await openDataFolder(loadConfig(env()));
    const { securityStreams } = data.store;
    await securityStreams.beginStream('siem', 1000);
    await securityStreams.noteFailed('siem', { atMs: 2000, fault: 'it answered with status 403' });
    await data.close();
    const listed = await run(['streams', '--json']);
    expect(securityStreamListSchema.parse(JSON.parse(listed.out)).data).toMatchObject([
      { name: 'archive', behind: 0, started_at: null },
      { name: 'siem', behind: 1, failing_since: '1970-01-01T00:00:02.000Z' },
    ]);
    const shown = await run(['streams']);
    expect(shown.out).toMatch(/^STREAM +KIND +DESTINATION +BEHIND +LAST SENT +FAULT\s/);
    expect(shown.out).toContain('it answered with status 403');
    expect(`${listed.out}${shown.out}`).not.toContain('secret');
    const doctor = JSON.parse((await run(['doctor', '--json'])).out);
    expect(doctor.find(({ check }: { check: string }) => check === 'security streams')).toMatchObject({
      ...{ state: 'warning', detail: expect.stringContaining('siem: it answered with status 403') },
    });
  });

  it('reports all faults of the file, also to the doctor and before the service starts', async () => {
    write({ name: 'Siem', kind: 'file', address: 'relative', format: 'ecs' });
    for (const words of [['streams'], ['serve']]) {
      const { code, err } = await run(words);
      expect(code).toBe(1);
      expect(err).toContain('/streams/0/name must be');
      expect(err).toContain('/streams/0/address must be an absolute path');
    }
    const doctor = JSON.parse((await run(['doctor', '--json'])).out);
    expect(doctor.find(({ check }: { check: string }) => check === 'security streams').state).toBe('fault');
  });
});
