import type { TestService } from '@avow/server/testing';
import { contentClient, startTestService } from '@avow/server/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateContentRequest, type KnownContent } from './generate-content-request.ts';
import { judgeAnswer } from './judge-answer.ts';
import { requestsOf, sendGenerated } from './send-generated.ts';

const requestsTotal = requestsOf(2_500);

let service: TestService;
let known: KnownContent;

beforeAll(async () => {
  service = await startTestService({
    env: {
      AVOW_CONTENT_RATE_PER_MINUTE: '1000000',
      AVOW_CONTENT_BURST: '100000',
      AVOW_FAILED_KEYS_PER_MINUTE: '1000000',
      AVOW_LOG_LEVEL: 'silent',
    },
  });
  const tenantId = await service.createTenant('fuzz');
  const apiKey = await service.createKey(tenantId, { scopes: ['content:manage'] });
  const client = contentClient(service, apiKey);
  const packs = [await client.createPack('handbook'), await client.createPack('rules')];
  const jobIds: string[] = [];
  const documentIds: string[] = [];
  const qnaIds: string[] = [];
  for (const { id } of packs) {
    const files = ['a.md', 'b.md', 'c.md'].map((name) => new File([`# ${name}\n\nText.`], name));
    jobIds.push(
      (
        await client.upload(
          id,
          files.map((file) => ['file', file] as const),
        )
      ).id,
    );
    jobIds.push((await client.publish(id)).id);
    const path = `/v1/content-packs/${id}`;
    const pair = await client.send('POST', `${path}/qna`, { body: { question: 'Q?', answer: 'A.' } });
    qnaIds.push(pair.json().id);
    const documents: Array<{ id: string }> = (await client.send('GET', `${path}/documents`)).json().data;
    documentIds.push(...documents.map((document) => document.id));
  }
  known = { apiKey, packIds: packs.map(({ id }) => id), documentIds, qnaIds, jobIds };
});

afterAll(() => service.close());

it(`answers ${requestsTotal} generated requests on content packs without a fault of its own`, async () => {
  const { statuses, faults } = await sendGenerated(service, {
    requestsTotal,
    atOnce: 3,
    generate: (seed) => generateContentRequest(seed, known),
    faultOf: judgeAnswer,
  });
  expect(faults).toEqual([]);
  for (const status of [200, 201, 202, 204, 400, 401, 404, 405, 409, 415, 422])
    expect(statuses.get(status), String(status)).toBeGreaterThan(0);
});
