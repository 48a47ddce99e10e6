import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryResponseSchema } from '@avow/contract/query';
import { AppError } from '@avow/foundation';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('an answer pending review', () => {
  it('is cancelled by the client', async () => {
    const reviewed = await newReviewed(await start());
    const { message_id: id } = await reviewed.hold();
    const cancelled = await reviewed.cancel(id);
    expect(queryResponseSchema.parse(cancelled.json())).toMatchObject({ status: 'cancelled', answer: '' });
    expect(problemOf(await reviewed.send(id, { decision: 'deliver' })).code).toBe('invalid_state');
    expect(problemOf(await reviewed.cancel(id)).code).toBe('invalid_state');
    expect((await reviewed.list()).data).toEqual([]);
    expect((await reviewed.messageOf(id)).confidence_explanation).toBeNull();
    const record = await reviewed.auditOf(id);
    expect(record).toMatchObject({ status: 'cancelled', review: null });
    expect(record.log).not.toBeNull();
  });

  it('stays pending after a restart, and is decided then', async () => {
    const first = await start();
    const before = await newReviewed(first);
    const { message_id: id } = await before.hold();
    const { pending_ms: _, ...held } = await before.read(id);
    await first.close();
    const reviewed: ReviewClient = reviewClient(await start(), before);
    expect((await reviewed.messageOf(id)).status).toBe('in_review');
    expect(await reviewed.read(id)).toMatchObject(held);
    expect(await reviewed.decide(id, { decision: 'deliver' })).toMatchObject({ answer: travelAnswer });
    expect(await reviewed.auditOf(id)).toMatchObject({ log: { leaf_index: expect.any(Number) } });
  });

  it('is delivered completely or not at all, whichever call of the store fails', async () => {
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
        const { records, content, feedback, policies } = data.store;
        const parts = { records, content, feedback, policies };
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
    // What is learnt from a decision is there with it.
    const learnt = await running.data.store.feedback.countLabels(reviewed.tenantId, 0);
    expect(learnt.all).toBe(outcomes.length);
    // Reading the message, its quote and its journal, and the commit.
    expect(outcomes.length).toBeGreaterThan(4);
  });

  it('ends immediately for followers if too many are pending', async () => {
    const running = await start({ env: { AVOW_REVIEWS_MAX: '1' } });
    const reviewed = await newReviewed(running);
    await reviewed.hold();
    const response = await running.post(reviewed.key, { prompt: 'Who approves travel?', stream: true });
    const types = [...response.body.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    expect(types.at(-1)).toBe('message.failed');
    expect(types).not.toContain('message.in_review');
  });

  it('is refused if too many are pending, and accepted again once one is decided', async () => {
    const running = await start({ env: { AVOW_REVIEWS_MAX: '2' } });
    const [reviewed, other] = [await newReviewed(running), await newReviewed(running)];
    const { message_id: first } = await reviewed.hold();
    await reviewed.hold();
    const ask = () =>
      running.post(reviewed.key, { prompt: 'Who approves travel?' }, { 'idempotency-key': 'k' });
    const failedCount = async () => {
      const { body } = await running.get('', '/metrics');
      const [, count = '0'] = /^avow_messages_total\{[^}]*status="failed"[^}]*\} (\d+)$/m.exec(body) ?? [];
      return Number(count);
    };
    expect(await failedCount()).toBe(0);
    const refused = await ask();
    expect(await failedCount()).toBe(1);
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

  it('ends as blocked if nobody decides in time', async () => {
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
      ...{ status: 'blocked', answer: expect.stringContaining('a rule of this service') },
      agent_context: { blocked_reason: 'policy' },
    });
    const { review } = await reviewed.auditOf(id);
    expect(review).toMatchObject({ outcome: 'expire', reason: null, decided_by: null });
    const ended = (await running.get(reviewed.key, '/v1/review-decisions?outcome=expire')).json();
    expect(ended.data).toMatchObject([{ message_id: id, outcome: 'expire', decided_by: null }]);
    expect(await running.data.store.feedback.countLabels(reviewed.tenantId, 0)).toMatchObject({ all: 0 });
    expect((await reviewed.list()).data.map(({ message_id }) => message_id)).toEqual([young]);
    expect(problemOf(await reviewed.send(id, { decision: 'deliver' })).code).toBe('invalid_state');
  });

  it('is not cached for the next question', async () => {
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
