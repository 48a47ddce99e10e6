import type { MomentsEntry } from '@avow/contract/auditing';
import type { LogEventEntry } from '@avow/contract/records';
import { logEventPageSchema } from '@avow/contract/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nothingElse, sampleMessage } from '../../src/storage/contract/samples.ts';
import { expectOf, sendAs, signInAs } from '../support/people-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let nowMs = Date.UTC(2026, 2, 1);
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => nowMs } });
});
afterAll(() => service.close());

const day = (date: string) => `2026-03-${date}T12:00:00.000Z`;
const onDay = (date: string) => {
  nowMs = Date.parse(day(date));
};
const kindsOf = (events: readonly LogEventEntry[]) =>
  events.map(({ kind, action, details }) => `${kind} ${action} ${details['version'] ?? ''}`.trim());

it('[CON-12-44] tells from the log what was in force at two moments, and what changed between', async () => {
  onDay('02');
  const tenantId = await service.createTenant('office');
  const key = await service.createKey(tenantId, {
    scopes: ['query:write', 'log:read', 'guardrails:manage', 'audit:erase', 'messages:read'],
  });
  await service.loadPack(tenantId, officePack);
  /** Packs are published by a clock of their own. */
  const publish = (version: string, subject = 'pack_handbook', state = 'published') =>
    service.data.store.log.append(tenantId, [
      {
        ...{ kind: 'pack', subject, state, atMs: nowMs, actor: 'operator' },
        details: [['version', version]],
      },
    ]);
  await publish('1');
  await publish('7', 'pack_gone');
  await service.ask(key, { prompt: 'Where is the canteen?' });
  onDay('04');
  await publish('2');
  await publish('1', 'pack_handbook', 'retired');
  await publish('7', 'pack_gone', 'deleted');
  const policy = { guardrails: [], bands: { high: 0.98, medium: 0.5 } };
  const put = (url: string, body: object) => sendAs(service, 'PUT', url, { key, body });
  expect((await put('/v1/guardrails', policy)).statusCode).toBe(200);
  onDay('06');
  expect((await put('/v1/retention', { content_days: 30, record_days: null })).statusCode).toBe(200);
  await service.get(key, '/v1/messages');
  const compare = (first: string, second: string) =>
    expectOf<MomentsEntry>(
      'compareMoments',
      service.get(key, `/v1/audit/moments?first=${day(first)}&second=${day(second)}`),
    );
  const { first, second, changes, has_more: hasMore } = await compare('03', '07');
  expect(first.at).toBe(day('03'));
  expect(kindsOf(first.in_force).filter((kind) => kind.startsWith('pack'))).toEqual([
    'pack published 1',
    'pack published 7',
  ]);
  expect(kindsOf(second.in_force).filter((kind) => kind.startsWith('pack'))).toEqual(['pack published 2']);
  expect(kindsOf(first.in_force).some((kind) => kind.startsWith('policy in_use'))).toBe(true);
  expect(kindsOf(second.in_force)).toEqual(expect.arrayContaining(['pack published 2', 'retention set']));
  expect(kindsOf(second.in_force).filter((kind) => kind.startsWith('policy'))).toEqual([
    expect.stringMatching(/^policy set/),
  ]);
  for (const kind of ['models', 'settings', 'software'])
    expect(
      first.in_force.map((event) => event.kind),
      kind,
    ).toContain(kind);
  expect([first.complete, second.complete, hasMore]).toEqual([true, true, false]);
  expect(changes.map(({ kind }) => kind)).toEqual(['retention', 'policy', 'pack', 'pack', 'pack']);
  const untilNow = await service.get(key, `/v1/audit/moments?first=${day('03')}`);
  expect(untilNow.json()).toMatchObject({ second: { at: day('06') } });
  const before = await compare('01', '03');
  expect(before.first.in_force).toEqual([]);
  expect(before.changes.map(({ kind }) => kind)).toContain('pack');
  const wrong = `/v1/audit/moments?first=${day('07')}&second=${day('03')}`;
  expect(problemOf(await service.get(key, wrong)).code).toBe('validation_failed');
  const other = await service.createKey(await service.createTenant('other'), { scopes: ['log:read'] });
  const url = `/v1/audit/moments?first=${day('03')}&second=${day('07')}`;
  const elsewhere = await expectOf<MomentsEntry>('compareMoments', service.get(other, url));
  expect(elsewhere.second.in_force).toEqual([]);
});

it('lists what was blocked or failed among the events, for those who may see it', async () => {
  onDay('08');
  const tenantId = await service.createTenant('incidents');
  const key = await service.createKey(tenantId, { scopes: ['log:read'] });
  const end = async (changes: Parameters<typeof sampleMessage>[0]) => {
    const message = sampleMessage(changes);
    await service.data.store.records.finishMessage(tenantId, message, nothingElse);
    return message.messageId;
  };
  const blocked = await end({ status: 'blocked' });
  await end({});
  const failed = await end({ status: 'failed', audience: [['board']] });
  const list = async (query: string, given = key) =>
    logEventPageSchema.parse((await service.get(given, `/v1/log/events?${query}`)).json());
  const incidents = ({ data }: Awaited<ReturnType<typeof list>>) =>
    data.filter(({ kind }) => kind === 'record').map(({ subject, action }) => [subject, action]);
  expect(incidents(await list('incidents=true'))).toEqual([
    [failed, 'failed'],
    [blocked, 'blocked'],
  ]);
  expect(incidents(await list(''))).toEqual([]);
  expect(incidents(await list('incidents=true&changes=true'))).toEqual([]);
  const first = await list('incidents=true&limit=1');
  expect(incidents(first)).toEqual([[failed, 'failed']]);
  const rest = await list(`incidents=true&limit=1&cursor=${first.next_cursor}`);
  expect(incidents(rest)).toEqual([[blocked, 'blocked']]);
  const narrow = await service.createKey(tenantId, { scopes: ['log:read'], groups: ['staff'] });
  expect(incidents(await list('incidents=true', narrow))).toEqual([[blocked, 'blocked']]);
  const other = await signInAs(service, await service.createTenant('beside'), 'auditor');
  const seen = await sendAs(service, 'GET', '/v1/log/events?incidents=true', { person: other });
  expect(incidents(logEventPageSchema.parse(seen.json()))).toEqual([]);
});
