import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import { defaultScopes } from '@avow/contract/roles';
import { problemDocumentSchema } from '@avow/contract/testing';
import type { MessageId, TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { composePackLoader, loadConfig, openDataFolder } from '@avow/server';
import { officePack } from '@avow/server/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation } from './new-installation.ts';
import { type ProviderProcess, startProviderProcess } from './provider-process.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const clients = 8;
const everyMs = 160;
const deadlineMs = 10_000;
const firstPieceMs = 4_000;
const question = 'How many days of paid holiday does every employee have?';

let directory: string;
let dataDir: string;
let tenantId: TenantId;
let apiKey: string;
let service: ServiceProcess;
let provider: ProviderProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-outage-'));
  dataDir = join(directory, 'data');
  const folder = join(directory, 'office');
  await mkdir(folder);
  for (const [file, text] of Object.entries(officePack)) await writeFile(join(folder, file), text);
  const installation = await createInstallation(dataDir, [...defaultScopes, 'guardrails:manage']);
  ({ tenantId, apiKey } = installation);
  const { data } = installation;
  await composePackLoader(data).load(tenantId, folder, { skipFaulty: false, onProgress: () => undefined });
  await data.close();

  provider = await startProviderProcess();
  const base_url = `http://127.0.0.1:${provider.port}/v1`;
  const limits = {
    connect_timeout_ms: firstPieceMs,
    first_piece_timeout_ms: firstPieceMs,
    attempt_timeout_ms: 6_000,
  };
  const tier = { provider: 'openai_compatible', model: 'scripted', base_url, ...limits };
  const models = join(directory, 'models.json');
  await writeFile(models, JSON.stringify({ tiers: [tier] }));
  service = await startServiceProcess({
    ...{ AVOW_DATA_DIR: dataDir, AVOW_MODELS_FILE: models, AVOW_LOG_LEVEL: 'info' },
    ...{ AVOW_QUERY_DEADLINE_MS: String(deadlineMs), AVOW_ANSWER_CACHE_MS: '0' },
    ...{ AVOW_QUERY_RATE_PER_MINUTE: '1000000', AVOW_QUERY_BURST: '100000' },
    ...{ AVOW_TENANT_QUERIES_AT_ONCE: '1000', AVOW_QUERIES_AT_ONCE: '1000' },
    // What is looked at is how the service does without its provider, and not how fast two cores read.
    ...{ AVOW_SEARCH_BY_MEANING: 'off', AVOW_EMBEDDED_READER: 'off', AVOW_EMBEDDED_SCREENER: 'off' },
  });
  // Without a judge only a policy that asks for none lets a language model answer.
  const response = await fetch(`${service.url}/v1/guardrails`, {
    ...{ method: 'PUT', body: JSON.stringify({ guardrails: [] }) },
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(200);
});

afterAll(async () => {
  await service?.kill();
  await provider?.kill();
  await rm(directory, { recursive: true, force: true });
});

interface Asked {
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly status: number;
  readonly messageId: string;
  /** Null: it ended in a problem. */
  readonly response: QueryResponse | null;
}

async function ask(): Promise<Asked> {
  const sentAtMs = Date.now();
  const reply = await fetch(`${service.url}/v1/query`, {
    ...{ method: 'POST', body: JSON.stringify({ prompt: question }) },
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  });
  const body: unknown = await reply.json();
  const { status } = reply;
  const response = status === 200 ? queryResponseSchema.parse(body) : null;
  const messageId = response?.message_id ?? problemDocumentSchema.parse(body).message_id ?? '';
  return { sentAtMs, answeredAtMs: Date.now(), status, messageId, response };
}

/** When the service said that it leaves its model alone, or asks it again; null: it has not. */
function toldAt(event: 'degraded' | 'recovered'): number | null {
  const lines = service.said.flatMap((said) => said.split('\n'));
  const line = lines.find((each) => each.includes(`"event":"${event}"`) && each.includes('"language model"'));
  if (line === undefined) return null;
  const { time } = JSON.parse(line) as { readonly time: number | string };
  return new Date(time).getTime();
}

it('answers every question while its provider is gone, and asks it again once it is back', async () => {
  const asking: Promise<Asked>[] = [];
  let [reached, unreached] = [0, 0];
  let isOver = false;
  // Each waits for its answer before it asks again: a slow machine is asked less often.
  const client = async () => {
    while (!isOver) {
      const answer = ask();
      asking.push(answer);
      await Promise.all([answer, sleep(everyMs)]);
    }
  };
  const working = Promise.all(Array.from({ length: clients }, client));
  const begin = async (count: number) => {
    const before = asking.length;
    await waitFor(() => asking.length >= before + count);
  };
  try {
    await begin(60);
    await provider.control({ fault_rate: 1, faults: ['hang'] });
    await expect.poll(() => toldAt('degraded')).not.toBeNull();
    // Those that wait for it already give it up.
    await Promise.all(asking);
    const [asked, sent] = [asking.length, await provider.requests()];
    await begin(150);
    reached = (await provider.requests()) - sent;
    unreached = asking.length - asked - reached;
    await provider.kill();
    await begin(60);
    provider = await startProviderProcess(provider.port);
    await provider.control({ fault_rate: 1, faults: ['status_500'] });
    await begin(40);
    await provider.control({ fault_rate: 0 });
    await expect.poll(() => toldAt('recovered')).not.toBeNull();
    await begin(40);
  } finally {
    isOver = true;
    await working;
  }
  const all = await Promise.all(asking);
  const degradedAtMs = toldAt('degraded') ?? expect.fail();
  const recoveredAtMs = toldAt('recovered') ?? expect.fail();

  // None is lost.
  expect(all.length).toBeGreaterThan(200);
  for (const { status, response } of all) {
    expect([200, 504]).toContain(status);
    if (response !== null) expect(response.answer).toContain('27 days');
  }
  const tiers = all.map(({ response }) => response?.processing.model_tier ?? null);
  expect(tiers[0]).toBe(1);
  expect(tiers.at(-1)).toBe(1);

  // Once it was given up on, nobody waits for the provider.
  const without = all.filter(
    ({ sentAtMs, answeredAtMs }) => sentAtMs > degradedAtMs + 2_000 && answeredAtMs < recoveredAtMs,
  );
  expect(without.length).toBeGreaterThan(50);
  for (const { response } of without)
    expect(response?.processing).toMatchObject({
      ...{ model_tier: 0, degraded_mode: true, routing_source: 'fallback' },
    });
  // But for the few that find out whether it is back.
  expect(unreached).toBeGreaterThan(140);
  expect(reached).toBeLessThan(10);

  expect(await service.stop()).toBe(0);
  const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: dataDir }));
  try {
    for (const { messageId, response } of all) {
      const message = await data.store.records.getMessage(tenantId, messageId as MessageId);
      expect(message?.log).toBeTruthy();
      expect(message?.status).toBe(response === null ? 'failed' : 'delivered');
    }
  } finally {
    await data.close();
  }
});
