import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReceivedEvent, readEvents } from '@avow/client';
import { queryResponseSchema, type StreamEventType, streamEvents } from '@avow/contract/query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import { officePack, problemOf, startTestService, type TestServiceOptions } from '../support/test-service.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-streams-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

/** Look-ups of curated pairs wait until they are let go on: a question stays in progress as long as a test needs. */
function held() {
  const gate = Promise.withResolvers<void>();
  const wrap = (data: DataFolder) => ({
    ...data,
    store: {
      ...data.store,
      content: {
        ...data.store.content,
        findCurated: async (...args: Parameters<DataFolder['store']['content']['findCurated']>) => {
          await gate.promise;
          return await data.store.content.findCurated(...args);
        },
      },
    },
  });
  return { wrap, release: () => gate.resolve() };
}

async function startOffice(options: TestServiceOptions = {}) {
  const service = await startTestService({ directory, ...options });
  const tenantId = await service.createTenant('office');
  const key = await service.createKey(tenantId);
  await service.loadPack(tenantId, officePack);
  return { service, key, tenantId, url: await service.app.listen() };
}

interface Stream {
  readonly requestId: string;
  readonly events: AsyncGenerator<ReceivedEvent, void>;
}

async function open(url: string, key: string, body?: object): Promise<Stream> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  return {
    requestId: response.headers.get('x-request-id') ?? '',
    events: readEvents(response.body ?? expect.fail()),
  };
}

async function rest(events: AsyncIterable<ReceivedEvent>): Promise<ReceivedEvent[]> {
  const all: ReceivedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** What must hold of every stream from its first event to its last. */
function expectWhole(events: readonly ReceivedEvent[]) {
  expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
  for (const { type, data } of events) {
    expect(streamEvents[type as StreamEventType].safeParse(JSON.parse(data)).error, type).toBeUndefined();
  }
  expect(events[0]?.type).toBe('message.created');
  const response = queryResponseSchema.parse(JSON.parse(events.at(-1)?.data ?? ''));
  expect(events.at(-1)?.type).toBe(`message.${response.status}`);
  const deltas = events.filter(({ type }) => type === 'message.answer.delta');
  const answer = deltas.map(({ data }) => JSON.parse(data).text).join('');
  return { response, answer };
}

describe('a streamed answer of the embedded models', () => {
  it('[CON-7-06] [CON-7-02] equals its deltas joined, for every source', async () => {
    const { service, key, tenantId, url } = await startOffice();
    for (const [prompt, status, source] of [
      ['Who approves travel?', 'delivered', 'qna'],
      ['How many days of paid holiday does every employee have?', 'delivered', 'document'],
      ['What is the capital of Peru?', 'delivered', 'none'],
      ['Ring the bell \u0007', 'blocked', 'none'],
    ]) {
      const stream = await open(`${url}/v1/query`, key, { prompt, stream: true });
      const { response, answer } = expectWhole(await rest(stream.events));
      expect([prompt, response.status, response.source_type]).toEqual([prompt, status, source]);
      expect(answer).toBe(status === 'delivered' ? response.answer : '');
      expect(stream.requestId).toBe(response.request_id);
      // What was sent last is what is on record, and what anybody reads later.
      const stored = await service.data.store.records.getMessage(tenantId, response.message_id);
      expect(stored?.log).not.toBeNull();
      const read = await service.get(key, `/v1/messages/${response.message_id}`);
      expect(read.json()).toMatchObject(response);
    }
    await service.close();
  });

  it('can be followed for an asynchronous message too', async () => {
    const { service, key } = await startOffice();
    const headers = { prefer: 'respond-async' };
    const accepted = await service.post(key, { prompt: 'Where is the canteen?', stream: true }, headers);
    expect(accepted.statusCode).toBe(202);
    const { events } = await open(`${accepted.headers.location}/events`, key);
    const { response, answer } = expectWhole(await rest(events));
    expect([response.status, answer]).toEqual(['delivered', response.answer]);
    await service.close();
  });
});

describe('an interrupted message', () => {
  it('[CON-3-11] cancelled, has no answer, and is on record', async () => {
    const gate = held();
    const { service, key, url } = await startOffice({ wrap: gate.wrap });
    const stream = await open(`${url}/v1/query`, key, { prompt: 'Where is the canteen?', stream: true });
    const first = await stream.events.next();
    const path = `/v1/messages/${stream.requestId}`;
    const cancel = () =>
      service.app.http.inject({
        method: 'POST',
        url: `${path}/cancel`,
        headers: { authorization: `Bearer ${key}` },
      });
    const cancelled = await cancel();
    expect([cancelled.statusCode, cancelled.json().status]).toEqual([200, 'cancelled']);
    const { response, answer } = expectWhole([
      ...(first.value ? [first.value] : []),
      ...(await rest(stream.events)),
    ]);
    expect(response).toEqual(cancelled.json());
    expect(answer).toBe('');
    expect((await service.get(key, `${path}/audit`)).json()).toMatchObject({
      status: 'cancelled',
      answer: '',
    });
    expect(problemOf(await cancel()).code).toBe('invalid_state');
    gate.release();
    await service.close();
  });

  it('[CON-1-10] left by a process that died, has failed when the next one starts', async () => {
    const { service, key, url } = await startOffice({
      wrap: held().wrap,
      env: { AVOW_SHUTDOWN_GRACE_MS: '0' },
    });
    const stream = await open(`${url}/v1/query`, key, { prompt: 'Where is the canteen?', stream: true });
    await stream.events.next();
    // The store is gone from under it, as for a process that was killed.
    await service.data.close();
    const next = await startTestService({ directory });
    const followed = await next.get(key, `/v1/messages/${stream.requestId}/events`);
    const types = [...followed.body.matchAll(/^event: (.+)$/gm)].map(([, type]) => type);
    expect([types[0], types.at(-1)]).toEqual(['message.created', 'message.failed']);
    await next.close();
    await service.app.close();
  });

  it('a shutdown that cannot wait ends it and its stream', async () => {
    const { service, key, url } = await startOffice({
      wrap: held().wrap,
      env: { AVOW_SHUTDOWN_GRACE_MS: '50' },
    });
    const stream = await open(`${url}/v1/query`, key, { prompt: 'Where is the canteen?', stream: true });
    await stream.events.next();
    const ended = rest(stream.events);
    await service.close();
    expect((await ended).at(-1)?.type).toBe('message.failed');
  });
});
