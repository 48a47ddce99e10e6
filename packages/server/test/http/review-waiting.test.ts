import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryResponseSchema, type StreamEventType, streamEvents } from '@avow/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ReceivedEvent, readEvents } from '../../src/cli/read-events.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { newReviewed, type ReviewClient, reviewClient, travelAnswer } from '../support/review-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let directory: string;
let service: TestService | null = null;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-review-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await service?.close();
  service = null;
  await rm(directory, { recursive: true, force: true });
});

type Options = Parameters<typeof startTestService>[0];

async function start(options: Options = {}): Promise<TestService> {
  service = await startTestService({ directory, ...options });
  return service;
}

async function openEvents(url: string, key: string, body?: object) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
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

describe('whoever follows a message that waits', () => {
  it('is told that it waits, nothing of its answer, and how it ends', async () => {
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
    expect(JSON.parse(after[1]?.data ?? '')).toEqual({ text: travelAnswer });
    expect(JSON.parse(after[2]?.data ?? '')).toEqual(delivered);

    const path = `${url}/v1/messages/${id}/events`;
    const resumed = await openEvents(`${path}?after=${before.length}`, reviewed.key);
    expect(await readUntil(resumed, 'message.delivered')).toEqual(after);
  });

  it('can come later, to one that nobody followed', async () => {
    const running = await start();
    const reviewed = await newReviewed(running);
    const url = await running.app.listen();
    const { message_id: id } = await reviewed.hold();
    const events = await openEvents(`${url}/v1/messages/${id}/events`, reviewed.key);
    const ending = readUntil(events, 'message.blocked');
    const blocked = await reviewed.decide(id, { decision: 'block' });
    const told = await ending;
    expectValid(told);
    expect(told.map(({ type }) => type)).toEqual(['message.blocked']);
    expect(JSON.parse(told[0]?.data ?? '')).toEqual(blocked);
  });

  it('is told of the answer to a question that was accepted for later', async () => {
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

describe('an answer that waits', () => {
  it('is called off by whoever asked', async () => {
    const reviewed = await newReviewed(await start());
    const { message_id: id } = await reviewed.hold();
    const cancelled = await reviewed.cancel(id);
    expect(queryResponseSchema.parse(cancelled.json())).toMatchObject({ status: 'cancelled', answer: '' });
    expect(problemOf(await reviewed.send(id, { decision: 'deliver' })).code).toBe('invalid_state');
    expect(problemOf(await reviewed.cancel(id)).code).toBe('invalid_state');
    expect((await reviewed.list()).data).toEqual([]);
    const record = await reviewed.auditOf(id);
    expect(record).toMatchObject({ status: 'cancelled', review: null });
    expect(record.log).not.toBeNull();
  });

  it('goes on waiting after a restart, and is decided on then', async () => {
    const first = await start();
    const before = await newReviewed(first);
    const { message_id: id } = await before.hold();
    const { waiting_ms: _, ...held } = await before.read(id);
    await first.close();
    const reviewed: ReviewClient = reviewClient(await start(), before);
    expect((await reviewed.messageOf(id)).status).toBe('in_review');
    expect(await reviewed.read(id)).toMatchObject(held);
    expect(await reviewed.decide(id, { decision: 'deliver' })).toMatchObject({ answer: travelAnswer });
    expect(await reviewed.auditOf(id)).toMatchObject({ log: { leaf_index: 0 } });
  });

  it('is given or not, and nothing in between, whichever call of the store fails', async () => {
    let callsLeft = Number.POSITIVE_INFINITY;
    const failing = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return (...parameters: unknown[]) => {
            callsLeft--;
            return callsLeft === 0
              ? Promise.reject(new AppError('audit_unavailable'))
              : Reflect.apply(value, target, parameters);
          };
        },
      });
    const running = await start({
      wrap: (data) => {
        const { records, knowledge, learning, policies } = data.store;
        const parts = { records, knowledge, learning, policies };
        const wrapped = Object.entries(parts).map(([name, part]) => [name, failing(part)]);
        return { ...data, store: { ...data.store, ...Object.fromEntries(wrapped) } };
      },
    });
    const reviewed = await newReviewed(running);
    const outcomes: number[] = [];
    for (let failAt = 1; outcomes.at(-1) !== 200; failAt++) {
      const { message_id: id } = await reviewed.hold();
      callsLeft = failAt;
      const { statusCode, body } = await reviewed.send(id, { decision: 'deliver' });
      outcomes.push(statusCode);
      const hasFailed = callsLeft <= 0 && statusCode !== 200;
      callsLeft = Number.POSITIVE_INFINITY;
      if (hasFailed) {
        expect([statusCode, body.includes('team lead')]).toEqual([503, false]);
        expect((await reviewed.messageOf(id)).status).toBe('in_review');
        await reviewed.decide(id, { decision: 'deliver' });
      }
      expect(await reviewed.auditOf(id)).toMatchObject({ status: 'delivered', answer: travelAnswer });
    }
    // Reading the message, its quote and its journal, and the commit.
    expect(outcomes.length).toBeGreaterThan(4);
  });

  it('is refused where too many wait, and taken again once one is decided', async () => {
    const running = await start({ env: { AVOW_REVIEWS_MAX: '2' } });
    const [reviewed, other] = [await newReviewed(running), await newReviewed(running)];
    const { message_id: first } = await reviewed.hold();
    await reviewed.hold();
    const ask = () =>
      running.post(reviewed.key, { prompt: 'Who approves travel?' }, { 'idempotency-key': 'k' });
    const refused = await ask();
    const problem = problemOf(refused);
    expect([problem.status, problem.code]).toEqual([503, 'overloaded']);
    expect(refused.body).not.toContain('team lead');
    expect(await reviewed.messageOf(problem.message_id ?? '')).toMatchObject({
      status: 'failed',
      answer: '',
    });
    await other.hold();
    await reviewed.decide(first, { decision: 'block' });
    expect((await ask()).statusCode).toBe(202);
  });

  it('ends as blocked where nobody decides in time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let nowMs = Date.now();
    const running = await start({ clock: { nowMs: () => nowMs } });
    const reviewed = await newReviewed(running);
    const { message_id: id } = await reviewed.hold();
    const dayMs = 86_400_000;
    nowMs += 6 * dayMs;
    const { message_id: young } = await reviewed.hold();
    const upkeep = async () => {
      vi.advanceTimersByTime(60_000);
      // The refits come last in a round, and are done once this is answered.
      for (let turn = 0; turn < 20; turn++) await running.data.store.ping();
    };
    await upkeep();
    expect((await reviewed.list()).data).toHaveLength(2);
    nowMs += dayMs + 1;
    await upkeep();
    expect(await reviewed.messageOf(id)).toMatchObject({
      ...{ status: 'blocked', answer: 'This request cannot be answered here.' },
      agent_context: { blocked_reason: 'policy' },
    });
    const { review } = await reviewed.auditOf(id);
    expect(review).toMatchObject({ outcome: 'expire', reason: null, decided_by: null });
    expect(await running.data.store.learning.countLabels(reviewed.tenantId, 0)).toEqual({ all: 0, since: 0 });
    expect((await reviewed.list()).data.map(({ message_id }) => message_id)).toEqual([young]);
    expect(problemOf(await reviewed.send(id, { decision: 'deliver' })).code).toBe('invalid_state');
  });

  it('is not remembered for whoever asks the same next', async () => {
    const running = await start({ env: { AVOW_ANSWER_CACHE_MS: '60000' } });
    const reviewed = await newReviewed(running);
    const question = { prompt: 'When does the office in Rotterdam close?' };
    const routing = async () => {
      const response = queryResponseSchema.parse((await running.post(reviewed.key, question)).json());
      return [response.status, response.processing.routing_source];
    };
    expect(await routing()).toEqual(['in_review', 'retrieval']);
    expect(await routing()).toEqual(['in_review', 'retrieval']);
    await reviewed.reviewBelow(null);
    expect(await routing()).toEqual(['delivered', 'retrieval']);
    expect(await routing()).toEqual(['delivered', 'cache']);
  });
});
