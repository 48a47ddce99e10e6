import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unansweredPageSchema } from '@avow/contract/testing/administration';
import type { Encoder } from '@avow/inference';
import { openEmbeddedEncoder } from '@avow/inference';
import { writeTinyEncoder } from '@avow/inference/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let folder: string;
let encoder: Encoder;
let service: TestService;
let client: ContentClient;
/** Set where the encoder cannot, as when its process is lost. */
let isLost = false;
const encoded: string[] = [];
/** More than are encoded while a request waits. */
const questionCount = 70;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avow-insights-'));
  writeTinyEncoder(folder);
  encoder = await openEmbeddedEncoder({ folder, preload: true });
  await encoder.encodeQuestion('Ready?', { timeoutMs: 300_000, owner: '' });
  service = await startTestService({
    encoder: {
      ...encoder,
      encodeQuestion: async (text, { timeoutMs, owner }) => {
        encoded.push(text);
        return isLost ? null : await encoder.encodeQuestion(text, { timeoutMs: timeoutMs * 10, owner });
      },
    },
  });
  const tenantId = await service.createTenant('office');
  const key = await service.createKey(tenantId);
  client = contentClient(service, await service.createKey(tenantId, { scopes: ['content:manage'] }));
  for (let count = 0; count < questionCount; count += 1)
    await service.ask(key, { prompt: `What is number ${count} of the list?` });
  await service.ask(key, { prompt: 'what is number 0 of the list' });
});

afterAll(async () => {
  await service.close();
  await encoder.close();
  await rm(folder, { recursive: true, force: true });
});

const read = () =>
  client.expect({ status: 200, schema: unansweredPageSchema }, 'GET', '/v1/insights/unanswered');

describe('semantic grouping of questions', () => {
  it('keeps each phrasing separate while the encoder fails', async () => {
    isLost = true;
    const page = await read();
    isLost = false;
    expect(page).toMatchObject({
      grouped_by: 'semantic',
      questions: questionCount + 1,
      pending_embeddings: questionCount + 1,
    });
    expect(page.data[0]).toMatchObject({ count: 2, question: 'What is number 0 of the list?', examples: [] });
  });

  it('embeds some immediately, the rest in the background, and none twice', async () => {
    const first = await read();
    expect(first.pending_embeddings).toBeLessThanOrEqual(questionCount + 1 - 64);
    const readAgain = async () => {
      encoded.length = 0;
      const { pending_embeddings: waiting } = await read();
      return { waiting, encoded: encoded.length };
    };
    await expect.poll(readAgain).toEqual({ waiting: 0, encoded: 0 });
    const page = await read();
    expect(page.data.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(questionCount + 1);
    expect((await read()).data).toEqual(page.data);
  });
});
