import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageId, TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { loadConfig, openDataFolder, verifyInstallation } from '@avow/server';
import { openEnvelope, startPostgres, type TestServer } from '@avow/server/testing/inner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

let server: TestServer;
let directory: string;
let tenantId: TenantId;
let apiKey: string;
let shared: Readonly<Record<string, string>>;
const folderOf = (node: number) => join(directory, `node-${node}`);
const envOf = (node: number) => ({ AVOW_DATA_DIR: folderOf(node), ...shared });
const started: ServiceProcess[] = [];

async function startNode(node: number): Promise<ServiceProcess> {
  const service = await startServiceProcess(envOf(node));
  started.push(service);
  return service;
}

beforeAll(async () => {
  server = await startPostgres();
  directory = await mkdtemp(join(tmpdir(), 'avow-nodes-'));
  shared = {
    AVOW_DATABASE_URL: await server.newDatabase(),
    AVOW_ANCHOR_DIR: join(directory, 'anchors'),
    AVOW_QUERY_RATE_PER_MINUTE: '10000000',
    AVOW_QUERY_BURST: '1000000',
    AVOW_TENANT_QUERIES_AT_ONCE: '100',
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_READER: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
    // Longer than a client takes to see that a node is not ready.
    AVOW_DRAIN_DELAY_MS: '500',
  };
  const installation = await createInstallation(folderOf(0), undefined, shared);
  ({ tenantId, apiKey } = installation);
  await installation.data.close();
  await mkdir(folderOf(1), { mode: 0o700 });
  for (const file of ['pepper.key', 'master.key', 'log.key'])
    await copyFile(join(folderOf(0), file), join(folderOf(1), file));
});

afterAll(async () => {
  await Promise.all(
    started
      .filter(({ child }) => child.exitCode === null && child.signalCode === null)
      .map(({ kill }) => kill()),
  );
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const headers = (key: string, others: Readonly<Record<string, string>> = {}) => ({
  authorization: `Bearer ${apiKey}`,
  'content-type': 'application/json',
  'idempotency-key': key,
  ...others,
});
const body = (key: string) =>
  JSON.stringify({ prompt: `Who approves travel, request ${key}?`, metadata: { key } });

const clients = 4;
const answersMin = 20;
const retryMs = 50;

/** Sends requests to the nodes that are ready, as a load balancer does. One that gets no answer is sent again under its key. */
function startLoad(nodes: ReadonlyArray<ServiceProcess | null>) {
  const stopping = new AbortController();
  const answered = new Map<string, string>();
  const refusals: string[] = [];
  let count = 0;
  async function isReady(node: ServiceProcess): Promise<boolean> {
    return await fetch(`${node.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  async function ask(key: string): Promise<void> {
    for (let attempt = count; ; attempt += 1) {
      const node = nodes[attempt % nodes.length] ?? null;
      if (node === null || !(await isReady(node))) {
        await sleep(1);
        continue;
      }
      const response = await fetch(`${node.url}/v1/query`, {
        ...{ method: 'POST', headers: headers(key), body: body(key) },
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response?.status === 200 && text != null) {
        answered.set(key, JSON.parse(text).message_id);
        return;
      }
      // 409: the node that had it is gone, and others have yet to find out.
      if (response != null && response.status !== 409) refusals.push(`${response.status} ${text}`);
      await sleep(retryMs);
    }
  }
  const working = Array.from({ length: clients }, async () => {
    while (!stopping.signal.aborted) {
      count += 1;
      await ask(`k${count}`);
    }
  });
  return {
    answered,
    refusals,
    /** Until that many more were answered. */
    async more(wanted = answersMin) {
      const enough = answered.size + wanted;
      await waitFor(() => answered.size >= enough);
    },
    async stop() {
      stopping.abort();
      await Promise.all(working);
    },
  };
}

async function listRecords(): Promise<ReadonlyArray<{ readonly key: string; readonly messageId: string }>> {
  const data = await openDataFolder(loadConfig(envOf(0)));
  const found: Array<{ readonly key: string; readonly messageId: string }> = [];
  for (let before: MessageId | null = null; ; ) {
    const page = await data.store.records.listMessages(
      tenantId,
      { readableBy: null },
      { before, limit: 500 },
    );
    for (const { messageId, envelope, status } of page) {
      expect(status).toBe('delivered');
      found.push({ messageId, key: (openEnvelope(envelope).metadata as { key: string }).key });
    }
    before = page.at(-1)?.messageId ?? null;
    if (page.length < 500) break;
  }
  await data.close();
  return found;
}

it('goes on while one node is restarted and another killed: nothing is lost or answered twice', async () => {
  const nodes: Array<ServiceProcess | null> = [await startNode(0), await startNode(1)];
  const load = startLoad(nodes);
  await load.more();
  expect(await nodes[0]?.stop()).toBe(0);
  nodes[0] = await startNode(0);
  await load.more();
  // A restart is not noticed.
  expect(load.refusals).toEqual([]);

  const [, second] = nodes;
  const accepted = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const key = `later-${index}`;
      const response = await fetch(`${second?.url}/v1/query`, {
        ...{ method: 'POST', headers: headers(key, { prefer: 'respond-async' }), body: body(key) },
      });
      const { message_id: messageId } = (await response.json()) as { message_id: string };
      return { key, messageId };
    }),
  );
  nodes[1] = null;
  await second?.kill();
  await load.more();
  // The first node answers what the other had accepted.
  for (const { messageId } of accepted) {
    const events = await fetch(`${nodes[0]?.url}/v1/messages/${messageId}/events`, {
      headers: { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' },
    });
    expect(await events.text()).toContain('event: message.delivered');
  }
  await load.stop();
  expect(await nodes[0]?.stop()).toBe(0);

  const records = await listRecords();
  const byKey = new Map(records.map(({ key, messageId }) => [key, messageId]));
  expect(records.length).toBe(byKey.size);
  for (const { key, messageId } of accepted) expect(byKey.get(key)).toBe(messageId);
  expect(new Map([...byKey].filter(([key]) => key.startsWith('k')))).toEqual(load.answered);
  const [log] = await verifyInstallation(
    loadConfig(envOf(1)),
    { trustedKey: null, threads: 1 },
    {
      tenant: null,
    },
  );
  expect(log?.counts.whole).toBe(records.length);
});
