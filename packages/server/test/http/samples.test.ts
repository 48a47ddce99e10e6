import { type HttpOperation, operations } from '@avow/contract';
import type { SampleEntry, SampleSummaryEntry } from '@avow/contract/auditing';
import { logEventPageSchema } from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOf } from '../../src/features/samples/draw-sample.ts';
import { createSamples } from '../../src/features/samples/samples.ts';
import { nothingElse, sampleMessage } from '../../src/storage/contract/samples.ts';
import { expectOf, type SignedIn, sendAs, signInAs } from '../support/people-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let auditor: SignedIn;
let owner: SignedIn;
const asked: string[] = [];

const path = '/v1/audit/samples';
const period = { from: '2020-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z' };
const random = { method: 'random', size: 3, ...period };

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, {
    scopes: ['query:write', 'audit:read', 'log:read', 'audit:erase'],
  });
  auditor = await signInAs(service, tenantId, 'auditor', { groups: ['*'] });
  owner = await signInAs(service, tenantId, 'owner', { groups: ['*'] });
  await service.loadPack(tenantId, officePack);
  for (let at = 0; at < 5; at += 1)
    asked.push((await service.ask(key, { prompt: `Where is the canteen? ${at}` })).message_id);
});
afterAll(() => service.close());

const draw = (body: object = random, person = auditor) =>
  expectOf<SampleEntry>('drawSample', sendAs(service, 'POST', path, { person, body }));
const read = (id: string) =>
  expectOf<SampleEntry>('getSample', sendAs(service, 'GET', `${path}/${id}`, { person: auditor }));
const judge = (id: string, messageId: string, body: object = { finding: 'none' }) =>
  sendAs(service, 'PUT', `${path}/${id}/items/${messageId}`, { person: auditor, body });
const signOff = (id: string, body: object = {}) =>
  sendAs(service, 'POST', `${path}/${id}/sign-off`, { person: auditor, body });
const events = async (query: string) =>
  logEventPageSchema.parse((await service.get(key, `/v1/log/events?limit=100&${query}`)).json()).data;

