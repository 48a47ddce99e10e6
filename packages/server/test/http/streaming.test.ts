import type { ReceivedEvent } from '@avow/client';
import {
  queryResponseSchema,
  type StreamEvent,
  type StreamEventType,
  streamEvents,
} from '@avow/contract/query';
import type { TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultStreamLimits } from '../../src/http/event-streams.ts';
import type { ConnectedStream } from '../support/connect-stream.ts';
import {
  type StreamingService,
  type StreamingServiceOptions,
  startStreamingService,
} from '../support/streaming-service.ts';
import { problemOf } from '../support/test-service.ts';

let shared: StreamingService;
let service: StreamingService;

beforeAll(async () => {
  shared = await startStreamingService();
});
afterEach(async () => {
  if (service !== shared) await service.close();
});
afterAll(() => shared.close());

/** A tenant of its own; a service of its own only where it is another than the usual one. */
async function start(options?: StreamingServiceOptions): Promise<{ key: string; tenantId: TenantId }> {
  service = options === undefined ? shared : await startStreamingService(options);
  const tenantId = await service.createTenant();
  return { tenantId, key: await service.createKey(tenantId) };
}

const delta = (text: string): StreamEvent => ({
  type: 'message.answer.delta',
  data: { text, generated: 'written' },
});
const step = (name: 'search' | 'write'): StreamEvent => ({
  type: 'message.processing',
  data: { step: name },
});
const idsOf = (events: readonly ReceivedEvent[]) => events.map(({ id }) => Number(id));
const ask = { body: { prompt: 'Why?', stream: true } };

/** Every event is one the contract knows, with data of the shape it says. */
function expectValid(events: readonly ReceivedEvent[]): void {
  for (const { type, data } of events) {
    const schema = streamEvents[type as StreamEventType];
    expect(schema.safeParse(JSON.parse(data)).error, type).toBeUndefined();
  }
}

describe('a streamed question', () => {
  it('[CON-7-01] [CON-7-02] [CON-7-03] is streamed step by step, and ends with a complete response', async () => {
    const { key } = await start();
    const stream = await service.connect(key, '/v1/query', ask);
    expect(stream.response.statusCode).toBe(200);
    const created = await stream.next();
    const message = service.begun.at(-1);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-cache',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': message?.messageId.replace('msg_', 'req_'),
      'ratelimit-policy': expect.stringContaining('"query"'),
      ratelimit: expect.stringContaining('"query"'),
    });
    await message?.say(step('search'), step('write'));
    await message?.say(delta('Because it is so. '), delta('And “so”\u2028it stays.'));
    const response = await message?.end('delivered', 'Because it is so. And “so”\u2028it stays.');
    const all = [created, ...(await stream.rest())];
    expect(all.map(({ type }) => type)).toEqual([
      'message.created',
      'message.processing',
      'message.processing',
      'message.answer.delta',
      'message.answer.delta',
      'message.delivered',
    ]);
    expect(idsOf(all)).toEqual([1, 2, 3, 4, 5, 6]);
    expectValid(all);
    expect(JSON.parse(all.at(-1)?.data ?? '')).toEqual(response);
    const texts = all
      .filter(({ type }) => type === 'message.answer.delta')
      .map(({ data }) => JSON.parse(data));
    expect(texts.map(({ text }) => text).join('')).toBe(response?.answer);
  });

  it('[CON-1-07] [CON-7-08] each event is in the store before it is sent, the last with its record', async () => {
    const { key, tenantId } = await start();
    const stream = await service.connect(key, '/v1/query', ask);
    const { records } = service.store;
    expect((await stream.next()).type).toBe('message.created');
    const { messageId } = service.begun.at(-1) ?? expect.fail();
    expect(await records.getMessage(tenantId, messageId)).toMatchObject({ status: 'processing', log: null });
    await service.begun.at(-1)?.say(delta('So.'));
    expect((await stream.next()).id).toBe('2');
    expect(await records.readJournal(tenantId, messageId, { after: 1, limit: 9 })).toHaveLength(1);
    await service.begun.at(-1)?.end('delivered', 'So.');
    expect((await stream.next()).type).toBe('message.delivered');
    expect((await records.getMessage(tenantId, messageId))?.log).not.toBeNull();
  });

  it('[CON-2-18] is requested by the body or by Accept', async () => {
    const { key } = await start();
    const byHeader = { body: { prompt: 'Why?' }, headers: { accept: 'text/event-stream' } };
    for (const how of [ask, byHeader]) {
      const stream = await service.connect(key, '/v1/query', how);
      expect(stream.response.headers['content-type']).toBe('text/event-stream');
      await stream.next();
      await service.begun.at(-1)?.end('delivered', 'So.');
      expect((await stream.rest()).at(-1)?.type).toBe('message.delivered');
    }
  });

  it('is refused before it is admitted like any other, as a problem document', async () => {
    const { key, tenantId } = await start();
    const reader = await service.createKey(tenantId, ['messages:read']);
    const begunBefore = service.begun.length;
    const send = (how: object, headers: Record<string, string> = {}, as = key) =>
      service.http.inject({
        method: 'POST',
        url: '/v1/query',
        headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(how),
      });
    expect(problemOf(await send({ stream: true })).code).toBe('validation_failed');
    expect(problemOf(await send({ prompt: 'x', stream: 'yes' })).code).toBe('validation_failed');
    expect(problemOf(await send(ask.body, {}, reader)).code).toBe('insufficient_scope');
    for (const [stream, accept] of [
      [true, 'application/json'],
      [false, 'text/event-stream'],
      [true, 'text/html'],
    ] as const) {
      expect(problemOf(await send({ prompt: 'x', stream }, { accept })).code).toBe('not_acceptable');
    }
    expect(service.begun).toHaveLength(begunBefore);
  });

  it('[CON-6-06] repeated under its key, is answered with only the terminal event', async () => {
    const { key } = await start();
    const again = { ...ask, headers: { 'idempotency-key': 'k-1' } };
    const first = await service.connect(key, '/v1/query', again);
    await first.next();
    const { messageId } = service.begun.at(-1) ?? expect.fail();
    await service.begun.at(-1)?.end('delivered', 'Again.');
    expect(first.response.headers['idempotent-replayed']).toBeUndefined();
    await first.rest();
    const second = await service.connect(key, '/v1/query', again);
    expect(second.response.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'x-request-id': messageId.replace('msg_', 'req_'),
    });
    const events = await second.rest();
    expect(events.map(({ type }) => type)).toEqual(['message.delivered']);
    expectValid(events);
    expect(service.begun.at(-1)?.messageId).toBe(messageId);
  });
});

