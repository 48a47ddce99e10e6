import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OutageList, outageListSchema } from '@avow/contract/outages';
import { waitFor } from '@avow/foundation/testing';
import { recordTerminal, runCli } from '@avow/server/testing';
import { startPostgres } from '@avow/server/testing/inner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation } from './new-installation.ts';
import { startServiceProcess } from './service-process.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-outages-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const lean = { AVOW_SEARCH_BY_MEANING: 'off', AVOW_EMBEDDED_READER: 'off', AVOW_EMBEDDED_SCREENER: 'off' };

async function outagesOf(env: Readonly<Record<string, string>>): Promise<OutageList> {
  const { terminal, said } = recordTerminal();
  expect(await runCli(['outages', '--json'], env, terminal)).toBe(0);
  return outageListSchema.parse(JSON.parse(said().out));
}

it('knows after a kill when the service was last alive, and when it was back', async () => {
  const env = { ...lean, AVOW_DATA_DIR: join(directory, 'alone') };
  await (await createInstallation(env.AVOW_DATA_DIR, undefined, lean)).data.close();
  expect(await outagesOf(env)).toEqual({ known_since: null, data: [], omitted: 0 });
  const beforeMs = Date.now();
  const first = await startServiceProcess(env);
  await first.kill();
  const killedMs = Date.now();
  const second = await startServiceProcess(env);
  const backMs = Date.now();
  const { data, known_since: since } = await outagesOf(env);
  expect(data).toMatchObject([{ kind: 'lost' }]);
  const [lost] = data;
  const [fromMs, untilMs] = [Date.parse(lost?.from ?? ''), Date.parse(lost?.until ?? '')];
  expect(fromMs).toBeGreaterThanOrEqual(beforeMs);
  expect(fromMs).toBeLessThanOrEqual(killedMs);
  expect(untilMs).toBeGreaterThanOrEqual(killedMs);
  expect(untilMs).toBeLessThanOrEqual(backMs);
  expect(Date.parse(since ?? '')).toBeLessThanOrEqual(fromMs);
  expect(await second.stop()).toBe(0);
  const third = await startServiceProcess(env);
  expect((await outagesOf(env)).data.map(({ kind }) => kind)).toEqual(['stopped', 'lost']);
  await third.kill();
});

it('knows of two nodes that one was lost, and that others served', async () => {
  const server = await startPostgres();
  const shared = { ...lean, AVOW_DATABASE_URL: await server.newDatabase() };
  const envOf = (node: string) => ({ ...shared, AVOW_DATA_DIR: join(directory, node) });
  const { data } = await createInstallation(envOf('one').AVOW_DATA_DIR, undefined, shared);
  await mkdir(envOf('two').AVOW_DATA_DIR, { mode: 0o700 });
  for (const file of ['pepper.key', 'master.key', 'log.key'])
    await copyFile(join(directory, 'one', file), join(directory, 'two', file));
  const [one, two] = [await startServiceProcess(envOf('one')), await startServiceProcess(envOf('two'))];
  // Each has noted that it is alive since the other is there.
  await waitFor(async () => {
    const times = await data.store.outages.listTimes(9);
    expect(times).toHaveLength(2);
    const untilMs = Math.min(...times.map((time) => time.untilMs));
    expect(untilMs).toBeGreaterThan(Math.max(...times.map((time) => time.fromMs)));
  });
  await one.kill();
  const killedMs = Date.now();
  await waitFor(async () => {
    const { data: found } = await outagesOf(envOf('two'));
    expect(found.map(({ kind }) => kind)).toEqual(['node_lost']);
    expect(Date.parse(found[0]?.from ?? '')).toBeLessThanOrEqual(killedMs);
  });
  const again = await startServiceProcess(envOf('one'));
  expect(await two.stop()).toBe(0);
  expect((await outagesOf(envOf('one'))).data.map(({ kind }) => kind)).toEqual(['node_lost']);
  await again.stop();
  expect((await outagesOf(envOf('one'))).data).toMatchObject([
    { kind: 'stopped', until: null },
    { kind: 'node_lost' },
  ]);
  await data.close();
  await server.stop();
});
