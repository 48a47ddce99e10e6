import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import { defaultScopes, type Scope } from '@avow/contract/roles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FeedbackClient, feedbackClient, refusalOf } from '../support/feedback-client.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

const scopes: readonly Scope[] = [...defaultScopes, 'content:manage', 'guardrails:manage', 'review:decide'];
const bonus = 'When is the bonus paid?';

let service: TestService;
let key: string;
let owner: FeedbackClient;
let packId: string;

beforeAll(async () => {
  service = await startTestService();
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes });
  const pairs = [{ question: bonus, answer: 'In December.', groups: ['hr'] }];
  await service.loadPack(tenantId, { ...officePack, 'staff.qna.json': JSON.stringify(pairs) });
  owner = feedbackClient(service, key);
  packId = (await ask('Where is the canteen?')).citations[0]?.content_pack_id ?? '';
});

afterAll(() => service.close());

const ask = (prompt: string, also: object = {}) => service.ask(key, { prompt, ...also });

async function send(method: 'PUT' | 'POST', url: string, payload: object) {
  const sent = await service.app.http.inject({
    ...{ method, url, payload, headers: { authorization: `Bearer ${key}`, 'if-match': '*' } },
  });
  if (sent.statusCode >= 300) throw new Error(sent.body);
  return sent;
}

const putPolicy = (policy: object) => send('PUT', '/v1/guardrails', { guardrails: [], ...policy });

/** Accepts a better answer on a message, without saying who may get it. */
async function acceptOn({ message_id: id }: QueryResponse) {
  const { id: feedbackId } = await owner.give(id, { verdict: 'wrong', better_answer: 'In January.' });
  return await owner.settle('accept', feedbackId, { content_pack_id: packId });
}

const asksForGroups = ['validation_failed', '/groups'];

it('requires groups for a better answer than one that was withheld', async () => {
  await putPolicy({ confidence: { withhold_below: 0.99 } });
  const withheld = await ask(bonus, { groups: ['hr'] });
  expect(withheld.agent_context.no_answer_cause).toBe('below_risk_level');
  expect(refusalOf(await acceptOn(withheld))).toEqual(asksForGroups);
});

it('requires groups for a better answer than one that a reviewer blocked', async () => {
  await putPolicy({ review: { below: 1 } });
  const asked = await send('POST', '/v1/query', { prompt: bonus, groups: ['hr'] });
  const held = queryResponseSchema.parse(asked.json());
  expect(held.status).toBe('in_review');
  await send('POST', `/v1/review/${held.message_id}`, { decision: 'block' });
  expect(refusalOf(await acceptOn(held))).toEqual(asksForGroups);
});

it('requires groups for a better answer than one that a guardrail blocked', async () => {
  const words = { name: 'December', check: 'words', stage: 'output', action: 'block' };
  await putPolicy({ guardrails: [{ ...words, settings: { words: ['December'] } }] });
  const blocked = await ask(bonus, { groups: ['hr'] });
  expect(blocked.status).toBe('blocked');
  expect(refusalOf(await acceptOn(blocked))).toEqual(asksForGroups);
});

it('requires groups if there was no answer and the nearest content is restricted', async () => {
  await putPolicy({});
  const prompt = 'Which tax is taken off the bonus in Peru?';
  const near = await ask(prompt, { groups: ['hr'] });
  expect(near.source_type).toBe('none');
  expect(refusalOf(await acceptOn(near))).toEqual(asksForGroups);
  // For somebody else nothing of that is there.
  expect((await acceptOn(await ask(prompt))).statusCode).toBe(200);
  expect((await owner.pairsOf(packId)).filter(({ answer }) => answer === 'In January.')).toMatchObject([
    { groups: [] },
  ]);
});
