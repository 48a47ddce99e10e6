import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Encoder } from '@avow/inference';
import { openEmbeddedEncoder } from '@avow/inference';
import { writeTinyEncoder } from '@avow/inference/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

let folder: string;
let encoder: Encoder;
let service: TestService;
let key: string;
/** Set where the encoder cannot, as when its process is lost. */
let isLost = false;
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avow-meaning-'));
  writeTinyEncoder(folder);
  encoder = await openEmbeddedEncoder({ folder, preload: true });
  // The first question must not be the one that waits for the process.
  await encoder.encodeQuestion('Ready?', { timeoutMs: 300_000, owner: '' });
  service = await startTestService({
    encoder: {
      ...encoder,
      encodeQuestion: async (text, limits) => {
        asked.push(text);
        return isLost
          ? null
          : await encoder.encodeQuestion(text, { ...limits, timeoutMs: limits.timeoutMs * 10 });
      },
    },
  });
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes: ['query:write', 'content:manage'] });
  await service.loadPack(tenantId, officePack);
});

afterAll(async () => {
  await service.close();
  await encoder.close();
  await rm(folder, { recursive: true, force: true });
});

const document = 'How many days of paid holiday does an employee have?';

describe('a service with an encoder', () => {
  it('embeds published content, and reports its progress', async () => {
    const vectors = async () => {
      const response = await service.get(key, '/v1/content-packs');
      return response.json().data[0].embeddings;
    };
    await expect.poll(vectors).toEqual({ done: 6, total: 6 });
  });

  it('encodes a question once, and not at all for an exact curated pair', async () => {
    asked.length = 0;
    const answer = await service.ask(key, { prompt: document });
    expect(answer.answer).toContain('27 days');
    expect(answer.processing.degraded_mode).toBe(false);
    expect((await service.ask(key, { prompt: 'Where is the canteen?' })).source_type).toBe('qna');
    expect(asked).toEqual([document]);
  });

  it('answers by keyword search if the question cannot be encoded, and says so', async () => {
    isLost = true;
    const answer = await service.ask(key, { prompt: document });
    expect(answer.answer).toContain('27 days');
    expect(answer.processing.degraded_mode).toBe(true);
    const uncovered = await service.ask(key, { prompt: 'What is the boiling point of tungsten?' });
    expect([uncovered.source_type, uncovered.processing.degraded_mode]).toEqual(['none', true]);
    isLost = false;
    expect((await service.ask(key, { prompt: document })).processing.degraded_mode).toBe(false);
  });
});
