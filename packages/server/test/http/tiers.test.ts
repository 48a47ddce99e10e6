import type { ProviderScript } from '@avow/inference/testing';
import { scriptedAnswers } from '@avow/inference/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  service = await startWrittenService({ tiers: [{}, {}, {}] });
});
beforeEach(async () => {
  tenant = await service.newTenant();
  playAll(service, say(`${holiday[0]} [1]`));
});
afterAll(() => service.close());

const asked = () => service.providers.map(({ requests }) => requests.length);

describe('the tier that answers', () => {
  it('[CON-3-34] is the first by default, and is named with its model', async () => {
    const before = asked();
    const response = await tenant.ask(holidayQuestion);
    expect(response.answer).toBe(holiday[0]);
    expect(response).toMatchObject({ source_type: 'document', status: 'delivered' });
    expect(response.processing).toMatchObject({
      ...{ model_tier: 1, degraded_mode: false, routing_source: 'retrieval' },
    });
    expect(response.model_info).toEqual({
      refinement_model: 'none',
      summarization_model: 'openai_compatible/tier-1',
      guardrail_model: expect.stringMatching(/^avow-ngrams@\w+, scripted-reader$/),
    });
    expectTrueQuotes(response, handbook);
    expect(asked().map((count, at) => count - (before[at] ?? 0))).toEqual([1, 0, 0]);
  });

  it.each([0, 1, 2, 3])('[CON-2-09] [CON-3-34] is tier %i if the client asks for it', async (tier) => {
    const before = asked();
    const response = await tenant.ask(holidayQuestion, { model_tier: tier });
    expect(response.processing).toMatchObject({
      ...{ model_tier: tier, degraded_mode: false, routing_source: 'client' },
    });
    const own = tier === 0 ? 'scripted-reader' : `openai_compatible/tier-${tier}`;
    expect(response.model_info.summarization_model).toBe(own);
    expect(asked().map((count, at) => count - (before[at] ?? 0))).toEqual(
      [1, 2, 3].map((each) => (each === tier ? 1 : 0)),
    );
  });

  it('[CON-2-09] follows the policy if clients may not choose', async () => {
    await tenant.put({ answering: { start_tier: 2, client_may_choose: false } });
    const response = await tenant.ask(holidayQuestion, { model_tier: 1 });
    expect(response.processing).toMatchObject({ model_tier: 2, routing_source: 'retrieval' });
    await tenant.put({ answering: { start_tier: 0 } });
    expect((await tenant.ask(holidayQuestion)).processing).toMatchObject({
      ...{ model_tier: 0, degraded_mode: false, routing_source: 'retrieval' },
    });
  });

  it('is another for short questions if the policy says so', async () => {
    await tenant.put({ answering: { short_questions: { code_points_max: 25, tier: 3 } } });
    const short = await tenant.ask('Days of paid holiday?');
    const long = await tenant.ask(holidayQuestion);
    expect([short.processing.model_tier, long.processing.model_tier]).toEqual([3, 1]);
  });

  it('is the embedded one if the reader reaches the confidence of the policy', async () => {
    const before = asked();
    await tenant.put({ answering: { reader_confidence_min: 0.5 } });
    const response = await tenant.ask(holidayQuestion);
    expect(response.processing).toMatchObject({ model_tier: 0, degraded_mode: false });
    expect(asked()).toEqual(before);
    // The client's choice takes precedence.
    const wished = await tenant.ask(holidayQuestion, { model_tier: 1 });
    expect(wished.processing).toMatchObject({ model_tier: 1, routing_source: 'client' });
    await tenant.put({ answering: { reader_confidence_min: 1 } });
    expect((await tenant.ask(holidayQuestion)).processing.model_tier).toBe(1);
  });

  it('is none for a curated answer', async () => {
    const before = asked();
    const curated = await service.newTenant({
      'pairs.qna.json': JSON.stringify([
        { question: 'Where is the canteen?', answer: 'On the second floor.' },
      ]),
    });
    const response = await curated.ask('Where is the canteen?');
    expect(response).toMatchObject({ source_type: 'qna', answer: 'On the second floor.' });
    expect(response.processing).toMatchObject({ model_tier: 0, routing_source: 'qna_match' });
    expect(asked()).toEqual(before);
  });

  it('[CON-3-36] [CON-3-50] is the last one if the language models find no answer in the sources', async () => {
    playAll(service, scriptedAnswers.notCovered);
    const before = asked();
    const response = await tenant.ask(holidayQuestion);
    expect(response).toMatchObject({ source_type: 'document', status: 'delivered' });
    expect(response.answer).toContain('27 days');
    expect(response.processing).toMatchObject({
      ...{ model_tier: 0, degraded_mode: true, routing_source: 'fallback' },
    });
    expect(asked().map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1, 1]);
    const { failed_tiers: failed } = await tenant.auditOf(response);
    expect(failed.map(({ model_tier, cause }) => [model_tier, cause])).toEqual([
      [1, 'not_covered'],
      [2, 'not_covered'],
      [3, 'not_covered'],
    ]);
  });

  it('has no answer if the language models find none and the policy lets no other answer', async () => {
    const strict = await service.newTenant();
    await strict.put({ answering: { when_ungrounded: 'withhold' } });
    playAll(service, scriptedAnswers.notCovered);
    const response = await strict.ask(holidayQuestion);
    expect(response).toMatchObject({ source_type: 'none', citations: [], status: 'delivered' });
    expect(response.agent_context).toMatchObject({
      blocked_reason: 'none',
      no_answer_cause: 'nothing_found',
    });
    expect(response.processing).toMatchObject({ model_tier: 1, degraded_mode: false });
    expect((await strict.auditOf(response)).tripwire_triggered).toBe(false);
  });
});

