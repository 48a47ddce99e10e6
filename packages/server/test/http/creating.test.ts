import { operations } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('creating');
  key = await service.createKey(tenantId, {
    scopes: ['content:manage', 'keys:manage', 'query:write', 'messages:read', 'audit:erase'],
  });
});
afterAll(() => service.close());

function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  { body, by = key, ...headers }: { body?: object | string; by?: string; [header: string]: unknown } = {},
): Promise<LightMyRequestResponse> {
  return service.app.http.inject({
    ...{ method, url, headers: { authorization: `Bearer ${by}`, ...headers } as Record<string, string> },
    ...(body === undefined ? {} : { payload: body }),
  });
}
const refused = async (sent: Promise<LightMyRequestResponse>) => {
  const { status, code } = problemOf(await sent);
  return [status, code];
};

let packs = 0;
async function newPack(): Promise<string> {
  const made = await send('POST', '/v1/content-packs', { body: { name: `pack ${packs++}` } });
  return `/v1/content-packs/${made.json().id}`;
}
const pair = { question: 'Who leads?', answer: 'The board leads.' };

describe('an Idempotency-Key on requests that create', () => {
  it('[CON-6-21] creates once, and gives the same answer to the same request', async () => {
    const body = { name: 'handbook' };
    const first = await send('POST', '/v1/content-packs', { body, 'idempotency-key': 'k1' });
    const again = await send('POST', '/v1/content-packs', { body, 'idempotency-key': 'k1' });
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.body).toBe(first.body);
    expect(again.headers.location).toBe(first.headers.location);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    const other = send('POST', '/v1/content-packs', { body: { name: 'other' }, 'idempotency-key': 'k1' });
    expect(await refused(other)).toEqual([422, 'idempotency_key_reused']);
    const by = await service.createKey(tenantId, { scopes: ['content:manage'] });
    const stranger = send('POST', '/v1/content-packs', { body, by, 'idempotency-key': 'k1' });
    expect(await refused(stranger)).toEqual([422, 'idempotency_key_reused']);
    const bad = send('POST', '/v1/content-packs', { body, 'idempotency-key': 'a b' });
    expect(await refused(bad)).toEqual([400, 'invalid_header']);
    // The same key elsewhere is another one.
    const path = await newPack();
    const made = await send('POST', `${path}/qna`, { body: pair, 'idempotency-key': 'k1' });
    expect(made.statusCode).toBe(201);
  });

  it('[CON-6-21] keeps no refusal, and recognises a form that is sent again', async () => {
    const path = await newPack();
    const wrong = () => send('POST', `${path}/qna`, { body: { question: '' }, 'idempotency-key': 'q' });
    expect(await refused(wrong())).toEqual([422, 'validation_failed']);
    const right = await send('POST', `${path}/qna`, { body: pair, 'idempotency-key': 'q' });
    expect(right.statusCode).toBe(201);
    const form = (boundary: string) =>
      send('POST', `${path}/documents`, {
        body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n# A\r\n--${boundary}--\r\n`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'idempotency-key': 'form',
      });
    const first = await form('one');
    expect(first.statusCode).toBe(202);
    const again = await form('another');
    expect([again.statusCode, again.json().id]).toEqual([202, first.json().id]);
  });

  it('[CON-6-22] stores no secret: what created one is not replayed', async () => {
    const body = { name: 'website', scopes: ['query:write'] };
    const first = await send('POST', '/v1/api-keys', { body, 'idempotency-key': 'secret' });
    expect(first.statusCode).toBe(201);
    const again = await send('POST', '/v1/api-keys', { body, 'idempotency-key': 'secret' });
    expect(problemOf(again)).toMatchObject({ status: 409, code: 'invalid_state' });
    expect(problemOf(again).detail).toContain(first.headers.location);
    const { data } = (await send('GET', '/v1/api-keys')).json();
    expect(data.filter(({ name }: { name: string }) => name === 'website')).toHaveLength(1);
  });

  it('[CON-6-21] [CON-6-22] replays a tenant without an owner, which comes with no secret', async () => {
    const by = await service.createKey(tenantId, { scopes: ['tenants:manage'] });
    const create = (body: object, name: string) =>
      send('POST', '/v1/tenants', { body, by, 'idempotency-key': name });
    const first = await create({ name: 'branch' }, 't1');
    const again = await create({ name: 'branch' }, 't1');
    expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body]);
    expect(again.headers).toMatchObject({
      ...{ 'idempotent-replayed': 'true', location: first.headers.location },
    });
    const owned = { name: 'bank', owner: { email: 'ann@example.org', name: 'Ann' } };
    expect((await create(owned, 't2')).statusCode).toBe(201);
    expect(await refused(create(owned, 't2'))).toEqual([409, 'invalid_state']);
  });

  it('[CON-6-21] forgets a response with words of a message when that is erased', async () => {
    const { message_id: id } = await service.ask(key, { prompt: 'Who leads the board?' });
    const path = `/v1/messages/${id}/feedback`;
    const give = () =>
      send('POST', path, { body: { verdict: 'wrong', comment: 'No' }, 'idempotency-key': 'f' });
    expect((await give()).statusCode).toBe(201);
    expect((await give()).headers['idempotent-replayed']).toBe('true');
    expect((await send('POST', `/v1/messages/${id}/erase`)).statusCode).toBe(200);
    expect(await refused(give())).toEqual([410, 'record_expired']);
  });

  it('is accepted by every operation that creates something', () => {
    const creating = Object.values(operations).filter((operation) => 'creates' in operation);
    const others = Object.values(operations).filter(
      (operation) => operation.method === 'POST' && 201 in operation.responses && !('creates' in operation),
    );
    expect(others.map(({ operationId }) => operationId)).toEqual(['addPasskey']);
    expect(creating.length).toBeGreaterThan(15);
  });
});

