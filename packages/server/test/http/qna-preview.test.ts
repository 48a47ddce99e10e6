import { qnaPreviewLimits } from '@avow/contract/content';
import { qnaPageSchema, qnaPreviewSchema } from '@avow/contract/testing/content';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let client: ContentClient;
let packId: string;
let key: string;

const pair = { question: 'How do I reset my password?', answer: 'Use the portal.' };

beforeAll(async () => {
  service = await startTestService();
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes: ['query:write', 'messages:read', 'audit:erase'] });
  client = contentClient(service, await service.createKey(tenantId, { scopes: ['content:manage'] }));
  packId = (await client.createPack('rules')).id;
  const asked = ['how to reset the password', 'How to reset the password?', 'How long must my password be?'];
  for (const prompt of asked) await service.ask(key, { prompt });
  const other = await service.createKey(await service.createTenant('elsewhere'));
  await service.ask(other, { prompt: 'password reset' });
});

afterAll(() => service.close());

const preview = (body: unknown = pair, query = '') =>
  client.expect(
    { status: 200, schema: qnaPreviewSchema },
    'POST',
    `/v1/content-packs/${packId}/qna/preview${query}`,
    { body },
  );

describe('the preview of a curated pair', () => {
  it('[CON-11-27] shows which past questions of the tenant the pair would answer', async () => {
    const { messages, compared_by: comparedBy } = await preview();
    expect(comparedBy).toBe('keyword');
    expect(messages).toMatchObject({ compared: 3, pending_embeddings: 0, captured: 2, omitted: 0 });
    expect(messages.data).toMatchObject([
      { question: 'how to reset the password', count: 2, answered_from: 'none', answered_score: 0 },
    ]);
    expect(messages.data[0]?.score).toBeGreaterThan(0.5);
  });

  it('changes nothing', async () => {
    await preview();
    const page = await client.expect(
      { status: 200, schema: qnaPageSchema },
      'GET',
      `/v1/content-packs/${packId}/qna`,
    );
    expect(page.data).toEqual([]);
  });

  it('shows which accepted golden questions of the pack it would answer', async () => {
    const expects = { kind: 'answer', facts: [['portal']] };
    const questions = ['Who resets passwords?', 'How can I reset a password?'];
    await client.send('POST', `/v1/content-packs/${packId}/golden-questions`, {
      body: { questions: questions.map((question) => ({ question, expects })) },
    });
    const { golden } = await preview();
    expect(golden).toMatchObject({ compared: 2, captured: 1, data: [{ question: questions[1] }] });
  });

  it('rejects an unknown pack, an invalid pair and an invalid period', async () => {
    const path = (id: string) => `/v1/content-packs/${id}/qna/preview`;
    expect(
      (await client.send('POST', path('pack_01jd7c5v8rk4m6n8p0q2r4s6t8'), { body: pair })).statusCode,
    ).toBe(404);
    expect((await client.send('POST', path(packId), { body: { question: '' } })).statusCode).toBe(422);
    const late = await client.send(
      'POST',
      `${path(packId)}?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`,
      { body: pair },
    );
    expect(late.statusCode).toBe(422);
  });

  it('forgets what is erased', async () => {
    const { message_id: messageId } = await service.ask(key, { prompt: 'reset of the password' });
    expect((await preview()).messages).toMatchObject({ compared: 4, captured: 3, omitted: 0 });
    const erased = await service.app.http.inject({
      method: 'POST',
      url: `/v1/messages/${messageId}/erase`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(erased.statusCode).toBe(200);
    expect((await preview()).messages).toMatchObject({ compared: 3, captured: 2, omitted: 1 });
  });

  it('does not compare questions outside the period, and lists at most twenty', async () => {
    const { messages } = await preview(pair, '?to=2020-01-01T00:00:00Z');
    expect(messages).toMatchObject({ compared: 0, captured: 0, data: [] });
    expect(qnaPreviewLimits.examplesMax).toBe(20);
  });
});
