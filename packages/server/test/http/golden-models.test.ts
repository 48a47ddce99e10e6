import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Scope } from '@avow/contract/roles';
import { evaluationStateSchema } from '@avow/contract/testing/administration';
import { afterEach, describe, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import {
  holiday,
  holidayQuestion,
  playAll,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenServiceOptions,
} from '../support/written-service.ts';

let service: WrittenService;
const scopes: Scope[] = ['query:write', 'content:manage', 'guardrails:manage'];

afterEach(() => service.close());

/** An answer costs 10 + 2 × 5 = 20 euros. */
async function start(also: WrittenServiceOptions = {}) {
  service = await startWrittenService(also);
  playAll(service, say(`${holiday[0]} [1]`, { usage: { inputTokens: 10, outputTokens: 5 } }));
  const tenant = await service.newTenant();
  const [pack] = await service.data.store.content.listPacks(tenant.tenantId, { after: null, limit: 1 });
  const client = contentClient(service, await service.createKey(tenant.tenantId, { scopes }));
  const path = `/v1/content-packs/${pack?.packId}`;
  const questions = [
    { question: holidayQuestion, expects: { kind: 'answer', facts: [['27 days']] } },
    { question: 'How long are receipts kept?', expects: { kind: 'answer', facts: [['7 years']] } },
  ];
  expect((await client.send('POST', `${path}/golden-questions`, { body: { questions } })).statusCode).toBe(
    200,
  );
  return { ...tenant, client, path };
}

type Started = Awaited<ReturnType<typeof start>>;

async function evaluate({ client, path }: Started, body: object) {
  const begun = await client.send('POST', `${path}/evaluations`, { body: { subject: 'published', ...body } });
  const location = String(begun.headers['location']);
  await expect.poll(async () => (await client.send('GET', location)).json().status).not.toBe('running');
  const { report } = evaluationStateSchema.parse((await client.send('GET', location)).json());
  if (report === null) throw new Error('there is no report');
  return report;
}

const spent = async ({ tenantId }: Started) =>
  (await service.data.store.records.readSpending(tenantId, '0000-01-01')).map(({ amount }) => amount);

describe('golden sets and language models', () => {
  it('use the requested tier, and their cost is reported and counts as spent', async () => {
    const tenant = await start();
    const written = await evaluate(tenant, { model_tier: 1 });
    // Nothing supports what the model says to the second question: the embedded models answer, and the call is still charged.
    expect(written.results.map(({ model_tier }) => model_tier)).toEqual([1, 0]);
    expect(written.results.map(({ cost }) => cost?.amount)).toEqual([20, 20]);
    expect(written.figures.costs).toEqual([
      { currency: 'EUR', amount: 40, input_tokens: 20, output_tokens: 10 },
    ]);
    expect(await spent(tenant)).toEqual([40]);
    const asked = tierOf(service, 1).requests.length;
    const embedded = await evaluate(tenant, { model_tier: 0 });
    expect(embedded.results.map(({ model_tier }) => model_tier)).toEqual([0, 0]);
    expect([embedded.figures.costs, tierOf(service, 1).requests.length]).toEqual([[], asked]);
    expect(await spent(tenant)).toEqual([40]);
  });

  it('cannot exceed the budget of the tenant', async () => {
    const usual = { currency: 'EUR', perDay: 20, perMonth: null, whenSpent: 'refuse' as const };
    const tenant = await start({ budgets: { usual, tenants: new Map() } });
    const report = await evaluate(tenant, { model_tier: 1 });
    expect(report.results.map(({ outcome, problem }) => [outcome, problem])).toEqual([
      ['right', null],
      ['failed', 'quota_exceeded'],
    ]);
    expect(await spent(tenant)).toEqual([20]);
  });

  it('choose a tier even if clients may not, and skip reviews', async () => {
    const tenant = await start();
    const policy = {
      answering: { start_tier: 1, client_may_choose: false },
      review: { below: 1 },
      guardrails: [],
    };
    const report = await evaluate(tenant, { model_tier: 0, policy });
    expect(report.results[0]).toMatchObject({ outcome: 'right', reply: 'answered', model_tier: 0 });
  });

  it('send no notices', async () => {
    const tenant = await start();
    await evaluate(tenant, { model_tier: 1 });
    const database = new DatabaseSync(join(service.directory, 'avow.db'), { readOnly: true });
    const types = database
      .prepare('SELECT DISTINCT type FROM outbox WHERE tenant_id = ?')
      .all(tenant.tenantId);
    database.close();
    expect(types.map((row) => row['type'])).not.toContain('message.delivered');
    expect(types.length).toBeGreaterThan(0);
  });
});
