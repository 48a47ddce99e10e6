import type { QueryResponse } from '@avow/contract/query';
import { defaultScopes } from '@avow/contract/roles';
import {
  activityInsightSchema,
  confidenceInsightSchema,
  costInsightSchema,
  guardrailInsightSchema,
  latencyInsightSchema,
  unansweredPageSchema,
} from '@avow/contract/testing/administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weekOf } from '../../src/features/insights/reports/calendar.ts';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { type FeedbackClient, feedbackClient } from '../support/feedback-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let client: ContentClient;
let users: FeedbackClient;
let key: string;
const asked: QueryResponse[] = [];
const path = '/v1/insights';
const today = () => new Date().toISOString().slice(0, 10);

const shadow = {
  ...{ name: 'Holiday words', check: 'words', stage: 'input', action: 'block', mode: 'shadow' },
  settings: { words: ['holiday'] },
};
const enforced = {
  ...{ name: 'Merger', check: 'words', stage: 'input', action: 'block' },
  settings: { words: ['merger'] },
};
const personal = {
  ...{ name: 'Mail', check: 'personal_data', stage: 'input', action: 'redact' },
  settings: { types: { email: 'redact' } },
};

beforeAll(async () => {
  service = await startTestService();
  const tenantId = await service.createTenant('office');
  await service.loadPack(tenantId, officePack);
  key = await service.createKey(tenantId, {
    scopes: [...defaultScopes, 'content:manage', 'guardrails:manage'],
  });
  client = contentClient(service, key);
  users = feedbackClient(service, key);
  const policy = { guardrails: [shadow, enforced, personal] };
  expect((await client.send('PUT', '/v1/guardrails', { body: policy })).statusCode).toBe(200);
  const prompts = [
    'Where is the canteen?',
    'Who approves travel?',
    'How many days of paid holiday does an employee have?',
    'When is the merger?',
    'Which printer has toner? Write to ann@example.org',
  ];
  for (const prompt of prompts) asked.push(await service.ask(key, { prompt }));
  const [canteen, travel] = asked.map(({ message_id }) => message_id);
  await users.give(canteen ?? '', { verdict: 'right', end_user_id: 'ann' });
  await users.give(canteen ?? '', { verdict: 'wrong', end_user_id: 'ben' });
  await users.give(canteen ?? '', { verdict: 'right', end_user_id: 'cem' });
  await users.give(travel ?? '', { verdict: 'partly', end_user_id: 'ann' });
});

afterAll(() => service.close());

describe('confidence', () => {
  it('[CON-11-17] reports how often answers of each band and week were right, with intervals', async () => {
    const insight = await client.expect(
      { status: 200, schema: confidenceInsightSchema },
      'GET',
      `${path}/confidence`,
    );
    const answers = asked.filter(
      ({ status, source_type: type }) => status === 'delivered' && type !== 'none',
    );
    expect(insight).toMatchObject({ counted: 5, complete: true, labels: 2 });
    expect(insight.bands.map(({ band }) => band)).toEqual(['high', 'medium', 'low']);
    expect(insight.bands.reduce((sum, band) => sum + band.answers, 0)).toBe(answers.length);
    const high = insight.bands[0];
    expect(high).toMatchObject({ labelled: 2, right: 1, right_share: 0.5, error_rate: 0.5 });
    expect(high?.right_interval?.low).toBeCloseTo(0.0945, 3);
    expect(high?.error_interval?.high).toBeCloseTo(0.9055, 3);
    const week = insight.weeks.at(-1);
    expect(week).toMatchObject({ week: weekOf(Date.now()), labelled: 2, right: 1 });
    expect(week?.bands[0]).toEqual({ ...high, band: 'high' });
    expect(insight.methods).toMatchObject([{ method: 'curated_exact', labelled: 2, right: 1 }]);
    expect(insight.calibration_error.labelled).toBe(2);
    expect(insight.calibration_error.error).toBeCloseTo(Math.abs((high?.mean_score ?? 0) - 0.5), 1);
    expect(insight.calibration_error.bins).toHaveLength(1);
  });

  it('reports the calibration in force, the missing labels, and unanswered questions', async () => {
    const insight = await client.expect(
      { status: 200, schema: confidenceInsightSchema },
      'GET',
      `${path}/confidence`,
    );
    expect(insight.thresholds).toMatchObject({ high: 0.8, medium: 0.5 });
    expect(insight.calibration).toMatchObject({ revision: null, examples: 0 });
    expect(insight.calibration.missing.usable).toBeGreaterThan(0);
    const unanswered = asked.filter(
      ({ status, source_type: type }) => status === 'delivered' && type === 'none',
    );
    expect(insight.no_answer).toMatchObject({ count: unanswered.length, examined: unanswered.length });
  });
});