describe('If-None-Match', () => {
  it('[CON-6-25] is answered with 304 while a pair, document, pack or policy is the same', async () => {
    const by = await service.createKey(tenantId, { scopes: ['content:manage', 'guardrails:manage'] });
    const path = await newPack();
    const { id } = (await send('POST', `${path}/qna`, { body: pair })).json();
    const added = await send('POST', `${path}/documents`, { body: { source: 'b.md', text: '# B\n\nText.' } });
    const job = String(added.headers.location);
    await expect.poll(async () => (await send('GET', job)).json().status).toBe('succeeded');
    const [document] = (await send('GET', `${path}/documents`)).json().data;
    for (const one of [`${path}/qna/${id}`, `${path}/documents/${document.id}`, path, '/v1/guardrails']) {
      const read = await send('GET', one, { by });
      const etag = String(read.headers.etag);
      expect([read.statusCode, etag]).toEqual([200, expect.stringMatching(/^"\d+-[\w-]+"$/)]);
      for (const known of [etag, `W/${etag}`, `"0", ${etag}`, '*']) {
        const again = await send('GET', one, { by, 'if-none-match': known });
        expect([again.statusCode, again.body, again.headers.etag], `${one} ${known}`).toEqual([
          304,
          '',
          etag,
        ]);
      }
      expect((await send('GET', one, { by, 'if-none-match': '"0"' })).statusCode).toBe(200);
    }
    const onePair = `${path}/qna/${id}`;
    const before = String((await send('GET', onePair)).headers.etag);
    const body = { ...pair, answer: 'The chair leads.' };
    expect((await send('PUT', onePair, { body, 'if-match': before })).statusCode).toBe(200);
    expect((await send('GET', onePair, { 'if-none-match': before })).statusCode).toBe(200);
  });

  it('[CON-6-25] sees that a pack was published though its draft is the same', async () => {
    const path = await newPack();
    await send('POST', `${path}/qna`, { body: pair });
    const { etag } = (await send('GET', path)).headers;
    const published = await send('POST', `${path}/publish`, { 'if-match': etag });
    const job = String(published.headers.location);
    await expect.poll(async () => (await send('GET', job)).json().status).toBe('succeeded');
    expect((await send('GET', path, { 'if-none-match': etag })).statusCode).toBe(200);
  });
});

describe('If-Match on drafts', () => {
  it('[CON-6-23] changes a pair or a document only if it is what was read', async () => {
    const path = await newPack();
    const made = (await send('POST', `${path}/qna`, { body: pair })).json();
    const one = `${path}/qna/${made.id}`;
    const { etag } = (await send('GET', one)).headers;
    const body = { ...pair, answer: 'The chair leads.' };
    const changed = await send('PUT', one, { body, 'if-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    for (const sent of [
      send('PUT', one, { body: pair, 'if-match': etag }),
      send('DELETE', one, { 'if-match': etag }),
    ])
      expect(await refused(sent)).toEqual([412, 'precondition_failed']);
    expect((await send('GET', one)).json()).toEqual(changed.json());
    expect(await refused(send('PUT', one, { body, 'if-match': 'x' }))).toEqual([400, 'invalid_header']);
    const matching = { 'if-match': `"0", ${changed.headers.etag}` };
    expect((await send('DELETE', one, matching)).statusCode).toBe(204);

    const added = await send('POST', `${path}/documents`, { body: { source: 'a.md', text: '# A\n\nText.' } });
    const job = String(added.headers.location);
    await expect.poll(async () => (await send('GET', job)).json().status).toBe('succeeded');
    const [{ id }] = (await send('GET', `${path}/documents`)).json().data;
    const document = `${path}/documents/${id}`;
    const tag = (await send('GET', document)).headers.etag;
    const titled = await send('PATCH', document, { body: { title: 'New' }, 'if-match': tag });
    expect(titled.json().title).toBe('New');
    const outdated = send('PATCH', document, { body: { title: 'Other' }, 'if-match': tag });
    expect(await refused(outdated)).toEqual([412, 'precondition_failed']);
    expect(await refused(send('DELETE', document, { 'if-match': tag }))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect((await send('DELETE', document, { 'if-match': titled.headers.etag })).statusCode).toBe(204);
  });

  it('[CON-6-23] publishes only the draft that was read', async () => {
    const path = await newPack();
    const { etag } = (await send('GET', path)).headers;
    await send('POST', `${path}/qna`, { body: pair });
    const outdated = send('POST', `${path}/publish`, { 'if-match': etag });
    expect(await refused(outdated)).toEqual([412, 'precondition_failed']);
    const current = (await send('GET', path)).headers.etag;
    expect((await send('POST', `${path}/publish`, { 'if-match': current })).statusCode).toBe(202);
  });
});