describe('a draw', () => {
  it('[CON-12-39] can be repeated by anybody with the seed on the log, and is not repeated by the service', async () => {
    const sample = await draw();
    expect(sample).toMatchObject({ population: 5, drawn: 3, restricted: false, judged: 0, estimates: null });
    const [event] = await events('kind=sample');
    expect(event).toMatchObject({
      ...{ action: 'drawn', subject: sample.sample_id, actor: auditor.userId, leaf_index: sample.leaf_index },
      details: { method: 'random', seed: sample.seed, population: '5', drawn: '3' },
    });
    const leaves = await Promise.all(
      asked.map(async (id) => (await service.get(key, `/v1/messages/${id}/audit`)).json().log.leaf_hash),
    );
    const order = asked
      .map((id, at) => [placeOf(sample.seed, leaves[at]), id] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    expect(sample.items.map((item) => item.message_id)).toEqual(order.slice(0, 3).map(([, id]) => id));
    const again = await draw({ method: 'random', size: 3, from: period.from });
    expect(again).toMatchObject({ population: 5, until: again.drawn_at });
    expect(again.seed).not.toBe(sample.seed);
    expect(await read(sample.sample_id)).toEqual(sample);
  });

  it('[CON-12-40] is of what the one who draws may see, and is not there for those who see less', async () => {
    await service.data.store.records.finishMessage(
      tenantId,
      sampleMessage({ audience: [['board']] }),
      nothingElse,
    );
    const narrow = await signInAs(service, tenantId, 'auditor', { groups: ['staff'] });
    const all = await draw({ ...random, size: 500 });
    const some = await draw({ ...random, size: 500 }, narrow);
    expect([all.population, all.restricted]).toEqual([6, false]);
    expect([some.population, some.restricted]).toEqual([5, true]);
    const as = (person: SignedIn, id: string) => sendAs(service, 'GET', `${path}/${id}`, { person });
    expect(problemOf(await as(narrow, all.sample_id)).code).toBe('not_found');
    expect((await as(auditor, some.sample_id)).statusCode).toBe(200);
    const listed = await expectOf<{ data: SampleSummaryEntry[] }>(
      'listSamples',
      sendAs(service, 'GET', path, { person: narrow }),
    );
    expect(listed.data.map((one) => one.sample_id)).toEqual([some.sample_id]);
    const hidden = all.items.find(({ message_id: id }) => !some.items.some((item) => item.message_id === id));
    expect(hidden).toBeDefined();
  });

  it('is refused without the scope, with bad input, and beyond its limits', async () => {
    const refused = async (body: object) =>
      problemOf(await sendAs(service, 'POST', path, { person: auditor, body })).code;
    for (const body of [
      { ...random, size: 0 },
      { ...random, size: 501 },
      { ...random, method: 'pleasant' },
      { ...random, until: random.from },
      { ...random, seed: 'ab'.repeat(32) },
      { method: 'random', size: 3 },
      { ...random, until: '2999-02-30T00:00:00Z' },
    ])
      expect(await refused(body)).toBe('validation_failed');
    expect(problemOf(await sendAs(service, 'POST', path, { key, body: random })).code).toBe(
      'insufficient_scope',
    );
    const { samples: store, records } = service.data.store;
    const clock = { nowMs: () => Date.now() };
    const by = { callerId: auditor.userId, groups: null };
    const limited = (limits: { populationMax: number; samplesMax: number; judgementsMax: number }) =>
      createSamples({ store, records, clock, limits }).draw(tenantId, { ...random, method: 'random' }, by);
    const limits = { populationMax: 100, samplesMax: 100, judgementsMax: 1 };
    await expect(limited({ ...limits, populationMax: 4 })).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(limited({ ...limits, samplesMax: 1 })).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('is one at a time of a tenant', async () => {
    const both = await Promise.all(
      [1, 2].map(() => sendAs(service, 'POST', path, { person: auditor, body: random })),
    );
    expect(both.map(({ statusCode }) => statusCode)).toContain(201);
    for (const refused of both.filter(({ statusCode }) => statusCode !== 201))
      expect(problemOf(refused).code).toBe('concurrency_limited');
  });
});

describe('findings', () => {
  it('[CON-12-41] [CON-12-42] are on the log with the sign-off, after which nothing changes', async () => {
    const { sample_id: id, items } = await draw();
    const [first, second, third] = items.map((item) => item.message_id);
    expect(problemOf(await signOff(id)).code).toBe('invalid_state');
    await judge(id, first ?? '', { finding: 'major', note: 'It quotes last year.' });
    await judge(id, second ?? '');
    expect((await read(id)).estimates).toBeNull();
    const judged = await expectOf<SampleEntry>('judgeSampleItem', judge(id, third ?? ''));
    expect(judged.findings).toEqual({ none: 2, minor: 0, major: 1, unreadable: 0 });
    expect(judged.estimates?.major).toMatchObject({ found: 1, of: 3, share_from: expect.closeTo(0.0084, 3) });
    expect(problemOf(await sendAs(service, 'POST', `${path}/${id}/sign-off`, { key, body: {} })).code).toBe(
      'session_required',
    );
    const signed = await expectOf<SampleEntry>('signOffSample', signOff(id, { statement: 'One is wrong.' }));
    expect(signed).toMatchObject({ signed_off_by: auditor.userId, statement: 'One is wrong.' });
    for (const refused of [await signOff(id), await judge(id, first ?? '')])
      expect(problemOf(refused).code).toBe('invalid_state');
    expect(await read(id)).toEqual(signed);
    const table = await sendAs(service, 'GET', `${path}/${id}`, {
      person: auditor,
      headers: { accept: 'text/csv' },
    });
    expect(table.body.split('\r\n')[1]).toMatch(new RegExp(`^${first},random,major,It quotes last year.,`));
    const [end, ...judgements] = await events(`kind=sample&subject=${id}`);
    expect(end).toMatchObject({ action: 'signed_off', reason: 'One is wrong.', details: { judged: '3' } });
    expect(judgements.find(({ details }) => details['message'] === first)).toMatchObject({
      ...{ action: 'judged', reason: 'It quotes last year.', details: { finding: 'major' } },
    });
  });

  it('[CON-12-41] are unreadable once the content is gone, and notes go with it', async () => {
    const { sample_id: id, items } = await draw({ ...random, size: 5 });
    const [first, second] = items.map((item) => item.message_id);
    expect(problemOf(await judge(id, first ?? '', { finding: 'unreadable' })).code).toBe('invalid_state');
    await judge(id, second ?? '', { finding: 'minor', note: 'Kangaroopaw' });
    for (const gone of [first, second])
      expect((await sendAs(service, 'POST', `/v1/messages/${gone}/erase`, { key })).statusCode).toBe(200);
    expect(problemOf(await judge(id, first ?? '')).code).toBe('invalid_state');
    const { items: left } = await expectOf<SampleEntry>(
      'judgeSampleItem',
      judge(id, first ?? '', { finding: 'unreadable' }),
    );
    expect(left.slice(0, 2)).toMatchObject([
      { finding: 'unreadable', note: null },
      { finding: 'minor', note: null },
    ]);
  });

  it('are refused of what is not in the sample, and of other tenants', async () => {
    const { sample_id: id, items } = await draw({ ...random, size: 1 });
    const drawn = items[0]?.message_id ?? '';
    const outside = asked.find((one) => one !== drawn) ?? '';
    const other = await signInAs(service, await service.createTenant('elsewhere'), 'auditor', {
      groups: ['*'],
    });
    expect(problemOf(await judge(id, 'msg_x')).code).toBe('not_found');
    expect(['not_found', 'invalid_state']).toContain(problemOf(await judge(id, outside)).code);
    expect(problemOf(await judge(id, drawn, { finding: 'some' })).code).toBe('validation_failed');
    expect(problemOf(await judge(id, drawn, { finding: 'none', note: 'x'.repeat(501) })).code).toBe(
      'validation_failed',
    );
    const body = { finding: 'none' };
    const sent = sendAs(service, 'PUT', `${path}/${id}/items/${drawn}`, { person: other, body });
    expect(problemOf(await sent).code).toBe('not_found');
    expect(problemOf(await sendAs(service, 'GET', `${path}/${id}`, { person: other })).code).toBe(
      'not_found',
    );
  });
});

it('[CON-12-43] an auditor changes nothing but samples, whatever they send', async () => {
  const before = (await events('changes=true')).filter(({ kind }) => kind !== 'sample');
  const mine = new Set<string>([
    'startAuditExport',
    'startEvidence',
    'replayMessage',
    'deleteAuditExport',
    'drawSample',
    'judgeSampleItem',
    'signOffSample',
  ]);
  const changing = Object.entries<HttpOperation>(operations).filter(
    ([id, { method, tag, scope }]) =>
      method !== 'GET' && scope !== null && tag !== 'service' && !mine.has(id),
  );
  expect(changing.length).toBeGreaterThan(80);
  for (const [id, { method, path: stated }] of changing) {
    const url = stated.replace('{message_id}', asked[4] ?? '').replace(/\{\w+\}/g, 'unknown');
    const response = await sendAs(service, method, url, { person: auditor, body: {} });
    expect([401, 403], id).toContain(response.statusCode);
  }
  expect((await events('changes=true')).filter(({ kind }) => kind !== 'sample')).toEqual(before);
  expect((await sendAs(service, 'GET', '/v1/retention', { person: owner })).statusCode).toBe(200);
});