describe('following a message', () => {
  const path = (id: string) => `/v1/messages/${id}/events`;

  it('[CON-7-04] [CON-11-08] resumes after any event with exactly the rest', async () => {
    const { key, tenantId } = await start();
    const message = await service.begin(tenantId);
    // More than a follower holds in memory at once.
    for (let part = 0; part < 7; part += 1) {
      await message.say(...Array.from({ length: 20 }, (_, index) => delta(`${part}.${index} `)));
    }
    await message.end('delivered', 'All of it.');
    const all = await (await service.connect(key, path(message.messageId))).rest();
    expect(idsOf(all)).toEqual(Array.from({ length: 142 }, (_, index) => index + 1));
    for (let after = 0; after < all.length; after += 1) {
      const headers = { 'last-event-id': String(after) };
      const byHeader = await service.connect(key, path(message.messageId), { headers });
      expect(await byHeader.rest()).toEqual(all.slice(after));
    }
    const byParameter = await service.connect(key, `${path(message.messageId)}?after=140`);
    expect(idsOf(await byParameter.rest())).toEqual([141, 142]);
    const both = { headers: { 'last-event-id': '141' } };
    const byBoth = await service.connect(key, `${path(message.messageId)}?after=3`, both);
    expect(idsOf(await byBoth.rest())).toEqual([142]);
    const over = await service.connect(key, `${path(message.messageId)}?after=142`);
    expect([over.response.statusCode, await over.text()]).toEqual([204, '']);
  });

  it('several clients follow one message, each from its position', async () => {
    const { key, tenantId } = await start();
    const message = await service.begin(tenantId);
    await message.say(delta('One. '));
    const early = await service.connect(key, path(message.messageId));
    expect((await early.next()).id).toBe('1');
    const late = await service.connect(key, path(message.messageId), { headers: { 'last-event-id': '2' } });
    await message.say(delta('Two.'));
    expect((await late.next()).id).toBe('3');
    await message.end('delivered', 'One. Two.');
    expect(idsOf(await early.rest())).toEqual([2, 3, 4]);
    expect(idsOf(await late.rest())).toEqual([4]);
  });

  it('[CON-1-03] accepts the three ids of a message, and shows nothing of another tenant', async () => {
    const { key, tenantId } = await start();
    const message = await service.begin(tenantId);
    await message.end('delivered', 'So.');
    const suffix = message.messageId.slice('msg_'.length);
    for (const prefix of ['msg', 'req', 'aud']) {
      expect(await (await service.connect(key, path(`${prefix}_${suffix}`))).rest()).toHaveLength(2);
    }
    const stranger = await service.createKey(await service.createTenant());
    const bodies = new Set<string>();
    const unknown = 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y';
    for (const [who, id] of [
      [stranger, message.messageId],
      [key, unknown],
      [key, 'msg_x'],
      [key, `thr_${suffix}`],
    ] as const) {
      for (const method of ['GET', 'POST'] as const) {
        const url = method === 'GET' ? path(id) : `/v1/messages/${id}/cancel`;
        const headers = { authorization: `Bearer ${who}` };
        const answer = await service.http.inject({ method, url, headers });
        const { request_id: _, instance: _also, ...problem } = problemOf(answer);
        bodies.add(JSON.stringify(problem));
      }
    }
    expect([...bodies]).toEqual([expect.stringContaining('"code":"not_found"')]);
  });

  it('reports the end of a message that has no journal, or no longer has one', async () => {
    const { key, tenantId } = await start();
    const silent = await service.begin(tenantId, false);
    const waiting = await service.connect(key, path(silent.messageId));
    const response = await silent.end('delivered', 'So.');
    const [event, ...more] = await waiting.rest();
    expect([event?.id, event?.type, more]).toEqual(['1', 'message.delivered', []]);
    expect(JSON.parse(event?.data ?? '')).toEqual(response);

    const kept = await service.begin(tenantId, true, Date.now() - 16 * 60_000);
    await kept.end('failed');
    const journalBeforeMs = Date.now() + 1000;
    await service.store.upkeep.sweep({ nowMs: 0, outboxBeforeMs: 0, journalBeforeMs, atStart: false });
    const after = { headers: { 'last-event-id': '1' } };
    const events = await (await service.connect(key, path(kept.messageId), after)).rest();
    expect(events.map(({ id, type }) => [id, type])).toEqual([['2', 'message.failed']]);
    expectValid(events);
  });

  it('[CON-7-04] rejects the number of an event that the message does not have', async () => {
    const { key, tenantId } = await start();
    const message = await service.begin(tenantId);
    const silent = await service.begin(tenantId, false);
    const codeFor = async (id: string, { after, header }: { after?: string; header?: string }) =>
      problemOf(
        await service.http.inject({
          url: after === undefined ? path(id) : `${path(id)}?after=${after}`,
          headers: {
            authorization: `Bearer ${key}`,
            ...(header === undefined ? {} : { 'last-event-id': header }),
          },
        }),
      ).code;
    expect(await codeFor(message.messageId, { header: '2' })).toBe('invalid_header');
    await message.end('delivered', 'So.');
    await silent.end('delivered', 'So.');
    for (const id of [message.messageId, silent.messageId]) {
      expect(await codeFor(id, { header: '3' })).toBe('invalid_header');
      expect(await codeFor(id, { header: '999999', after: '1' })).toBe('invalid_header');
      expect(await codeFor(id, { after: '3' })).toBe('validation_failed');
    }
  });

  it('HEAD is answered with the headers of the stream', async () => {
    const { key, tenantId } = await start();
    const message = await service.begin(tenantId);
    const head = await service.connect(key, path(message.messageId), { method: 'HEAD' });
    expect([head.response.statusCode, await head.text()]).toEqual([200, '']);
    expect(head.response.headers['content-type']).toBe('text/event-stream');
    expect(head.response.headers['content-length']).toBeUndefined();
    const none = await service.connect(key, path('msg_x'), { method: 'HEAD' });
    expect(none.response.statusCode).toBe(404);
    const json = { headers: { accept: 'application/json' } };
    expect((await service.connect(key, path(message.messageId), json)).response.statusCode).toBe(406);
  });
});

