import type { QueryResponse } from '@avow/contract/query';
import {
  auditRecordPageSchema,
  auditRecordSchema,
  messagePageSchema,
  messageSchema,
} from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
const asked: QueryResponse[] = [];

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId);
  await service.loadPack(tenantId, officePack);
  for (const prompt of [
    'Who approves travel?',
    'What is the boiling point of tungsten?',
    'bell \u0007',
    'Where is the canteen?',
    'Where do visitors sign in?',
  ]) {
    asked.push(await service.ask(key, { prompt }));
  }
});

afterAll(() => service.close());

describe('GET /v1/messages/{message_id}/audit', () => {
  it('[INT-DO-03] [INT-GA-01] [INT-GA-02] [INT-GA-03] [INT-GA-04] [INT-GA-05] [CON-4-01] [CON-4-03] [CON-4-06] [CON-4-08] [CON-4-09] returns the record of a message', async () => {
    for (const response of asked) {
      const read = await service.get(key, `/v1/messages/${response.message_id}/audit`);
      expect(read.statusCode).toBe(200);
      const record = auditRecordSchema.parse(read.json());
      expect(record).toMatchObject({
        id: response.audit_ref,
        tenant_id: tenantId,
        thread_id: response.thread_id,
        answer: response.answer,
        confidence_score: response.confidence.score,
        created_at: response.created_at,
        response,
        cost: { currency: 'USD', amount: 0, input_tokens: 0, output_tokens: 0 },
      });
      expect(record.log?.leaf_hash).toMatch(/^[0-9a-f]{64}$/);
    }
    const places = await Promise.all(
      asked.map(
        async ({ message_id }) =>
          (await service.get(key, `/v1/messages/${message_id}/audit`)).json().log.leaf_index,
      ),
    );
    // Before them is what the tenant is answered by.
    expect(places).toEqual([0, 1, 2, 3, 4].map((place) => Number(places[0]) + place));
  });

  it('[CON-1-03] accepts each of the three ids of a message', async () => {
    const [first] = asked;
    const bodies = await Promise.all(
      [first?.message_id, first?.request_id, first?.audit_ref].map(
        async (id) => (await service.get(key, `/v1/messages/${id}/audit`)).body,
      ),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('[CON-4-14] [CON-4-15] has a strong ETag, and answers 304 if it matches', async () => {
    const path = `/v1/messages/${asked[0]?.message_id}/audit`;
    const read = await service.get(key, path);
    const etag = String(read.headers.etag);
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(read.headers['cache-control']).toBe('no-store');
    const again = await service.get(key, path, { 'if-none-match': `"other", ${etag}` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect((await service.get(key, path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    expect((await service.get(key, `/v1/messages/${asked[1]?.message_id}/audit`)).headers.etag).not.toBe(
      etag,
    );
  });

  it("[CON-4-16] answers unknown, malformed and other tenants' ids with the same 404", async () => {
    const foreign = await service.createKey(await service.createTenant('foreign'));
    const own = asked[0]?.message_id ?? '';
    const ids = [
      'msg_01k00000000000000000000000',
      'nonsense',
      'thr_01k00000000000000000000000',
      `${own}0`,
      own.toUpperCase(),
      '%00',
      'msg_',
      'x'.repeat(900),
      encodeURIComponent('../../etc'),
      encodeURIComponent("' OR 1=1 --"),
    ];
    const problems = await Promise.all([
      ...ids.map((id) => service.get(key, `/v1/messages/${id}/audit`)),
      service.get(foreign, `/v1/messages/${own}/audit`),
      ...ids.map((id) => service.get(key, `/v1/messages/${id}`)),
      service.get(foreign, `/v1/messages/${own}`),
    ]);
    const seen = problems.map((response) => {
      const { request_id: _id, instance: _path, ...rest } = problemOf(response);
      return JSON.stringify([response.statusCode, rest]);
    });
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toContain('not_found');
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const path of [
      `/v1/messages/${asked[0]?.message_id}/audit`,
      `/v1/messages/${asked[0]?.message_id}`,
      '/v1/messages',
      '/healthz',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/docs',
      '/problems/not_found',
    ]) {
      const head = await service.app.http.inject({
        method: 'HEAD',
        url: path,
        headers: { authorization: `Bearer ${key}` },
      });
      expect([path, head.statusCode, head.body]).toEqual([path, 200, '']);
    }
  });
});

describe('GET /v1/audit/records', () => {
  const list = async (query: string) => {
    const read = await service.get(key, `/v1/audit/records${query}`);
    expect(read.statusCode).toBe(200);
    return auditRecordPageSchema.parse(read.json());
  };
  const reads = async () => {
    const page = { before: null, limit: 100 };
    const events = await service.data.store.log.listLogEvents(tenantId, { kind: 'access' }, page);
    return events.map(({ text }) => parseEntry(text));
  };

  it('[CON-12-27] lists records with their questions, and logs each of them as read', async () => {
    const before = (await reads()).length;
    const { data, next_cursor: next } = await list('?limit=2&status=delivered');
    expect(data.map(({ question }) => question)).toEqual([
      'Where do visitors sign in?',
      'Where is the canteen?',
    ]);
    const read = await service.get(key, `/v1/messages/${data[0]?.message_id}/audit`);
    expect(data[0]).toEqual(auditRecordSchema.parse(read.json()));
    const noted = (await reads()).slice(1, (await reads()).length - before);
    expect(noted.map(({ subject, state }) => [subject, state])).toEqual(
      [...data].reverse().map(({ message_id: id }) => [id, 'read']),
    );
    expect(noted.every(({ actor }) => actor.startsWith('key_'))).toBe(true);
    const rest = await list(`?limit=2&status=delivered&cursor=${next}`);
    expect(rest.data.map(({ question }) => question)).toEqual([
      'What is the boiling point of tungsten?',
      'Who approves travel?',
    ]);
    expect(await reads()).toHaveLength(before + 5);
    expect((await list('?thread_id=nonsense')).data).toEqual([]);
    expect(await reads()).toHaveLength(before + 5);
  });

  it('needs the scope, and shows nothing of other tenants', async () => {
    const reader = await service.createKey(tenantId, { scopes: ['messages:read'] });
    expect(problemOf(await service.get(reader, '/v1/audit/records')).code).toBe('insufficient_scope');
    const foreign = await service.createKey(await service.createTenant('stranger'));
    expect((await service.get(foreign, '/v1/audit/records')).json().data).toEqual([]);
    expect(problemOf(await service.get(key, '/v1/audit/records?limit=0')).code).toBe('validation_failed');
  });
});

describe('GET /v1/messages', () => {
  const list = async (query: string) =>
    messagePageSchema.parse((await service.get(key, `/v1/messages${query}`)).json());
  const ids = (page: { data: QueryResponse[] }) => page.data.map(({ message_id }) => message_id);
  const newestFirst = () => asked.map(({ message_id }) => message_id).reverse();

  it('[CON-11-02] [CON-11-03] [CON-6-18] [CON-6-20] lists messages newest first, each as it was answered', async () => {
    const page = await list('');
    expect(ids(page)).toEqual(newestFirst());
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
    expect([...page.data].reverse()).toEqual(asked);
    const one = await service.get(key, `/v1/messages/${asked[2]?.message_id}`);
    expect(messageSchema.parse(one.json())).toMatchObject({ ...asked[2] });
  });

  it('filters by status, band, tripwire, thread and time', async () => {
    const [travel, tungsten, bell, canteen, visitors] = asked.map(({ message_id }) => message_id);
    expect(ids(await list('?status=blocked'))).toEqual([bell]);
    expect(ids(await list('?status=failed'))).toEqual([]);
    expect(ids(await list('?band=none'))).toEqual([bell, tungsten]);
    expect(ids(await list('?band=high'))).toEqual([canteen, travel]);
    expect(ids(await list('?tripwire_triggered=true'))).toEqual([bell]);
    expect(ids(await list('?tripwire_triggered=false&status=delivered'))).toEqual([
      visitors,
      canteen,
      tungsten,
      travel,
    ]);
    expect(ids(await list(`?thread_id=${asked[3]?.thread_id}`))).toEqual([canteen]);
    expect(ids(await list('?thread_id=nonsense'))).toEqual([]);
    expect(ids(await list(`?created_from=${asked[3]?.created_at}`))).toEqual(
      [visitors, canteen].filter((id) => id !== undefined),
    );
    expect(ids(await list(`?created_before=${asked[1]?.created_at}`))).toEqual([travel]);
    expect(ids(await list('?created_from=2999-01-01T00:00:00Z'))).toEqual([]);
  });

  it('pages without gaps or repeats, whatever the size of the page', async () => {
    for (const limit of [1, 2, 3, 4, 5, 100]) {
      const seen: string[] = [];
      let query = `?limit=${limit}`;
      for (let pages = 0; pages < 10; pages += 1) {
        const page = await list(query);
        expect(page.data.length).toBeLessThanOrEqual(limit);
        seen.push(...ids(page));
        if (page.next_cursor === null) break;
        query = `?limit=${limit}&cursor=${page.next_cursor}`;
      }
      expect(seen).toEqual(newestFirst());
    }
  });

  it('[CON-5-08] refuses invalid parameters, and cursors of other lists', async () => {
    const { next_cursor } = await list('?limit=1&tripwire_triggered=false');
    const otherKey = await service.createKey(await service.createTenant('other'));
    expect(problemOf(await service.get(key, `/v1/messages?limit=1&cursor=${next_cursor}`)).code).toBe(
      'invalid_cursor',
    );
    expect(
      problemOf(
        await service.get(otherKey, `/v1/messages?limit=1&tripwire_triggered=false&cursor=${next_cursor}`),
      ).code,
    ).toBe('invalid_cursor');
    expect(problemOf(await service.get(key, '/v1/messages?cursor=abc')).code).toBe('invalid_cursor');
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'limit=',
      'status=done',
      'band=best',
      'tripwire_triggered=1',
      'created_from=yesterday',
      'created_before=2024-02-31T00:00:00Z',
      'page=2',
      'limit=1&limit=2',
      'limit[]=1',
    ]) {
      expect(problemOf(await service.get(key, `/v1/messages?${query}`)), query).toMatchObject({
        code: 'validation_failed',
      });
    }
  });

  it('shows no messages of another tenant', async () => {
    const otherKey = await service.createKey(await service.createTenant('outsider'));
    const page = messagePageSchema.parse((await service.get(otherKey, '/v1/messages')).json());
    expect(page.data).toEqual([]);
    expect(
      messagePageSchema.parse(
        (await service.get(otherKey, `/v1/messages?thread_id=${asked[0]?.thread_id}`)).json(),
      ).data,
    ).toEqual([]);
  });
});
