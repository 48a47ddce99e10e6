import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TenantBudget } from '@avow/inference';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';
import {
  holiday,
  holidayQuestion,
  playAll,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenServiceOptions,
  type WrittenTenant,
} from '../support/written-service.ts';

/** Each test has a service of its own on this one's folder, with a tenant of its own. */
let base: TestService;
let service: WrittenService;
let nowMs: number;
const dayMs = 86_400_000;

beforeAll(async () => {
  base = await startTestService();
});
afterEach(() => service.close());
afterAll(() => base.close());

/** The store counts by the day of the machine: time begins there. An answer costs 10 + 2 × 5 = 20 euros. */
async function start(usual: Partial<TenantBudget> | null, also: WrittenServiceOptions = {}) {
  nowMs = Date.now();
  const budget: TenantBudget = {
    currency: 'EUR',
    perDay: null,
    perMonth: null,
    whenSpent: 'refuse',
    ...usual,
  };
  service = await startWrittenService({
    beside: base,
    clock: { nowMs: () => nowMs },
    budgets: { usual: usual === null ? null : budget, tenants: new Map() },
    ...also,
  });
  playAll(service, say(`${holiday[0]} [1]`, { usage: { inputTokens: 10, outputTokens: 5 } }));
  return await service.newTenant();
}

describe('what a tenant may spend', () => {
  it('[CON-5-26] refuses questions once it is spent, until the next day', async () => {
    const tenant = await start({ perDay: 30 });
    for (let count = 0; count < 2; count += 1)
      expect((await tenant.ask(holidayQuestion)).answer).toBe(holiday[0]);
    const asked = tierOf(service, 1).requests.length;
    const refused = await service.post(tenant.key, { prompt: holidayQuestion });
    const problem = problemOf(refused);
    expect(problem).toMatchObject({ status: 429, code: 'quota_exceeded' });
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil((dayMs - (nowMs % dayMs)) / 1000));
    for (const also of [{ stream: true }, { model_tier: 1 }])
      expect((await service.post(tenant.key, { prompt: holidayQuestion, ...also })).statusCode).toBe(429);
    const later = await service.post(tenant.key, { prompt: holidayQuestion }, { prefer: 'respond-async' });
    expect(later.statusCode).toBe(429);
    expect(tierOf(service, 1).requests).toHaveLength(asked);
    nowMs += dayMs;
    expect((await tenant.ask(holidayQuestion)).processing.model_tier).toBe(1);
  });

  it('[CON-6-06] still replays earlier answers', async () => {
    const tenant = await start({ perDay: 10 });
    const send = (key: string) =>
      service.post(tenant.key, { prompt: holidayQuestion }, { 'idempotency-key': key });
    const first = await send('first');
    const again = await send('first');
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    // What is refused leaves its key free.
    expect((await send('second')).statusCode).toBe(429);
    nowMs += dayMs;
    expect((await send('second')).statusCode).toBe(200);
  });

  it('counts per month too, and separately for each tenant', async () => {
    const tenant = await start({ perMonth: 30 });
    const other = await service.newTenant();
    await tenant.ask(holidayQuestion);
    await tenant.ask(holidayQuestion);
    const refused = await service.post(tenant.key, { prompt: holidayQuestion });
    expect(problemOf(refused).code).toBe('quota_exceeded');
    const month = new Date(nowMs).getUTCMonth();
    const nextMonthMs = Date.UTC(new Date(nowMs).getUTCFullYear(), month + 1);
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil((nextMonthMs - nowMs) / 1000));
    expect((await other.ask(holidayQuestion)).processing.model_tier).toBe(1);
    nowMs = nextMonthMs;
    expect((await tenant.ask(holidayQuestion)).processing.model_tier).toBe(1);
  });

  it('lets only the embedded models answer if so configured', async () => {
    const tenant = await start({ perDay: 30, whenSpent: 'embedded' });
    await tenant.ask(holidayQuestion);
    await tenant.ask(holidayQuestion);
    const response = await tenant.ask(holidayQuestion);
    expect(response.answer).toContain('27 days');
    expect(response.processing).toMatchObject({
      ...{ model_tier: 0, degraded_mode: true, routing_source: 'fallback' },
    });
    expect(tierOf(service, 1).requests).toHaveLength(2);
    const schema = { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] };
    const formed = await service.post(tenant.key, {
      ...{ prompt: holidayQuestion, answer_format: 'json', answer_schema: schema },
    });
    expect(problemOf(formed).code).toBe('provider_error');
  });

  it('does not refine follow-ups by a model once it is spent', async () => {
    const tenant = await start({ perDay: 10, whenSpent: 'embedded' }, { refines: true });
    service.refinement.play(say('Until when can unused days of paid holiday be carried over?'));
    const { thread_id } = await tenant.ask(holidayQuestion);
    const second = await tenant.ask('And until when can they be carried over?', { thread_id });
    expect(second.processing.degraded_mode).toBe(true);
    expect(service.refinement.requests).toHaveLength(0);
    expect((await tenant.auditOf(second)).cost).toMatchObject({ amount: 0 });
  });

  it('is not used by answers of embedded models or curated pairs', async () => {
    const tenant = await start({ perDay: 10 });
    for (let count = 0; count < 3; count += 1) {
      const response = await tenant.ask(holidayQuestion, { model_tier: 0 });
      expect((await tenant.auditOf(response)).cost.amount).toBe(0);
    }
    expect((await tenant.ask(holidayQuestion)).processing.model_tier).toBe(1);
  });

  it('counts the cost of a rejected answer, and of a tier that failed midway', async () => {
    const tenant = await start(null, { tiers: [{ provider: 'anthropic' }, {}] });
    tierOf(service, 1).play(
      say('The marmot earns 4711 euros. [1]', { usage: { inputTokens: 10, outputTokens: 5 } }),
    );
    const fallen = await tenant.ask(holidayQuestion);
    expect(fallen.processing.routing_source).toBe('fallback');
    // Both tiers were called.
    expect((await tenant.auditOf(fallen)).cost.input_tokens).toBe(20);
    tierOf(service, 1).play(
      say('Every employee', { end: 'cut', usage: { inputTokens: 10, outputTokens: 5 } }),
    );
    const second = await tenant.ask(holidayQuestion);
    expect(second.processing.model_tier).toBe(2);
    expect((await tenant.auditOf(second)).cost.input_tokens).toBe(20);
  });
});