describe('cancelling a message', () => {
  it('[CON-11-11] ends it for all followers, once', async () => {
    const { key, tenantId } = await start();
    const stream = await service.connect(key, '/v1/query', ask);
    await stream.next();
    const { messageId } = service.begun.at(-1) ?? expect.fail();
    const cancel = (as: string, payload?: string) =>
      service.http.inject({
        method: 'POST',
        url: `/v1/messages/${messageId}/cancel`,
        headers: {
          authorization: `Bearer ${as}`,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { payload }),
      });
    const reader = await service.createKey(tenantId, ['messages:read', 'audit:read']);
    expect(problemOf(await cancel(reader)).code).toBe('insufficient_scope');
    expect(problemOf(await cancel(key, '{"why":"x"}')).code).toBe('validation_failed');
    const cancelled = await cancel(key);
    expect(cancelled.statusCode).toBe(200);
    expect(cancelled.headers['cache-control']).toBe('no-store');
    const response = queryResponseSchema.parse(cancelled.json());
    expect(response).toMatchObject({ status: 'cancelled', answer: '', message_id: messageId });
    const events = await stream.rest();
    expect(events.map(({ type }) => type)).toEqual(['message.cancelled']);
    expect(JSON.parse(events[0]?.data ?? '')).toEqual(response);
    expect(problemOf(await cancel(key, '{}')).code).toBe('invalid_state');
  });
});

