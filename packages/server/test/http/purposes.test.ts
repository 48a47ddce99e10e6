import { type HttpOperation, type OperationId, operations } from '@avow/contract';
import { logEventPageSchema } from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectOf, type SignedIn, sendAs, signInAs } from '../support/people-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let owner: SignedIn;
let auditor: SignedIn;
let messageId: string;

const named = { 'avow-purpose': 'annual_audit' };
const purposes = [
  { id: 'annual_audit', title: 'Annual audit' },
  { id: 'complaint', title: 'A complaint' },
];
const policyTrial = { messages: { last: 1 } };

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, {
    scopes: ['query:write', 'messages:read', 'audit:read', 'audit:export', 'guardrails:manage', 'log:read'],
  });
  owner = await signInAs(service, tenantId, 'owner');
  auditor = await signInAs(service, tenantId, 'auditor');
  await service.loadPack(tenantId, officePack);
  messageId = (await service.ask(key, { prompt: 'Where is the canteen?' })).message_id;
  const body = { required: true, purposes };
  await expectOf('setPurposes', sendAs(service, 'PUT', '/v1/purposes', { person: owner, body }));
});
afterAll(() => service.close());

async function accesses() {
  const page = logEventPageSchema.parse((await service.get(key, '/v1/log/events?kind=access')).json());
  return page.data.map(({ subject, action, details }) => ({ subject, action, details }));
}

const showing = Object.entries<HttpOperation>(operations).filter(([, { shows }]) => shows !== undefined);

it('[CON-12-35] shows content to nobody who does not say what for, whichever operation it is', async () => {
  const before = await accesses();
  for (const [id, { method, path, shows }] of showing) {
    const url = path.replace('{message_id}', messageId).replace(/\{\w+\}/g, 'unknown');
    const body = id === 'testGuardrails' ? policyTrial : {};
    const sent = { person: owner, ...(method === 'GET' ? {} : { body }) };
    expect(problemOf(await sendAs(service, method, url, sent)), id).toMatchObject({
      code: 'purpose_required',
      detail: expect.stringContaining('annual_audit (Annual audit), complaint (A complaint)'),
    });
    if (shows !== 'everybody') continue;
    const scoped = method === 'GET' ? service.get(key, url) : sendAs(service, method, url, { key, body });
    expect(['purpose_required', 'insufficient_scope'], id).toContain(problemOf(await scoped).code);
  }
  expect(await accesses()).toEqual(before);
});

it('[CON-12-37] notes what each access is for', async () => {
  const read = (path: string, headers = {}) =>
    service
      .get(key, path, { ...named, ...headers })
      .then(({ statusCode }) => expect(statusCode, path).toBe(200));
  await read(`/v1/messages/${messageId}/audit`);
  await read(`/v1/messages/${messageId}/audit/proof`);
  await read('/v1/audit/records', { accept: 'text/csv' });
  await read('/v1/messages');
  const asPerson = { person: auditor, headers: { 'avow-purpose': 'complaint' } };
  for (const path of ['', '/events'])
    expect((await sendAs(service, 'GET', `/v1/messages/${messageId}${path}`, asPerson)).statusCode).toBe(200);
  const purpose = 'annual_audit';
  expect((await accesses()).slice(0, 6)).toEqual([
    { subject: messageId, action: 'read', details: expect.objectContaining({ purpose: 'complaint' }) },
    { subject: messageId, action: 'read', details: expect.objectContaining({ purpose: 'complaint' }) },
    { subject: messageId, action: 'read', details: { what: 'listMessages', purpose } },
    { subject: messageId, action: 'read', details: { purpose } },
    { subject: messageId, action: 'proved', details: { purpose } },
    { subject: messageId, action: 'read', details: { purpose } },
  ]);
});