describe('answers that are withheld', () => {
  it('are counted, and listed under their cause', async () => {
    const tenantId = await service.createTenant('careful');
    await service.loadPack(tenantId, officePack);
    const scopes = [...defaultScopes, 'content:manage', 'guardrails:manage'] as const;
    const careful = await service.createKey(tenantId, { scopes });
    const own = contentClient(service, careful);
    const body = { confidence: { withhold_below: 1 }, guardrails: [] };
    expect((await own.send('PUT', '/v1/guardrails', { body })).statusCode).toBe(200);
    const prompt = 'How many days of paid holiday does an employee have?';
    const answer = await service.ask(careful, { prompt });
    expect(answer.agent_context.no_answer_cause).toBe('below_risk_level');
    const insight = await own.expect(
      { status: 200, schema: confidenceInsightSchema },
      'GET',
      `${path}/confidence`,
    );
    expect(insight).toMatchObject({
      no_answer: { count: 1, examined: 1, withheld: 1 },
      thresholds: { risk_level: 1 },
      calibration_error: { labelled: 0, error: null, bins: [] },
    });
    const page = await own.expect({ status: 200, schema: unansweredPageSchema }, 'GET', `${path}/unanswered`);
    expect(page.data).toMatchObject([
      { question: prompt, causes: [{ cause: 'below_risk_level', count: 1 }], nearest: [{ title: 'Leave' }] },
    ]);
  });
});

describe('activity', () => {
  const readActivity = (query = '') =>
    client.expect({ status: 200, schema: activityInsightSchema }, 'GET', `${path}/activity${query}`);

  it('counts what became of the questions of each day and channel, and what answers cite', async () => {
    const insight = await readActivity();
    const answers = asked.filter(
      ({ status, source_type: type }) => status === 'delivered' && type !== 'none',
    );
    const { total } = insight;
    expect(total).toMatchObject({ questions: 5, answered: answers.length, blocked: 1, right: 1, wrong: 1 });
    expect(total.answered + total.declined + total.blocked + total.other).toBe(total.questions);
    expect(total.bands.high + total.bands.medium + total.bands.low).toBe(total.answered);
    expect(insight.days.at(-1)).toEqual({ day: today(), ...total });
    expect(insight.days[0]).toMatchObject({ questions: 0, mean_score: null });
    expect(insight.channels).toEqual([{ channel_type: 'api', ...total }]);
    expect(insight.topics_examined).toBe(answers.length);
    expect(insight.topics.map(({ title, count }) => [title, count])).toContainEqual([
      'Who approves travel?',
      1,
    ]);
    expect(insight.topics.reduce((sum, { count }) => sum + count, 0)).toBe(answers.length);
  });

  it('counts one channel, and still lists the others', async () => {
    const insight = await readActivity('?channel_type=widget');
    expect(insight).toMatchObject({ total: { questions: 0, right: 0 }, topics: [], topics_examined: 0 });
    expect(insight.channels).toMatchObject([{ channel_type: 'api', questions: 5 }]);
    expect(problemOf(await client.send('GET', `${path}/activity?channel_type=No`)).code).toBe(
      'validation_failed',
    );
  });
});

describe('latency', () => {
  it('reports the latency of messages by day, tier and path', async () => {
    const insight = await client.expect(
      { status: 200, schema: latencyInsightSchema },
      'GET',
      `${path}/latency`,
    );
    const times = asked.map(({ processing }) => processing.time_ms).sort((one, other) => one - other);
    expect(insight.total.count).toBe(5);
    expect(insight.total.p50_ms).toBeCloseTo(times[2] ?? 0, 3);
    expect(insight.total.p99_ms).toBeCloseTo(times[4] ?? 0, 3);
    expect(insight.days.at(-1)).toEqual({ day: today(), ...insight.total });
    expect(insight.days[0]).toMatchObject({ count: 0, p50_ms: null, degraded_share: null });
    expect(insight.tiers.map(({ model_tier: tier, count }) => [tier, count])).toEqual([[0, 5]]);
    const bySource = Object.groupBy(asked, ({ processing }) => processing.routing_source);
    expect(Object.fromEntries(insight.routing_sources.map((one) => [one.routing_source, one.count]))).toEqual(
      Object.fromEntries(Object.entries(bySource).map(([source, some]) => [source, some.length])),
    );
  });
});

