import type { QueryResponse } from '@avow/contract/query';
import { defaultScopes, type Scope } from '@avow/contract/roles';
import { unansweredPageSchema } from '@avow/contract/testing/administration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { feedbackClient, refusalOf } from '../support/feedback-client.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

const scopes: readonly Scope[] = [...defaultScopes, 'content:manage', 'guardrails:manage'];
const bonus = 'When is the bonus paid?';

let service: TestService;
let key: string;
let content: ContentClient;
let packId: string;

beforeAll(async () => {
  service = await startTestService();
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes });
  const pairs = [{ question: bonus, answer: 'In December.', groups: ['hr'] }];
  await service.loadPack(tenantId, { ...officePack, 'staff.qna.json': JSON.stringify(pairs) });
  content = contentClient(service, key);
  packId = (await content.createPack('answers')).id;
});

afterAll(() => service.close());

const ask = (prompt: string, also: object = {}) => service.ask(key, { prompt, ...also });

/** Answers the group of a message by a pair. */
const draft = ({ message_id: id }: QueryResponse, also: object = {}) =>
  content.send('POST', `/v1/insights/unanswered/${id}/draft`, {
    body: { content_pack_id: packId, answer: 'In January.', ...also },
  });

async function withholdBelow(score: number): Promise<void> {
  const put = await content.send('PUT', '/v1/guardrails', {
    body: { confidence: { withhold_below: score }, guardrails: [] },
    headers: { 'if-match': '*' },
  });
  expect(put.statusCode).toBe(200);
}

const asksForGroups = ['validation_failed', '/groups'];

it('requires groups for the answer to questions whose answers were withheld', async () => {
  await withholdBelow(0.99);
  const withheld = await ask(bonus, { groups: ['hr'] });
  await withholdBelow(0);
  expect(withheld.agent_context.no_answer_cause).toBe('below_risk_level');
  expect(refusalOf(await draft(withheld))).toEqual(asksForGroups);
  const { data } = await content.expect(
    { status: 200, schema: unansweredPageSchema },
    'GET',
    '/v1/insights/unanswered',
  );
  expect(data.map(({ state }) => state)).toEqual(['open']);
  const drafted = await draft(withheld, { groups: ['hr'] });
  expect([drafted.statusCode, drafted.json().qna.groups]).toEqual([201, ['hr']]);
});

it('requires groups if the nearest content is restricted, even if others asked the same', async () => {
  const prompt = 'Which tax is taken off the bonus in Peru?';
  const open = await ask('Which tax is taken off the bonus, in Peru?');
  const near = await ask(prompt, { groups: ['hr'] });
  expect([near.source_type, open.source_type]).toEqual(['none', 'none']);
  for (const message of [near, open]) expect(refusalOf(await draft(message))).toEqual(asksForGroups);
  const drafted = await draft(open, { groups: [] });
  expect([drafted.statusCode, drafted.json().qna.groups]).toEqual([201, []]);
});

it('restricts it to the groups of the sources of the wrong answer', async () => {
  const answered = await ask(bonus, { groups: ['hr'] });
  expect(answered.answer).toBe('In December.');
  await feedbackClient(service, key).give(answered.message_id, { verdict: 'wrong' });
  // What was withheld of the same question tells nothing of who may see it, so only what was asked since counts.
  const drafted = await draft(answered, { question: 'When do I get the bonus?', from: answered.created_at });
  expect([drafted.statusCode, drafted.json().qna.groups]).toEqual([201, ['hr']]);
});

it('treats no groups as everyone if nothing is restricted', async () => {
  const drafted = await draft(await ask('Where can I park my bicycle?'));
  expect([drafted.statusCode, drafted.json().qna.groups]).toEqual([201, []]);
});
