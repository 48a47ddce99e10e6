import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import type { Encoder } from '@avow/inference';
import { openEmbeddedEncoder } from '@avow/inference';
import { writeTinyEncoder } from '@avow/inference/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

let folder: string;
let encoder: Encoder;
let service: TestService;
let tenantId: TenantId;
let key: string;
/** Set while vectors are to be missing, as long as a large pack is being embedded. */
let isHeldBack = false;
/** What a busy machine takes for passages. */
let slowMs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avow-published-'));
  writeTinyEncoder(folder);
  encoder = await openEmbeddedEncoder({ folder, preload: true });
  await encoder.encodeQuestion('Ready?', { timeoutMs: 300_000, owner: '' });
  service = await startTestService({
    env: { AVOW_ANSWER_CACHE_MS: '60000' },
    encoder: {
      ...encoder,
      encodeQuestion: (text) => encoder.encodeQuestion(text, { timeoutMs: 300_000, owner: '' }),
      encodePassages: async (texts, call) => {
        await waitFor(() => !isHeldBack);
        await sleep(slowMs);
        return await encoder.encodePassages(texts, call);
      },
    },
  });
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes: ['query:write', 'content:manage'] });
  await service.loadPack(tenantId, { 'leave.md': officePack['leave.md'] });
});

afterAll(async () => {
  isHeldBack = false;
  await service.close();
  await encoder.close();
  await rm(folder, { recursive: true, force: true });
});

it('[CON-3-45] an answer is degraded until new content is embedded, and is cached only from then on', async () => {
  const processingOf = async (prompt: string) => (await service.ask(key, { prompt })).processing;
  const holiday = 'How many days of paid holiday does an employee have?';
  const whole = { degraded_mode: false, embedded_share: 1, routing_source: 'retrieval' };
  await expect.poll(() => processingOf(holiday), { interval: 200 }).toMatchObject(whole);

  isHeldBack = true;
  const garden = { 'garden.md': '# Garden\n\nThe garden gate is locked at nine.\n' };
  await service.loadPack(tenantId, garden, 'garden');
  const gate = 'When is the garden gate locked?';
  for (let times = 0; times < 2; times += 1) {
    const { answer, confidence, processing } = await service.ask(key, { prompt: gate });
    expect(answer).toContain('at nine');
    expect(processing).toMatchObject({ degraded_mode: true, routing_source: 'retrieval' });
    expect(processing.embedded_share).toBeGreaterThan(0);
    expect(processing.embedded_share).toBeLessThan(1);
    expect(confidence.score).toBeLessThanOrEqual(0.6);
  }
  isHeldBack = false;
  await expect.poll(() => processingOf(gate), { interval: 200 }).toMatchObject(whole);
  expect(await processingOf(gate)).toMatchObject({ degraded_mode: false, routing_source: 'cache' });
});

it('a pair that was just published has its vector before the first question, also on a slow machine', async () => {
  slowMs = 1_500;
  const client = contentClient(service, key);
  const { id } = await client.createPack('boats');
  const body = { question: 'Are dogs allowed in the boats?', answer: 'Yes, on a lead.' };
  await client.send('POST', `/v1/content-packs/${id}/qna`, { body });
  expect(await client.publish(id)).toMatchObject({ status: 'succeeded' });
  slowMs = 0;
  const { processing } = await service.ask(key, { prompt: 'May I take my dog with me into a boat?' });
  expect(processing).toMatchObject({ embedded_share: 1, degraded_mode: false });
});