describe('guardrails', () => {
  it('reports the actions of each, and what those in shadow mode would have done', async () => {
    const insight = await client.expect(
      { status: 200, schema: guardrailInsightSchema },
      'GET',
      `${path}/guardrails`,
    );
    expect(insight).toMatchObject({ blocked: 1, blocked_share: 0.2, tripwires: 1, shadow_blocks: 1 });
    const nothing = { flagged: 0, redacted: 0, blocked: 0, failed: 0 };
    const byName = Object.fromEntries(insight.guardrails.map((guardrail) => [guardrail.name, guardrail]));
    expect(byName['Holiday words']).toMatchObject({
      messages: 1,
      enforce: nothing,
      shadow: { ...nothing, blocked: 1 },
    });
    expect(byName['Merger']).toMatchObject({
      messages: 1,
      enforce: { ...nothing, blocked: 1 },
      shadow: nothing,
    });
    expect(byName['Mail']).toMatchObject({
      messages: 1,
      enforce: { ...nothing, redacted: 1 },
      shadow: nothing,
    });
    expect(insight.days.at(-1)).toMatchObject({
      ...{ day: today(), messages: 5, blocked: 1 },
      enforce: { blocked: 1, redacted: 1 },
      shadow: { blocked: 1 },
    });
  });
});

describe('answers that were wrong or are not stored', () => {
  it('lists an answer that most rate wrong but not one that most rate right, without redacted text', async () => {
    const page = await client.expect(
      { status: 200, schema: unansweredPageSchema },
      'GET',
      `${path}/unanswered`,
    );
    const wrong = page.data.find(({ question }) => question === 'Who approves travel?');
    expect(wrong).toMatchObject({
      causes: [{ cause: 'reported_wrong', count: 1 }],
      nearest: [{ title: 'Who approves travel?', source: 'travel policy' }],
    });
    expect(page.data.some(({ question }) => question.includes('canteen'))).toBe(false);
    expect(JSON.stringify(page)).not.toContain('ann@example.org');
    const redacted = page.data.find(({ question }) => question.includes('toner'));
    expect(redacted?.question).toContain('[EMAIL_1]');
    const pack = await client.createPack('printers');
    const body = { content_pack_id: pack.id, answer: 'The one on the left.' };
    const refused = await client.send('POST', `${path}/unanswered/${redacted?.group_id}/draft`, { body });
    expect(problemOf(refused)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/question' }],
    });
  });
});

describe('cost', () => {
  it('is zero for every day of the period without language models', async () => {
    const insight = await client.expect({ status: 200, schema: costInsightSchema }, 'GET', `${path}/cost`);
    expect(insight.days).toHaveLength(31);
    expect(insight.days.at(-1)).toMatchObject({ day: today(), messages: 5, spent: [] });
    expect(insight).toMatchObject({ total: { messages: 5, spent: [] }, budget: null });
  });
});

describe('all of them', () => {
  it('require content:manage, show only the own tenant, and refuse unknown parameters', async () => {
    const plain = await service.createKey(await service.createTenant('elsewhere'));
    const stranger = contentClient(
      service,
      await service.createKey(await service.createTenant('there'), { scopes: ['content:manage'] }),
    );
    for (const which of ['activity', 'confidence', 'cost', 'latency', 'guardrails']) {
      expect(problemOf(await service.get(plain, `${path}/${which}`)).code).toBe('insufficient_scope');
      expect((await stranger.send('GET', `${path}/${which}`)).json()).toMatchObject({
        counted: 0,
        complete: true,
      });
      for (const query of ['?from=2026-01-01T00:00:00Z&to=2026-06-01T00:00:00Z', '?to=never', '?days=3'])
        expect(problemOf(await client.send('GET', `${path}/${which}${query}`)).code).toBe(
          'validation_failed',
        );
    }
  });
});