const faults: ReadonlyArray<readonly [string, ProviderScript]> = [
  ['is slow', say('Every', { firstAfterMs: 3_000 })],
  ['hangs', { kind: 'hang' }],
  ['falls silent', say('Every employee', { end: 'silence' })],
  ['breaks off', say('Every employee has', { end: 'cut' })],
  ['sends an error in its stream', say('Every employee has', { end: 'error' })],
  ['sends garbage in its stream', say('Every employee has', { end: 'garbage' })],
  ['sends nonsense in its stream', say('', { end: 'nonsense' })],
  ['sends a page of another kind', { kind: 'garbage' }],
  ['sends nothing', { kind: 'empty' }],
  ['resets the connection', { kind: 'reset' }],
  ['redirects', { kind: 'redirect' }],
  ['wants fewer requests', { kind: 'fail', status: 429, retryAfter: '0' }],
  ['fails', { kind: 'fail', status: 500 }],
  ['is overloaded', { kind: 'fail', status: 529 }],
  ['wants money', { kind: 'fail', status: 402 }],
  ['does not take the key', { kind: 'fail', status: 401 }],
];

describe('a tier that cannot answer', () => {
  // Only the one that fails is soon given up on: the other one has the time that a busy machine needs.
  const soon = { firstPieceTimeoutMs: 1_000, attemptTimeoutMs: 1_500 };
  let services: readonly WrittenService[];
  let tenants: readonly WrittenTenant[];

  beforeAll(async () => {
    const limits = [
      [soon, {}],
      [{}, soon],
    ];
    services = await Promise.all(limits.map((tiers) => startWrittenService({ tiers, restMs: 1 })));
    tenants = await Promise.all(services.map((each) => each.newTenant()));
  });
  afterAll(() => Promise.all(services.map((each) => each.close())));

  /** A service whose tier of this number fails; a model that had to rest before is asked again. */
  async function failing(tier: 1 | 2, fault: ProviderScript): Promise<WrittenTenant> {
    const [failed, asking] = [services[tier - 1] ?? expect.fail(), tenants[tier - 1] ?? expect.fail()];
    playAll(failed, say(`${holiday[0]} [1]`));
    for (const model_tier of [1, 2])
      await expect
        .poll(async () => (await asking.ask(holidayQuestion, { model_tier })).processing.model_tier)
        .toBe(model_tier);
    tierOf(failed, tier).play(fault);
    return asking;
  }

  it.each(faults)('[CON-3-36] is followed by the next if it %s', async (_, fault) => {
    const first = await failing(1, fault);
    const second = await first.ask(holidayQuestion);
    expect(second.answer).toBe(holiday[0]);
    expect(second.processing).toMatchObject({
      ...{ model_tier: 2, degraded_mode: true, routing_source: 'fallback' },
    });
    expect(second.model_info.summarization_model).toBe('openai_compatible/tier-2');
    const last = await failing(2, fault);
    const embedded = await last.ask(holidayQuestion, { model_tier: 2 });
    expect(embedded.answer).toContain('27 days');
    expect(embedded.processing).toMatchObject({
      ...{ model_tier: 0, degraded_mode: true, routing_source: 'fallback' },
    });
    expect(embedded.model_info.summarization_model).toBe('scripted-reader');
    expect((await last.auditOf(embedded)).response).toEqual(embedded);
  });

  it('is skipped if the client asked for a later one', async () => {
    playAll(service, { kind: 'fail', status: 400 });
    tierOf(service, 3).play(say(`${holiday[0]} [1]`));
    const before = asked();
    const response = await tenant.ask(holidayQuestion, { model_tier: 2 });
    expect(response.processing).toMatchObject({ model_tier: 3, routing_source: 'fallback' });
    expect(asked()[0]).toBe(before[0]);
  });

  it('never repeats the words of the provider to a client or in a log', async () => {
    playAll(service, { kind: 'fail', status: 500 });
    const response = await tenant.ask(holidayQuestion);
    const [key] = service.providers[0]?.requests.slice(-1).map(({ headers }) => headers.authorization) ?? [];
    expect(key).toMatch(/^Bearer /);
    for (const text of [JSON.stringify(response), service.logText()]) {
      expect(text).not.toContain(key?.slice('Bearer '.length));
      expect(text).not.toContain('numbered sources');
    }
  });
});
