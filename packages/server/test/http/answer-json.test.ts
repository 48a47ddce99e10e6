import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemOf } from '../support/test-service.ts';
import {
  expectTrueQuotes,
  handbook,
  holiday,
  holidayQuestion,
  playAll,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let tenant: WrittenTenant;

beforeAll(async () => {
  service = await startWrittenService({ tiers: [{}, {}] });
});
beforeEach(async () => {
  tenant = await service.newTenant();
});
afterAll(() => service.close());

const schema = {
  type: 'object',
  properties: {
    days: { type: 'integer' },
    rule: { type: 'string' },
    carried_over_until: { type: 'string' },
  },
  required: ['days', 'rule'],
  additionalProperties: false,
};
const options = { answer_format: 'json', answer_schema: schema };
const post = (also: object = {}) =>
  service.post(tenant.key, { prompt: holidayQuestion, ...options, ...also });

/** What a model that keeps to the form says. */
const filled = (answer: unknown, references: readonly number[] = [1]) =>
  say(
    JSON.stringify({
      is_covered: true,
      answer,
      sources: Object.keys(answer as object).map((key) => ({ path: `/${key}`, references })),
    }),
  );
const right = { days: 27, rule: holiday[0] };

describe('an answer with a schema of the client', () => {
  it('[CON-2-07] follows the schema, and every value is supported', async () => {
    playAll(service, filled(right));
    const response = await tenant.ask(holidayQuestion, options);
    expect(JSON.parse(response.answer)).toEqual(right);
    expect(response.agent_context.answer_format).toBe('json');
    expect(response.processing).toMatchObject({ model_tier: 1, degraded_mode: false });
    expect(response.citations.length).toBeGreaterThan(0);
    expectTrueQuotes(response, handbook);
    expect((await tenant.auditOf(response)).response).toEqual(response);
  });

  it('loses an unsupported value if the schema allows it', async () => {
    playAll(service, filled({ ...right, carried_over_until: 'the end of December' }));
    const response = await tenant.ask(holidayQuestion, options);
    expect(JSON.parse(response.answer)).toEqual(right);
  });

  it.each([
    ['is not JSON', say('There are 27 days. [1]')],
    ['is cut off', say('{"is_covered": true, "answer": {"days": 27')],
    ['follows another schema', filled({ days: 'twenty-seven', rule: holiday[0] })],
    ['has more than the schema', filled({ ...right, bonus: 4711 })],
    ['comes with an error', say('{"is_covered"', { end: 'error' })],
  ])('comes from the next tier if the output of the first %s', async (_, script) => {
    tierOf(service, 1).play(script);
    tierOf(service, 2).play(filled(right));
    const response = await tenant.ask(holidayQuestion, options);
    expect(JSON.parse(response.answer)).toEqual(right);
    expect(response.processing).toMatchObject({
      ...{ model_tier: 2, degraded_mode: true, routing_source: 'fallback' },
    });
  });

  it('[CON-5-28] is a provider error if no model can fill the schema: the embedded ones are not asked', async () => {
    playAll(service, say('There are 27 days. [1]'));
    const response = await post();
    expect(response.statusCode).toBe(502);
    expect(problemOf(response)).toMatchObject({ code: 'provider_error', retryable: true });
    expect(response.body).not.toContain('27 days');
    const { message_id } = response.json();
    expect(await tenant.auditOf({ message_id })).toMatchObject({ status: 'failed', answer: '' });
  });

  it('is refused if the client chooses tier 0', async () => {
    const response = await post({ model_tier: 0 });
    expect(response.statusCode).toBe(422);
    expect(problemOf(response).code).toBe('validation_failed');
  });

  it('is withheld if a required value is not supported', async () => {
    playAll(service, filled({ ...right, days: 28 }));
    const response = await post();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ status: 'blocked', citations: [] });
    expect(response.json().answer).not.toContain('28');
    expect(response.json().agent_context.blocked_reason).toBe('ungrounded');
  });

  it('says that the sources have no answer', async () => {
    playAll(service, say('{"is_covered": false, "answer": null, "sources": []}'));
    const response = await tenant.ask(holidayQuestion, options);
    expect(response).toMatchObject({ source_type: 'none', citations: [], status: 'delivered' });
  });

  it('is one delta in a stream', async () => {
    playAll(service, filled(right));
    const response = await service.app.http.inject({
      ...{ method: 'POST', url: '/v1/query', payload: { prompt: holidayQuestion, stream: true, ...options } },
      headers: { authorization: `Bearer ${tenant.key}` },
    });
    const deltas = [...response.body.matchAll(/event: message\.answer\.delta\ndata: (.*)\n/g)];
    expect(deltas).toHaveLength(1);
    expect(JSON.parse(JSON.parse(deltas[0]?.[1] ?? '').text)).toEqual(right);
  });

  it.each([
    ['no schema', { type: 'marmot' }],
    ['one that leads elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['one with a pattern that is none', { type: 'string', pattern: '(' }],
  ])('[CON-2-07] is refused with 422 if the schema is %s', async (_, answer_schema) => {
    const asked = tierOf(service, 1).requests.length;
    const response = await post({ answer_schema });
    expect(response.statusCode, response.body).toBe(422);
    const problem = problemOf(response);
    expect(problem.code).toBe('validation_failed');
    expect(JSON.stringify(problem.errors)).toContain('/answer_schema');
    expect(tierOf(service, 1).requests).toHaveLength(asked);
  });
});

describe('an answer in JSON without a schema', () => {
  it('is the text of the answer as JSON', async () => {
    playAll(service, say(`${holiday[0]} [1]`));
    const response = await tenant.ask(holidayQuestion, { answer_format: 'json' });
    expect(JSON.parse(response.answer)).toEqual({ answer: holiday[0] });
    expect(response.processing.model_tier).toBe(1);
    expectTrueQuotes(response, handbook);
  });
});
