import { messagePageSchema } from '@avow/contract/testing';
import { draftTrialSchema } from '@avow/contract/testing/administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

describe('asking the draft of a pack', () => {
  it('answers from the draft and from what is served, and leaves no record', async () => {
    const tenantId = await service.createTenant('office');
    const scopes = ['content:manage', 'messages:read', 'query:write'] as const;
    const client = contentClient(service, await service.createKey(tenantId, { scopes: [...scopes] }));
    const { id } = await client.createPack('keys');
    const pack = `/v1/content-packs/${id}`;
    const pair = { question: 'Who has the spare key?', answer: 'The porter has it.' };
    const { id: qnaId } = (await client.send('POST', `${pack}/qna`, { body: pair })).json();
    const ask = (groups: readonly string[] = []) =>
      client.expect({ status: 200, schema: draftTrialSchema }, 'POST', `${pack}/ask`, {
        body: { question: pair.question, groups },
      });
    const first = await ask();
    expect(first).toMatchObject({
      draft: { version: 1, response: { answer: pair.answer } },
      published: null,
    });
    await client.publish(id);
    const edited = { ...pair, answer: 'The caretaker has it.', groups: ['staff'] };
    await client.send('PUT', `${pack}/qna/${qnaId}`, { body: edited });
    expect(await ask(['staff'])).toMatchObject({
      draft: { version: 2, response: { answer: 'The caretaker has it.', source_type: 'qna' } },
      published: { version: 1, response: { answer: 'The porter has it.' } },
    });
    // What only others may see is not there.
    expect((await ask()).draft.response).toMatchObject({ source_type: 'none', citations: [] });
    const { data } = await client.expect({ status: 200, schema: messagePageSchema }, 'GET', '/v1/messages');
    expect(data).toEqual([]);
  });

  it('refuses what is not a question, and packs that are not there', async () => {
    const tenantId = await service.createTenant('refusals');
    const client = contentClient(service, await service.createKey(tenantId, { scopes: ['content:manage'] }));
    const { id } = await client.createPack('empty');
    const ask = async (packId: string, body: object) =>
      problemOf(await client.send('POST', `/v1/content-packs/${packId}/ask`, { body }));
    for (const wrong of [
      {},
      { question: ' ' },
      { question: 'a'.repeat(4_001) },
      { question: 'Who?', tier: 1 },
    ])
      expect((await ask(id, wrong)).code, JSON.stringify(wrong)).toBe('validation_failed');
    expect((await ask('pack_01jd7c5v8r9a7b5c3d1e0f2g4h', { question: 'Who?' })).code).toBe('not_found');
    const asker = contentClient(service, await service.createKey(tenantId, { scopes: ['query:write'] }));
    const forbidden = await asker.send('POST', `/v1/content-packs/${id}/ask`, { body: { question: 'Who?' } });
    expect(problemOf(forbidden).code).toBe('insufficient_scope');
  });
});
