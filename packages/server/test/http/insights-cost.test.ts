import { costInsightSchema } from '@avow/contract/testing/administration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import {
  holiday,
  holidayQuestion,
  playAll,
  say,
  startWrittenService,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let tenant: WrittenTenant;

/** An answer costs 10 + 2 × 5 = 20 euros. */
beforeAll(async () => {
  service = await startWrittenService({
    budgets: {
      usual: { currency: 'EUR', perDay: 100, perMonth: null, whenSpent: 'embedded' },
      tenants: new Map(),
    },
  });
  playAll(service, say(`${holiday[0]} [1]`, { usage: { inputTokens: 10, outputTokens: 5 } }));
  tenant = await service.newTenant();
  for (let count = 0; count < 2; count += 1) await tenant.ask(holidayQuestion);
});

afterAll(() => service.close());

it('reports the cost of language models per answer, and the remaining budget', async () => {
  const client = contentClient(
    service,
    await service.createKey(tenant.tenantId, { scopes: ['content:manage'] }),
  );
  const insight = await client.expect({ status: 200, schema: costInsightSchema }, 'GET', '/v1/insights/cost');
  const spent = [{ currency: 'EUR', amount: 40, input_tokens: 20, output_tokens: 10, per_answer: 20 }];
  expect(insight.days.at(-1)).toEqual({
    day: new Date().toISOString().slice(0, 10),
    ...{ messages: 2, answers: 2, spent },
  });
  expect(insight.total).toEqual({ messages: 2, answers: 2, spent });
  expect(insight.budget).toEqual({
    currency: 'EUR',
    per_day: 100,
    per_month: null,
    remaining_today: 60,
    remaining_this_month: null,
    when_spent: 'embedded',
  });
});

it('shows another tenant only its own budget', async () => {
  const other = await service.createTenant('other');
  const client = contentClient(service, await service.createKey(other, { scopes: ['content:manage'] }));
  const insight = await client.expect({ status: 200, schema: costInsightSchema }, 'GET', '/v1/insights/cost');
  expect(insight.total).toEqual({ messages: 0, answers: 0, spent: [] });
  expect(insight.budget?.remaining_today).toBe(100);
});