it('[CON-12-37] notes what records are exported, downloaded and tried for', async () => {
  const started = await sendAs(service, 'POST', '/v1/audit/exports', { key, body: {}, headers: named });
  const path = new URL(String(started.headers.location)).pathname;
  await expect.poll(async () => (await service.get(key, path)).json().status).toBe('ready');
  expect((await service.get(key, `${path}/file?purpose=complaint`)).statusCode).toBe(200);
  expect(problemOf(await service.get(key, `${path}/file?purpose=else`)).code).toBe('invalid_header');
  const trial = { key, body: policyTrial, headers: named };
  expect((await sendAs(service, 'POST', '/v1/guardrails/test', trial)).statusCode).toBe(200);
  expect((await accesses()).slice(0, 3)).toMatchObject([
    { subject: messageId, details: { what: 'guardrail_trial', purpose: 'annual_audit' } },
    { action: 'downloaded', details: { purpose: 'complaint' } },
    { action: 'exported', details: { purpose: 'annual_audit' } },
  ]);
});

it('[CON-12-36] refuses a purpose that the tenant does not have, and notes nothing', async () => {
  const before = await accesses();
  const url = `/v1/messages/${messageId}/audit`;
  const problem = problemOf(await service.get(key, url, { 'avow-purpose': 'curiosity' }));
  expect(problem).toMatchObject({ code: 'invalid_header', status: 400 });
  expect(problem.detail).toContain('annual_audit (Annual audit)');
  const other = await service.createTenant('other');
  const otherKey = await service.createKey(other, { scopes: ['messages:read'] });
  expect(problemOf(await service.get(otherKey, '/v1/messages', named)).code).toBe('invalid_header');
  expect((await service.get(otherKey, '/v1/messages')).statusCode).toBe(200);
  expect(await accesses()).toEqual(before);
});

it('lets an application follow what it asked, and try a policy on texts, without a purpose', async () => {
  expect((await service.get(key, `/v1/messages/${messageId}`)).statusCode).toBe(200);
  const body = { texts: [{ text: 'Hello', stage: 'input' }] };
  const trial = await sendAs(service, 'POST', '/v1/guardrails/test', { key, body });
  expect(trial.statusCode, trial.body).toBe(200);
});

it('[CON-12-38] lets everybody who reads messages see the purposes, and owners set them', async () => {
  const read = () => expectOf('getPurposes', sendAs(service, 'GET', '/v1/purposes', { person: auditor }));
  expect(await read()).toEqual({ required: true, purposes });
  const set = (person: SignedIn, body: object) => sendAs(service, 'PUT', '/v1/purposes', { person, body });
  expect(problemOf(await set(auditor, { required: false, purposes: [] })).code).toBe('insufficient_scope');
  const many = Array.from({ length: 21 }, (_, index) => ({ id: `p${index}`, title: 'P' }));
  for (const body of [
    { required: true, purposes: [] },
    { required: false, purposes: [purposes[0], purposes[0]] },
    { required: false, purposes: [{ id: 'Annual audit', title: 'A' }] },
    { required: false, purposes: [{ id: 'audit', title: ' ' }] },
    { required: false, purposes: [{ id: 'audit', title: 'a'.repeat(121) }] },
    { required: false, purposes: many },
  ])
    expect(problemOf(await set(owner, body)).code).toBe('validation_failed');
  expect(await read()).toEqual({ required: true, purposes });
  const events = logEventPageSchema.parse((await service.get(key, '/v1/log/events?kind=purposes')).json());
  expect(events.data).toMatchObject([
    {
      ...{ action: 'set', actor: owner.userId },
      details: { required: 'yes', purpose_annual_audit: 'Annual audit', purpose_complaint: 'A complaint' },
    },
  ]);
});

it('covers every operation that is logged as access: none of them is decided elsewhere', () => {
  const needed = showing.map(([id]) => id as OperationId);
  for (const id of needed) {
    const { headers } = (operations[id] as HttpOperation).request;
    expect(Object.keys(headers?.shape ?? {}), id).toContain('Avow-Purpose');
  }
  expect(needed).toEqual(
    expect.arrayContaining(['getAudit', 'listAudits', 'getAuditProof', 'testGuardrails']),
  );
});
