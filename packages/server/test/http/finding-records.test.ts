import type { QueryResponse } from '@avow/contract/query';
import { auditRecordPageSchema, logEventPageSchema, messagePageSchema } from '@avow/contract/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let key: string;
let packId: string;
let asked: readonly QueryResponse[];

beforeAll(async () => {
  service = await startTestService();
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, {
    scopes: ['query:write', 'messages:read', 'audit:read', 'log:read'],
  });
  await service.loadPack(tenantId, officePack, 'office');
  packId = (await service.data.store.content.listPacks(tenantId, { after: null, limit: 1 }))[0]?.packId ?? '';
  const ask = (prompt: string, also: object = {}) => service.ask(key, { prompt, ...also });
  const first = await ask('Where is the canteen?', { channel_type: 'chat', end_user_id: 'Zoë' });
  const second = await ask('Who approves travel?', { thread_id: first.thread_id, end_user_id: 'Zoë' });
  const third = await ask('What is the boiling point of tungsten?', {
    metadata: { ticket: 'T-4711' },
    end_user_id: '=1+1',
  });
  asked = [first, second, third];
});

afterAll(() => service.close());

const idsOf = (page: { readonly data: readonly { readonly message_id: string }[] }) =>
  page.data.map((each) => asked.findIndex(({ message_id: id }) => id === each.message_id));
const messages = async (query: string) =>
  idsOf(messagePageSchema.parse((await service.get(key, `/v1/messages?${query}`)).json()));
const records = async (query: string) =>
  idsOf(auditRecordPageSchema.parse((await service.get(key, `/v1/audit/records?${query}`)).json()));

describe('lists of messages and records', () => {
  it('are filtered by channel, by the pack that an answer cites, and to the latest of each thread', async () => {
    expect(await messages('channel_type=chat')).toEqual([0]);
    expect(await messages('channel_type=api')).toEqual([2, 1]);
    expect(await messages('channel_type=voice')).toEqual([]);
    expect(await messages(`content_pack_id=${packId}`)).toEqual([1, 0]);
    expect(await messages('content_pack_id=pack_01jd7c5v8r9a7b5c3d1e0f2g4h')).toEqual([]);
    expect(await messages('latest_in_thread=true')).toEqual([2, 1]);
    expect(await messages('latest_in_thread=true&channel_type=chat')).toEqual([]);
  });

  it('finds records by words of questions, answers, people and metadata', async () => {
    const text = (words: string) => records(`text=${encodeURIComponent(words)}`);
    expect(await text('CANTEEN')).toEqual([0]);
    expect(await text('zoe travel')).toEqual([1]);
    expect(await text('t-4711')).toEqual([2]);
    expect(await text('floor')).toEqual([0]);
    expect(await text('nothing like this')).toEqual([]);
    const first = await service.get(key, '/v1/audit/records?text=zoe&limit=1');
    const { data, next_cursor: cursor } = auditRecordPageSchema.parse(first.json());
    expect(idsOf({ data })).toEqual([1]);
    expect(await records(`text=zoe&limit=1&cursor=${encodeURIComponent(cursor ?? '')}`)).toEqual([0]);
    // Who may not read records looks for no words in them.
    expect(problemOf(await service.get(key, '/v1/messages?text=canteen')).code).toBe('validation_failed');
    for (const wrong of ['text=', `text=${'a'.repeat(201)}`, 'latest_in_thread=yes', 'channel_type='])
      expect(problemOf(await service.get(key, `/v1/audit/records?${wrong}`)).code, wrong).toBe(
        'validation_failed',
      );
  });

  it('puts what was found on the log, and nothing else', async () => {
    const read = async () =>
      logEventPageSchema.parse((await service.get(key, '/v1/log/events?kind=access&limit=100')).json()).data;
    const before = await read();
    await records('text=tungsten');
    const after = await read();
    expect(after.length).toBe(before.length + 1);
    expect(after[0]).toMatchObject({ subject: asked[2]?.message_id, action: 'read' });
    expect(JSON.stringify(after)).not.toContain('tungsten');
  });

  it('are sent as a table for spreadsheets, page by page, without formulas', async () => {
    const table = async (query: string) => {
      const page = await service.get(key, `/v1/audit/records${query}`, { accept: 'text/csv' });
      return { page, link: /^<(\?[^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1] };
    };
    const first = await table('?limit=2');
    expect(first.page.headers['content-type']).toBe('text/csv; charset=utf-8');
    const second = await table(first.link ?? '');
    expect(second.link).toBeUndefined();
    const lines = (first.page.body + second.page.body).split('\r\n');
    expect(lines[0]).toMatch(/^asked_at,question,answer,end_user,channel,/);
    expect(lines).toHaveLength(asked.length + 2);
    expect(lines[1]).toContain('boiling point');
    expect(lines[1]).toContain(",'=1+1,api,");
    expect(lines[1]).toContain(',ticket=T-4711,');
    expect(lines[3]).toContain('Zoë,chat,delivered');
    expect((await service.get(key, '/v1/audit/records')).headers['content-type']).toBe('application/json');
  });
});