describe('a model that keeps failing', () => {
  /** Every tenant is notified. */
  const outboxOf = ({ tenantId }: WrittenTenant): Array<{ type: string; body: string }> => {
    const database = new DatabaseSync(join(service.directory, 'avow.db'), { readOnly: true });
    try {
      const rows = database
        .prepare("SELECT type, body FROM outbox WHERE tenant_id = ? AND type LIKE 'service.%' ORDER BY seq")
        .all(tenantId);
      return rows as Array<{ type: string; body: string }>;
    } finally {
      database.close();
    }
  };

  it('is suspended, reported in the outbox, the metrics and the log, and tried again', async () => {
    const tenant = await start(null, { restMs: 200 });
    tierOf(service, 1).play({ kind: 'fail', status: 500 });
    for (let count = 0; count < 6; count += 1) await tenant.ask(holidayQuestion);
    const model = 'openai_compatible/tier-1';
    await expect.poll(() => outboxOf(tenant).map(({ type }) => type)).toEqual(['service.degraded']);
    expect(JSON.parse(outboxOf(tenant)[0]?.body ?? '')).toMatchObject({
      type: 'service.degraded',
      data: { model },
    });
    expect((await service.get('', '/metrics')).body).toContain(`avow_model_available{model="${model}"} 0`);
    playAll(service, say(`${holiday[0]} [1]`));
    await expect.poll(async () => (await tenant.ask(holidayQuestion)).processing.model_tier).toBe(1);
    await expect
      .poll(() => outboxOf(tenant).map(({ type }) => type))
      .toEqual(['service.degraded', 'service.recovered']);
    expect((await service.get('', '/metrics')).body).toContain(`avow_model_available{model="${model}"} 1`);
    expect(JSON.stringify(outboxOf(tenant))).not.toContain('holiday');
  });
});
