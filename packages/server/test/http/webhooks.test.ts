import { type OperationId, operations } from '@avow/contract';
import type { Scope } from '@avow/contract/roles';
import { webhookSecretSchema } from '@avow/contract/testing/administration';
import type { TenantId } from '@avow/foundation';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  locationPathOf,
  officePack,
  problemOf,
  startTestService,
  type TestService,
} from '../support/test-service.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const path = '/v1/webhook-endpoints';
const url = 'https://hooks.example/avow';
const unknownId = 'whe_01jd8n4w6zfk3v5q7r9s2t4x6y';

let service: TestService;
let tenantId: TenantId;
let key: string;

const newKey = (scopes: readonly Scope[], owner = tenantId) => service.createKey(owner, { scopes });
beforeAll(async () => {
  service = await startTestService({ env: { AVOW_WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  tenantId = await service.createTenant('hooks');
  key = await newKey(['webhooks:manage', 'log:read']);
});
afterAll(() => service.close());

type Method = NonNullable<InjectOptions['method']>;

function call(method: Method, where: string, body?: unknown, by = key): Promise<LightMyRequestResponse> {
  return service.app.http.inject({
    ...{ method, url: where },
    headers: {
      authorization: `Bearer ${by}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

/** Expects a success of this operation, and a body of its shape. */
async function expectOf(
  id: OperationId,
  sent: Promise<LightMyRequestResponse>,
): Promise<Record<string, never>> {
  const response = await sent;
  const stated = Object.entries(operations[id].responses).find(
    ([status]) => Number(status) === response.statusCode,
  );
  if (stated === undefined) throw new Error(`${id}: ${response.statusCode} ${response.body}`);
  return stated[1].schema === null ? {} : (stated[1].schema.parse(response.json()) as never);
}

/** None of the events that these tests cause. */
const quiet = { event_types: ['message.failed'] };

const create = async (body: object = {}, by = key) =>
  webhookSecretSchema.parse(
    await expectOf('createWebhookEndpoint', call('POST', path, { url, ...quiet, ...body }, by)),
  );

describe('webhook endpoints', () => {
  it('[CON-11-21] [CON-9-10] are created, read, listed, changed and deleted, and show their secret once', async () => {
    const response = await call('POST', path, { url, event_types: ['message.failed', 'audit.erased'] });
    const created = webhookSecretSchema.parse(response.json());
    expect(locationPathOf(response)).toBe(`${path}/${created.endpoint_id}`);
    expect(response.headers['cache-control']).toBe('no-store');
    const { secret, ...shown } = created;
    expect(shown).toMatchObject({
      ...{ url, description: '', event_types: ['audit.erased', 'message.failed'], include_content: false },
      ...{ status: 'enabled', disabled_reason: null, previous_secret_until: null },
    });
    const one = `${path}/${created.endpoint_id}`;
    expect(await expectOf('getWebhookEndpoint', call('GET', one))).toEqual(shown);
    const listed = await expectOf('listWebhookEndpoints', call('GET', `${path}?limit=1`));
    expect(listed).toMatchObject({ data: [shown], has_more: false });
    const changes = { description: 'Tickets', event_types: null, status: 'disabled' };
    const changed = await expectOf('updateWebhookEndpoint', call('PATCH', one, changes));
    expect(changed).toMatchObject({ ...changes, url, disabled_reason: 'request' });
    const rotated = await expectOf('rotateWebhookSecret', call('POST', `${one}/rotate-secret`));
    expect(rotated['secret']).not.toBe(secret);
    const overlapMs = Date.parse(rotated['previous_secret_until'] ?? '') - Date.now();
    expect(Math.round(overlapMs / 3_600_000)).toBe(24);
    const deleted = await call('DELETE', one);
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    expect(problemOf(await call('GET', one)).code).toBe('not_found');
    const all = `${response.body}${JSON.stringify(listed)}${JSON.stringify(changed)}`;
    expect(all.split(secret)).toHaveLength(2);
    expect(service.logText()).not.toContain(secret);
  });

  it('have every change on the log, with who made it and without the address', async () => {
    const { endpoint_id: id } = await create({ url: 'https://hooks.example/path-is-secret' });
    await call('PATCH', `${path}/${id}`, { url });
    await call('POST', `${path}/${id}/rotate-secret`, { overlap_hours: 0 });
    await call('DELETE', `${path}/${id}`);
    const events = await call('GET', `/v1/log/events?kind=webhook&subject=${id}`);
    const page = (await expectOf('listLogEvents', Promise.resolve(events))) as never as {
      data: ReadonlyArray<{ action: string; actor: string; details: object }>;
    };
    expect(page.data.map(({ action }) => action)).toEqual([
      'deleted',
      'secret_rotated',
      'changed',
      'created',
    ]);
    for (const { actor } of page.data) expect(actor).toMatch(/^key_/);
    expect(events.body).not.toContain('path-is-secret');
  });

  it('need the scope webhooks:manage, and do not exist for another tenant', async () => {
    const { endpoint_id: id } = await create();
    const other = await newKey(['webhooks:manage'], await service.createTenant('other'));
    const powerless = await newKey(['messages:read', 'content:manage']);
    const calls: [Method, string, object?][] = [
      ['GET', `${path}/${id}`],
      ['PATCH', `${path}/${id}`, { description: 'x' }],
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/${id}/rotate-secret`, {}],
      ['POST', `${path}/${id}/test`, {}],
      ['GET', `${path}/${id}/deliveries`],
      ['POST', `${path}/${id}/deliveries/evt_01jd8n4w6zfk3v5q7r9s2t4x6y/redeliver`, {}],
      ['POST', `${path}/${id}/redeliver`, {}],
    ];
    for (const [method, where, body] of calls) {
      expect(problemOf(await call(method, where, body, other)).code, where).toBe('not_found');
      expect(problemOf(await call(method, where, body, powerless)).code, where).toBe('insufficient_scope');
      const unknown = await call(method, where.replace(id, unknownId), body);
      expect(problemOf(unknown).code, where).toBe('not_found');
      const malformed = await call(method, where.replace(id, 'whe_x'), body);
      expect(problemOf(malformed).code, where).toBe('not_found');
    }
    expect(await expectOf('listWebhookEndpoints', call('GET', path, undefined, other))).toMatchObject({
      data: [],
    });
    await expectOf('getWebhookEndpoint', call('GET', `${path}/${id}`));
  });

  it('refuse bad input and change nothing', async () => {
    const before = await call('GET', path);
    for (const body of [
      {},
      { url: '' },
      { url: `https://a.example/${'x'.repeat(2048)}` },
      { url, event_types: [] },
      { url, event_types: ['message.unknown'] },
      { url, secret: 'whsec_x' },
      { url, include_content: 'yes' },
      { url, description: 'a\nb' },
      { url: 'ftp://hooks.example/' },
      { url: 'http://hooks.example/' },
      { url: 'https://user:password@hooks.example/' },
    ])
      expect(problemOf(await call('POST', path, body)).code, JSON.stringify(body)).toBe('validation_failed');
    expect((await call('GET', path)).body).toBe(before.body);
    const { endpoint_id: id } = await create();
    for (const [where, body] of [
      ['', {}],
      ['', { status: 'gone' }],
      ['', { url: 'http://hooks.example/' }],
      ['/rotate-secret', { overlap_hours: 169 }],
      ['/rotate-secret', { overlap_hours: 0.5 }],
      ['/redeliver', { since: 'yesterday' }],
      ['/test', { body: 1 }],
    ] as const) {
      const sent = await call(where === '' ? 'PATCH' : 'POST', `${path}/${id}${where}`, body);
      expect(problemOf(sent).code, JSON.stringify(body)).toBe('validation_failed');
    }
    expect(problemOf(await call('GET', `${path}?cursor=x`)).code).toBe('invalid_cursor');
    expect(problemOf(await call('GET', `${path}/${id}/deliveries?status=lost`)).code).toBe(
      'validation_failed',
    );
  });

  it('are limited in number', async () => {
    const full = await newKey(['webhooks:manage'], await service.createTenant('full'));
    for (let count = 0; count < 20; count += 1) await create({}, full);
    const refused = problemOf(await call('POST', path, { url }, full));
    expect([refused.code, refused.detail]).toEqual([
      'invalid_state',
      'A tenant can have 20 webhook endpoints. Delete one first.',
    ]);
    const first = await call('GET', `${path}?limit=15`, undefined, full);
    const { next_cursor: cursor } = first.json();
    const rest = await expectOf(
      'listWebhookEndpoints',
      call('GET', `${path}?cursor=${cursor}`, undefined, full),
    );
    expect(rest).toMatchObject({ data: { length: 5 }, has_more: false });
  });

  it('[CON-9-11] include content only for a key that may read messages', async () => {
    const reader = await newKey(['webhooks:manage', 'messages:read']);
    expect(problemOf(await call('POST', path, { url, include_content: true })).code).toBe(
      'insufficient_scope',
    );
    const { endpoint_id: id } = await create({ include_content: true }, reader);
    const one = `${path}/${id}`;
    const elsewhere = { url: 'https://elsewhere.example/' };
    expect(problemOf(await call('PATCH', one, elsewhere)).code).toBe('insufficient_scope');
    expect(await expectOf('getWebhookEndpoint', call('GET', one))).toMatchObject({ url });
    await expectOf('updateWebhookEndpoint', call('PATCH', one, { description: 'x' }));
    await expectOf('updateWebhookEndpoint', call('PATCH', one, elsewhere, reader));
    const thin = { ...elsewhere, include_content: false };
    expect(await expectOf('updateWebhookEndpoint', call('PATCH', one, thin))).toMatchObject(thin);
    expect(problemOf(await call('PATCH', one, { include_content: true })).code).toBe('insufficient_scope');
  });

  it('[CON-9-07] cannot be on this machine or in a private network unless the operator allows it', async () => {
    const strict = await startTestService({ beside: service });
    try {
      for (const refused of [
        'http://127.0.0.1:8080/',
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://10.0.0.7/',
        'https://169.254.169.254/latest/meta-data/',
        'https://[::ffff:192.168.0.1]/',
        'https://0x7f000001/',
        'https://hooks.example:22/',
      ]) {
        const sent = await strict.app.http.inject({
          ...{ method: 'POST', url: path, payload: { url: refused } },
          headers: { authorization: `Bearer ${key}` },
        });
        expect(problemOf(sent), refused).toMatchObject({
          ...{ code: 'validation_failed', errors: [{ pointer: '/url' }] },
        });
      }
    } finally {
      await strict.app.close();
    }
  });
});

describe('deliveries', () => {
  it('[CON-9-02] [CON-9-05] [CON-9-06] reach a receiver from the running service, and are listed', async () => {
    const receiver = await openReceiver();
    const owner = await service.createTenant('received');
    const keys = {
      manage: await newKey(['webhooks:manage', 'messages:read'], owner),
      ask: await service.createKey(owner),
    };
    await service.loadPack(owner, officePack);
    const event_types = ['message.delivered', 'content_pack.published'];
    const body = { url: receiver.url, event_types, include_content: true };
    const { endpoint_id: id, secret } = await create(body, keys.manage);
    const { message_id: messageId, answer } = await service.ask(keys.ask, {
      prompt: 'Where is the canteen?',
    });
    await service.loadPack(owner, { 'more.txt': 'The lift is out of order.' }, 'more');
    const received = await receiver.waitFor(2);
    for (const { body: sent, headers, event } of received)
      expect(new Webhook(secret).verify(sent, headers as Record<string, string>)).toEqual(event);
    // Only the events of one message follow each other.
    const ofType = (type: string) => received.find(({ event }) => event.type === type)?.event.data;
    expect(ofType('message.delivered')).toMatchObject({ message_id: messageId, message: { answer } });
    expect(ofType('content_pack.published')).toMatchObject({ version: 1 });
    const where = `${path}/${id}`;
    const listed = () =>
      expectOf('listWebhookDeliveries', call('GET', `${where}/deliveries`, undefined, keys.manage));
    await expect.poll(listed).toMatchObject({
      data: [
        { type: 'content_pack.published', status: 'delivered', message_id: null, response_status: 204 },
        { type: 'message.delivered', status: 'delivered', message_id: messageId, next_attempt_at: null },
      ],
    });
    const metrics = await service.get('', '/metrics');
    expect(metrics.body).toMatch(/^avow_webhook_attempts_total\{outcome="ok"\} 2$/m);
    await receiver.close();
  });

  it.each(['slack', 'teams'] as const)('are messages in words for a channel of %s', async (format) => {
    const receiver = await openReceiver();
    const types = { event_types: ['message.in_review'] };
    const given = { url: receiver.url, ...types, format };
    expect(problemOf(await call('POST', path, { ...given, include_content: true })).code).toBe(
      'validation_failed',
    );
    const { endpoint_id: id, secret } = await create(given);
    const where = `${path}/${id}`;
    expect((await call('GET', where)).json()).toMatchObject({ format, include_content: false });
    await expectOf('testWebhookEndpoint', call('POST', `${where}/test`));
    const [first] = await receiver.waitFor(1);
    const { body: sent = '', headers } = first ?? {};
    new Webhook(secret).verify(sent, headers as Record<string, string>);
    expect(sent).toContain('This is a test.');
    expect(Object.keys(JSON.parse(sent))).toEqual(format === 'slack' ? ['text'] : ['type', 'attachments']);
    expect(problemOf(await call('PATCH', where, { format: 'event' })).code).toBe('validation_failed');
    expect(problemOf(await call('PATCH', where, { include_content: true })).code).toBe('invalid_state');
    await receiver.close();
  });

  it('[CON-9-13] are tested and redelivered on request', async () => {
    const receiver = await openReceiver();
    receiver.answer = 500;
    const { endpoint_id: id } = await create({ url: receiver.url, event_types: ['log.checkpoint'] });
    const where = `${path}/${id}`;
    const test = await expectOf('testWebhookEndpoint', call('POST', `${where}/test`));
    expect(test).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: 0 });
    const [first] = await receiver.waitFor(1);
    expect(first?.event).toMatchObject({ type: 'webhook.test', data: { endpoint_id: id } });
    const dead = () => expectOf('listWebhookDeliveries', call('GET', `${where}/deliveries?status=dead`));
    await expect.poll(dead).toMatchObject({ data: [{ event_id: test['event_id'], outcome: 'status' }] });
    receiver.answer = 200;
    const again = `${where}/deliveries/${test['event_id']}/redeliver`;
    await expectOf('redeliverWebhook', call('POST', again));
    await receiver.waitFor(2);
    await expect.poll(dead).toMatchObject({ data: [] });
    const none = await expectOf('redeliverDeadWebhooks', call('POST', `${where}/redeliver`, {}));
    expect(none).toEqual({ redelivered: 0, has_more: false });
    await call('PATCH', where, { status: 'disabled' });
    for (const refused of [`${where}/test`, again, `${where}/redeliver`])
      expect(problemOf(await call('POST', refused)).code).toBe('invalid_state');
    await receiver.close();
  });
});
