import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@avow/foundation/testing';
import { startPostgres } from '@avow/server/testing/inner';
import { expect, it } from 'vitest';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Takes events, and remembers the batches. While it is broken it takes them, and answers nothing. */
async function openCollector() {
  const batches: number[][] = [];
  const state = { isBroken: false };
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const lines = text.trimEnd().split('\n');
    batches.push(lines.map((line) => JSON.parse(line).event.sequence));
    if (!state.isBroken) response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ batches, state, url: `http://127.0.0.1:${port}/events` },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const lean = { AVOW_SEARCH_BY_MEANING: 'off', AVOW_EMBEDDED_READER: 'off', AVOW_EMBEDDED_SCREENER: 'off' };

it('two nodes send a stream one at a time, and after a kill nothing is missing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'avow-streaming-nodes-'));
  const server = await startPostgres();
  const collector = await openCollector();
  const streams = join(directory, 'streams.json');
  const stream = { name: 'siem', kind: 'https', address: collector.url, format: 'ecs', from: 'beginning' };
  const shared = { ...lean, AVOW_DATABASE_URL: await server.newDatabase() };
  const serving = { ...shared, AVOW_SECURITY_STREAMS_FILE: streams, AVOW_LOG_LEVEL: 'silent' };
  const envOf = (node: string) => ({ ...serving, AVOW_DATA_DIR: join(directory, node) });
  const { data, tenantId } = await createInstallation(join(directory, 'one'), undefined, shared);
  await writeFile(streams, JSON.stringify({ streams: [{ ...stream, tenants: [tenantId] }] }));
  await mkdir(join(directory, 'two'), { mode: 0o700 });
  for (const file of ['pepper.key', 'master.key', 'log.key'])
    await copyFile(join(directory, 'one', file), join(directory, 'two', file));
  const started: ServiceProcess[] = [];
  const start = async (node: string) => {
    const service = await startServiceProcess(envOf(node));
    started.push(service);
    return service;
  };
  const event = { kind: 'access', subject: '', state: 'read', atMs: 5, actor: '', details: [] } as const;
  const note = (count: number) => data.store.log.append(tenantId, Array(count).fill(event));
  const sizeOf = async () => (await data.store.log.readHead(tenantId)).size;
  const allIsThere = async () => {
    const size = await sizeOf();
    await waitFor(() => expect(new Set(collector.batches.flat()).size).toBe(size));
  };
  try {
    const one = await start('one');
    await note(300);
    await allIsThere();
    const two = await start('two');
    for (let round = 0; round < 3; round += 1) {
      await note(50);
      await allIsThere();
    }
    // Only one of them sends: nothing comes twice.
    const sent = collector.batches.flat();
    expect(sent).toHaveLength(new Set(sent).size);
    expect(sent).toEqual(sent.toSorted((first, second) => first - second));
    // The node that sends is killed when its collector has taken a batch and not said so.
    collector.state.isBroken = true;
    await note(100);
    const before = collector.batches.length;
    await waitFor(() => expect(collector.batches.length).toBeGreaterThan(before));
    await one.kill();
    collector.state.isBroken = false;
    await allIsThere();
    const all = collector.batches.flat();
    expect([...new Set(all)].toSorted((first, second) => first - second)).toEqual(
      Array.from({ length: await sizeOf() }, (_, at) => at),
    );
    // What was under way came again, and nothing else did.
    const again = all.filter((sequence, at) => all.indexOf(sequence) !== at);
    const underWay = new Set(collector.batches[before]);
    expect(again.every((sequence) => underWay.has(sequence))).toBe(true);
    expect(await two.stop()).toBe(0);
  } finally {
    await Promise.all(started.filter(({ child }) => child.exitCode === null).map(({ kill }) => kill()));
    await data.close();
    await collector.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