describe('an interrupted stream', () => {
  const follow = (key: string, id: string, headers: Record<string, string> = {}): Promise<ConnectedStream> =>
    service.connect(key, `/v1/messages/${id}/events`, { headers });

  const counted = async (operation: string) =>
    Number(
      new RegExp(`avow_http_requests_total\\{operation="${operation}",status="200"\\} (\\d+)`).exec(
        await service.metricsText(),
      )?.[1] ?? 0,
    );

  it('[CON-7-09] a closed connection does not cancel the message, and is counted once', async () => {
    const { key } = await start({});
    const stream = await service.connect(key, '/v1/query', ask);
    await stream.next();
    const message = service.begun.at(-1);
    stream.request.destroy();
    await waitFor(async () => (await counted('executeQuery')) === 1);
    await message?.say(delta('It goes on.'));
    await message?.end('delivered', 'It goes on.');
    const resumed = await follow(key, message?.messageId ?? '', { 'last-event-id': '1' });
    expect((await resumed.rest()).map(({ type }) => type)).toEqual([
      'message.answer.delta',
      'message.delivered',
    ]);
    await waitFor(async () => (await counted('streamMessageEvents')) === 1);
    expect(await counted('executeQuery')).toBe(1);
  });

  it('[CON-7-10] a comment line comes from time to time, every 15 seconds by default', async () => {
    expect(defaultStreamLimits.heartbeatMs).toBe(15_000);
    const { key, tenantId } = await start({ limits: { heartbeatMs: 20 } });
    const message = await service.begin(tenantId);
    const { response } = await follow(key, message.messageId);
    let text = '';
    response.on('data', (piece) => {
      text += String(piece);
    });
    await waitFor(() => text.split('\n').filter((line) => line.startsWith(':')).length >= 3);
    await message.end('delivered', 'So.');
    await waitFor(() => text.includes('message.delivered'));
    expect(text).toMatch(/^retry: \d+\n\n/);
  });

  it('a client that does not read is disconnected, and the message continues', async () => {
    const { key, tenantId } = await start({ limits: { stalledMs: 100 } });
    const message = await service.begin(tenantId);
    const { response } = await follow(key, message.messageId);
    response.pause();
    const cut = new Promise((resolve) => response.once('close', resolve));
    response.on('error', () => undefined);
    // More than all buffers on the way hold.
    const long = 'x'.repeat(60_000);
    for (let i = 0; i < 250; i += 1) await message.say(delta(long));
    await message.end('delivered', 'So.');
    await waitFor(async () => (await counted('streamMessageEvents')) === 1);
    response.resume();
    await cut;
    expect(response.complete).toBe(false);
    const last = await (await follow(key, message.messageId, { 'last-event-id': '251' })).rest();
    expect(last.map(({ type }) => type)).toEqual(['message.delivered']);
  });

  it('concurrent streams are limited per tenant and overall', async () => {
    const { key, tenantId } = await start({ limits: { tenantMax: 2, totalMax: 3 } });
    const message = await service.begin(tenantId);
    const open = [await follow(key, message.messageId), await service.connect(key, '/v1/query', ask)];
    const refused = await service.connect(key, '/v1/query', ask);
    expect(refused.response.statusCode).toBe(429);
    expect(refused.response.headers['retry-after']).toBe('2');
    expect(JSON.parse(await refused.text())).toMatchObject({ code: 'concurrency_limited' });
    expect(service.begun).toHaveLength(2);
    const otherId = await service.createTenant();
    const other = await service.createKey(otherId);
    const othersOwn = await service.begin(otherId);
    open.push(await follow(other, othersOwn.messageId));
    const full = await follow(other, othersOwn.messageId);
    expect(full.response.statusCode).toBe(503);
    expect(JSON.parse(await full.text())).toMatchObject({ code: 'overloaded' });
    for (const { request } of open) request.destroy();
    await waitFor(async () => {
      const again = await follow(key, message.messageId);
      again.request.destroy();
      return again.response.statusCode === 200;
    });
  });

  it('[CON-8-11] nothing more is sent once its key is revoked', async () => {
    const { key, tenantId } = await start();
    const message = await service.begin(tenantId);
    const stream = await follow(key, message.messageId);
    expect((await stream.next()).id).toBe('1');
    const { access } = service.store;
    const [row] = await access.listKeys(tenantId);
    await access.revokeKey(tenantId, row?.keyId ?? expect.fail(), Date.now());
    await waitFor(async () => (await service.connect(key, '/v1/messages')).response.statusCode === 401);
    await message.say(delta('A secret.'));
    await expect(stream.rest()).rejects.toThrow('aborted');
    await message.end('delivered', 'A secret.');
    expect(service.logText()).not.toContain('stream failed');
  });

  it('[CON-8-11] it ends once its key is revoked, even if no event comes', async () => {
    const { key, tenantId } = await start();
    const message = await service.begin(tenantId);
    const [revoked, other] = [await service.createKey(tenantId), key];
    const stream = await follow(revoked, message.messageId);
    const kept = await follow(other, message.messageId);
    expect((await stream.next()).id).toBe('1');
    const { access } = service.store;
    const publicId = revoked.split('_')[2] ?? expect.fail();
    const found = (await access.findKey(publicId)) ?? expect.fail();
    await access.revokeKey(tenantId, found.key.keyId, Date.now());
    await expect(stream.rest()).rejects.toThrow('aborted');
    // Nobody else's stream ends.
    await message.end('delivered', 'So.');
    expect((await kept.rest()).at(-1)?.type).toBe('message.delivered');
    expect(service.logText()).not.toContain('stream failed');
  });

  it('a fault of the store closes it, so that the client reconnects', async () => {
    let isFailing = false;
    const { key, tenantId } = await start({
      wrapRecords: (records) => ({
        ...records,
        readJournal: async (...args) => {
          if (isFailing) throw new Error('the disk is gone');
          return await records.readJournal(...args);
        },
      }),
    });
    const message = await service.begin(tenantId);
    const stream = await follow(key, message.messageId);
    expect((await stream.next()).id).toBe('1');
    isFailing = true;
    await message.say(delta('Unseen.'));
    await expect(stream.rest()).rejects.toThrow('aborted');
    await expect.poll(() => service.logText()).toContain('stream failed');
    await waitFor(async () => (await counted('streamMessageEvents')) === 1);
    isFailing = false;
    await message.end('delivered', 'Unseen.');
    const resumed = await follow(key, message.messageId, { 'last-event-id': '1' });
    expect(idsOf(await resumed.rest())).toEqual([2, 3]);
  });

  it('a shutdown ends all streams after their terminal events', async () => {
    const { key, tenantId } = await start({ limits: { closingMs: 1000 } });
    const [ending, waiting] = [await service.begin(tenantId), await service.begin(tenantId)];
    const followed = await follow(key, ending.messageId);
    const left = await follow(key, waiting.messageId);
    await followed.next();
    await left.next();
    await ending.end('failed');
    await service.http.close();
    expect((await followed.rest()).map(({ type }) => type)).toEqual(['message.failed']);
    // Ended in good order, and without a terminal event: the client will ask again.
    expect(await left.rest()).toEqual([]);
    expect(left.response.complete).toBe(true);
  });

  it('a stream ends after a while, and is resumed', async () => {
    const { key, tenantId } = await start({ limits: { openMs: 50 } });
    const message = await service.begin(tenantId);
    const stream = await follow(key, message.messageId);
    const seen = await stream.rest();
    expect(stream.response.complete).toBe(true);
    await message.end('delivered', 'So.');
    // Each for a short while only: together they tell all of it.
    while (seen.at(-1)?.type !== 'message.delivered') {
      const headers = { 'last-event-id': seen.at(-1)?.id ?? '0' };
      seen.push(...(await (await follow(key, message.messageId, headers)).rest()));
    }
    expect(idsOf(seen)).toEqual([1, 2]);
  });
});
