import { type ReceivedEvent, readEvents } from '@avow/client';
import { queryResponseSchema, type StreamEventType, streamEvents } from '@avow/contract/query';
import { afterEach, describe, expect, it } from 'vitest';
import { newReviewed, travelAnswer } from '../support/review-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService | null = null;

afterEach(async () => {
  await service?.close();
  service = null;
});

async function start(): Promise<TestService> {
  service = await startTestService();
  return service;
}

async function open(url: string, key: string, { body, headers = {} }: { body?: object; headers?: object }) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response;
}

async function openEvents(url: string, key: string, body?: object, headers?: object) {
  const response = await open(url, key, { ...(body && { body }), ...(headers && { headers }) });
  return readEvents(response.body ?? expect.fail());
}

/** Up to the first event of that type, that one included. */
async function readUntil(events: AsyncGenerator<ReceivedEvent, void>, type: StreamEventType) {
  const read: ReceivedEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error(`no ${type}`);
    read.push(value);
    if (value.type === type) return read;
  }
}

function expectValid(events: readonly ReceivedEvent[]): void {
  for (const { type, data } of events) streamEvents[type as StreamEventType].parse(JSON.parse(data));
  expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
}

describe('a follower of a message pending review', () => {
  it('receives that it is pending, nothing of its answer, and how it ends', async () => {
    const running = await start();
    const reviewed = await newReviewed(running);
    const url = await running.app.listen();
    const body = { prompt: 'Who approves travel?', stream: true };
    const events = await openEvents(`${url}/v1/query`, reviewed.key, body);
    const before = await readUntil(events, 'message.in_review');
    expect(JSON.stringify(before)).not.toContain('team lead');
    expect(before.map(({ type }) => type)).not.toContain('message.citation');
    const { message_id: id } = queryResponseSchema.parse(JSON.parse(before.at(-1)?.data ?? ''));

    const delivered = await reviewed.decide(id, { decision: 'deliver' });
    const after = await readUntil(events, 'message.delivered');
    expect((await events.next()).done).toBe(true);
    expectValid([...before, ...after]);
    expect(after.map(({ type }) => type)).toEqual([
      'message.citation',
      'message.answer.delta',
      'message.delivered',
    ]);
    expect(JSON.parse(after[1]?.data ?? '')).toEqual({ text: travelAnswer, generated: 'curated' });
    expect(JSON.parse(after[2]?.data ?? '')).toEqual(delivered);

    const path = `${url}/v1/messages/${id}/events`;
    const resumed = await openEvents(`${path}?after=${before.length}`, reviewed.key);
    expect(await readUntil(resumed, 'message.delivered')).toEqual(after);
  });

  it('can start later', async () => {
    const running = await start();
    const reviewed = await newReviewed(running);
    const url = await running.app.listen();
    const { message_id: id } = await reviewed.hold();
    const events = await openEvents(`${url}/v1/messages/${id}/events`, reviewed.key);
    const ending = readUntil(events, 'message.blocked');
    const blocked = await reviewed.decide(id, { decision: 'block' });
    const received = await ending;
    expectValid(received);
    expect(received.map(({ type }) => type)).toEqual(['message.in_review', 'message.blocked']);
    expect(JSON.parse(received[1]?.data ?? '')).toEqual(blocked);
  });

  it('receives the answer to an asynchronous question', async () => {
    const running = await start();
    const reviewed = await newReviewed(running);
    const url = await running.app.listen();
    const body = { prompt: 'Who approves travel?' };
    const accepted = await running.post(reviewed.key, body, { prefer: 'respond-async' });
    const { message_id: id, status } = queryResponseSchema.parse(accepted.json());
    expect([accepted.statusCode, status]).toEqual([202, 'queued']);
    const events = await openEvents(`${url}/v1/messages/${id}/events`, reviewed.key);
    const before = await readUntil(events, 'message.in_review');
    expect((await reviewed.messageOf(id)).status).toBe('in_review');
    await reviewed.decide(id, { decision: 'deliver' });
    const after = await readUntil(events, 'message.delivered');
    expectValid([...before, ...after]);
    expect(JSON.stringify(before)).not.toContain('team lead');
  });
});

describe('a stream that is requested again during the review', () => {
  const body = { prompt: 'Who approves travel?' };
  const asEvents = { accept: 'text/event-stream', 'idempotency-key': 'once' };
  const typesOf = (events: readonly ReceivedEvent[]) => events.map(({ type }) => type);

  it('repeats the events of the first, and stays open until the end', async () => {
    const running = await start();
    const reviewed = await newReviewed(running);
    const url = await running.app.listen();
    const first = await openEvents(`${url}/v1/query`, reviewed.key, body, asEvents);
    const before = await readUntil(first, 'message.in_review');
    const response = await open(`${url}/v1/query`, reviewed.key, { body, headers: asEvents });
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    const again = readEvents(response.body ?? expect.fail());
    expect(await readUntil(again, 'message.in_review')).toEqual(before);

    const { message_id: id } = queryResponseSchema.parse(JSON.parse(before.at(-1)?.data ?? ''));
    await reviewed.decide(id, { decision: 'deliver' });
    const after = await readUntil(again, 'message.delivered');
    expect((await again.next()).done).toBe(true);
    expectValid([...before, ...after]);
    expect(await readUntil(first, 'message.delivered')).toEqual(after);
  });

  it('is resumed after the last event, even if the question was not streamed', async () => {
    const running = await start();
    const reviewed = await newReviewed(running);
    const url = await running.app.listen();
    const asked = await running.post(reviewed.key, body, { 'idempotency-key': 'once' });
    const { message_id: id } = queryResponseSchema.parse(asked.json());
    const again = await openEvents(`${url}/v1/query`, reviewed.key, body, asEvents);
    const before = await readUntil(again, 'message.in_review');
    expect(typesOf(before)).toEqual(['message.in_review']);
    expect(JSON.parse(before[0]?.data ?? '')).toEqual(asked.json());
    await again.return();

    const resume = () =>
      openEvents(`${url}/v1/messages/${id}/events`, reviewed.key, undefined, {
        'last-event-id': before[0]?.id ?? expect.fail(),
      });
    const waiting = readUntil(await resume(), 'message.delivered');
    const delivered = await reviewed.decide(id, { decision: 'deliver' });
    const after = await waiting;
    expectValid([...before, ...after]);
    expect(typesOf(after)).toEqual(['message.citation', 'message.answer.delta', 'message.delivered']);
    expect(JSON.parse(after.at(-1)?.data ?? '')).toEqual(delivered);
    expect(await readUntil(await resume(), 'message.delivered')).toEqual(after);
    const ended = await openEvents(`${url}/v1/query`, reviewed.key, body, asEvents);
    expect(typesOf(await readUntil(ended, 'message.delivered'))).toEqual(['message.delivered']);
  });
});
