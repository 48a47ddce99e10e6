import { defaultScopes } from '@avow/contract/roles';
import { auditRecordSchema, logEventPageSchema } from '@avow/contract/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const pairs = JSON.stringify([{ question: 'Where is the canteen?', answer: 'On the second floor.' }]);
const why = 'The rules of the house have changed – see “memo 7”.';

let tenants = 0;

async function openTenant() {
  const tenantId = await service.createTenant(`changing-${tenants++}`);
  const key = await service.createKey(tenantId, {
    scopes: [
      ...defaultScopes,
      'guardrails:manage',
      'content:manage',
      'audit:read',
      'audit:erase',
      'log:read',
    ],
  });
  await service.loadPack(tenantId, { 'pairs.qna.json': pairs });
  const client = contentClient(service, key);
  const list = async (query: string) => {
    const response = await service.get(key, `/v1/log/events?${query}`);
    return logEventPageSchema.parse(response.json()).data;
  };
  const setPolicy = async (headers: Readonly<Record<string, string>> = {}) =>
    service.app.http.inject({
      ...{ method: 'PUT', url: '/v1/guardrails', payload: JSON.stringify({ guardrails: [] }) },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    });
  return { tenantId, key, client, list, setPolicy };
}

it('names the author of a change and why, until the reason is erased', async () => {
  const { key, client, list, setPolicy } = await openTenant();
  expect((await setPolicy({ 'avow-reason': encodeURIComponent(why) })).statusCode).toBe(200);
  const [event] = await list('kind=policy');
  expect(event).toMatchObject({ action: 'set', reason: why });
  expect(event?.actor).toMatch(/^key_/);
  expect((await list('kind=action'))[0]).toMatchObject({ action: 'requested', reason: why });
  const erase = () =>
    client.send('POST', '/v1/log/reasons/erase', { body: { leaf_index: event?.leaf_index } });
  expect((await erase()).statusCode).toBe(204);
  expect(await list('kind=policy')).toMatchObject([{ action: 'set', reason: null }]);
  expect(problemOf(await erase()).code).toBe('not_found');
  const { message_id: id } = await service.ask(key, { prompt: 'Where is the canteen?' });
  const record = auditRecordSchema.parse((await service.get(key, `/v1/messages/${id}/audit`)).json());
  expect(record.rules_in_force.find(({ kind }) => kind === 'policy')).toMatchObject({ reason: null });
});

it('refuses a reason that is too long, and changes nothing', async () => {
  const { list, setPolicy } = await openTenant();
  const refused = await setPolicy({ 'avow-reason': 'x'.repeat(501) });
  expect(problemOf(refused).code).toBe('validation_failed');
  expect(await list('kind=policy')).toEqual([]);
});

it('lists changes by author and time, as a table or one a line', async () => {
  const { key, list, setPolicy } = await openTenant();
  await setPolicy();
  const { message_id: id } = await service.ask(key, { prompt: 'Where is the canteen?' });
  await service.get(key, `/v1/messages/${id}/audit`);
  const kinds = (await list('changes=true')).map(({ kind }) => kind);
  expect(kinds).toContain('pack');
  expect(kinds).not.toContain('access');
  const [{ actor = '' } = {}] = await list('kind=policy');
  expect((await list(`actor=${actor}&changes=true`)).map(({ kind }) => kind)).toEqual(['policy']);
  expect(await list('occurred_from=2999-01-01T00:00:00Z')).toEqual([]);
  expect(await list('occurred_before=2000-01-01T00:00:00Z')).toEqual([]);
  const table = await service.get(key, '/v1/log/events?changes=true&limit=2', { accept: 'text/csv' });
  expect(table.body.split('\r\n')[0]).toBe(
    'leaf_index,occurred_at,kind,action,subject,actor,reason,details,leaf_hash',
  );
  expect(table.headers['link']).toContain('cursor=');
  const lines = await service.get(key, '/v1/log/events?kind=policy', { accept: 'application/jsonl' });
  expect(
    lines.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).kind),
  ).toEqual(['policy']);
});

it('lists what concerns one message: who read it alone or in a list, for what, and what protects it', async () => {
  const { key, list } = await openTenant();
  const send = (method: 'PUT' | 'POST', url: string, body: object) =>
    service.app.http.inject({
      ...{ method, url, payload: JSON.stringify(body) },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  const purposes = [{ id: 'audit', title: 'Audit' }];
  expect((await send('PUT', '/v1/purposes', { required: false, purposes })).statusCode).toBe(200);
  const ask = async () => await service.ask(key, { prompt: 'Where is the canteen?' });
  const [{ message_id: id, thread_id: threadId }, { message_id: other }] = [await ask(), await ask()];
  await service.get(key, `/v1/messages/${other}/audit`, { 'avow-purpose': 'audit' });
  await service.get(key, '/v1/messages');
  await service.get(key, `/v1/messages/${id}/audit`, { 'avow-purpose': 'audit' });
  const hold = { scope: 'thread', thread_id: threadId, reason: 'A complaint' };
  expect((await send('POST', '/v1/holds', hold)).statusCode).toBe(201);
  const concerning = await list(`message=${id.replace('msg_', 'aud_')}`);
  expect(concerning.map(({ kind, details }) => [kind, details['what'], details['purpose']])).toEqual([
    ['hold', undefined, undefined],
    ['access', undefined, 'audit'],
    ['access', 'listMessages', undefined],
  ]);
  expect((await list('purpose=audit')).map(({ subject }) => subject)).toEqual([id, other]);
  expect(await list('message=msg_unknown')).toEqual([]);
});
