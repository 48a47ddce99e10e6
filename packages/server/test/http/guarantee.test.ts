import { shippedModel } from '@avow/answering/score';
import type { ConfidenceState, DrawnAnswers } from '@avow/contract/feedback';
import { defaultScopes } from '@avow/contract/roles';
import { auditRecordSchema, logEventPageSchema } from '@avow/contract/testing';
import { confidenceStateSchema, drawnAnswersSchema } from '@avow/contract/testing/administration';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLapseWhenDue } from '../../src/features/feedback/guarantee/watch-guarantee.ts';
import { contentClient } from '../support/content-client.ts';
import { feedbackClient } from '../support/feedback-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

const pairs = JSON.stringify([{ question: 'Where is the canteen?', answer: 'On the second floor.' }]);
const prompt = 'Where is the canteen?';

let nowMs = Date.UTC(2026, 5, 1);
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => nowMs } });
});
afterAll(() => service.close());

/** A tenant whose curated answers are not in the band `high` by its policy. */
async function createTenant(name: string) {
  const tenantId: TenantId = await service.createTenant(name);
  const key = await service.createKey(tenantId, {
    scopes: [...defaultScopes, 'guardrails:manage', 'review:decide', 'log:read', 'audit:read'],
  });
  await service.loadPack(tenantId, { 'pairs.qna.json': pairs });
  const client = contentClient(service, key);
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    client.send(method, path, body === undefined ? {} : { body });
  const policy = { guardrails: [], bands: { high: 0.98, medium: 0.5 } };
  expect((await client.send('PUT', '/v1/guardrails', { body: policy })).statusCode).toBe(200);
  const stateOf = (response: { json(): unknown }): ConfidenceState =>
    confidenceStateSchema.parse(response.json());
  const path = '/v1/confidence';
  const tenant = {
    ...{ tenantId, key, call, stateOf },
    ask: async (count = 1) => {
      nowMs += 1_000;
      const asked = [];
      for (let at = 0; at < count; at += 1) asked.push(await service.ask(key, { prompt }));
      nowMs += 1_000;
      return asked;
    },
    state: async () => stateOf(await call('GET', path)),
    draw: async (body: object) => {
      nowMs += 1_000;
      return stateOf(await call('POST', `${path}/draw`, body));
    },
    list: async (limit = 100): Promise<DrawnAnswers> =>
      drawnAnswersSchema.parse((await call('GET', `${path}/checks?limit=${limit}`)).json()),
    check: async (id: string, right: boolean) =>
      stateOf(await call('POST', `${path}/checks/${id}`, { right })),
    put: async () => call('POST', `${path}/guarantee`, { draw_id: (await tenant.state()).draw?.id }),
    /** Draws from answers, finds all right and puts the line in force. */
    guarantee: async () => {
      await tenant.ask(60);
      await tenant.draw({ wrong_max: 0.1, count: 60 });
      for (const { message_id: id } of (await tenant.list()).data) await tenant.check(id, true);
      const response = await tenant.put();
      expect(response.statusCode).toBe(200);
      return stateOf(response);
    },
  };
  return tenant;
}

function lapseWhenDue() {
  const { feedback: store, records, insights, access } = service.data.store;
  const parts = { store, records, insights, access, model: shippedModel, nowMs: () => nowMs };
  const guards = { inForce: () => Promise.reject(new Error('the policy has no part in it')) };
  const fail = (error: unknown) => {
    throw error;
  };
  return createLapseWhenDue({ ...parts, guards }, fail)(new AbortController().signal);
}

describe('the guarantee on the band high', () => {
  it('says that nothing is guaranteed without enough data, and scores as before', async () => {
    const { state, call, ask } = await createTenant('small');
    expect(await state()).toMatchObject({ guarantee: null, reason: 'never_drawn', high: 0.98, draw: null });
    await ask(20);
    const refused = await call('POST', '/v1/confidence/draw', { wrong_max: 0.05 });
    expect(problemOf(refused)).toMatchObject({ status: 409, code: 'invalid_state' });
    expect(problemOf(refused).detail).toMatch(/There are 20 answers .* At least 63/);
    const [answer] = await ask();
    expect(answer?.confidence).toMatchObject({ band: 'medium', guarantee: null });
  });

  it('is shown by checks of a random draw, moves the band, and is in every record and on the log', async () => {
    const { key, call, ask, state, draw, list, check, put } = await createTenant('checked');
    await ask(64);
    expect(await draw({ wrong_max: 0.1, count: 60 })).toMatchObject({
      reason: 'too_few_checked',
      draw: { count: 60, answers: 64, right: 0, unchecked: 60, attempt: 1, shown: null },
    });
    expect(problemOf(await put())).toMatchObject({ code: 'invalid_state' });
    const { data, unchecked } = await list(100);
    expect([data.length, unchecked]).toEqual([60, 60]);
    expect(data[0]).toMatchObject({ question: prompt, answer: 'On the second floor.' });
    const [first, ...others] = data;
    await check(first?.message_id ?? '', false);
    for (const { message_id: id } of others) await check(id, true);
    const ready = await state();
    expect(ready).toMatchObject({ reason: 'ready', draw: { right: 59, wrong: 1, first_needed: 0 } });
    expect(ready.draw?.shown).toMatchObject({ answers: 60, wrong: 1, high_before: 0, high_after: 64 });
    expect(
      problemOf(await call('POST', '/v1/confidence/checks/msg_01jd7c2m4pf0e8a6ktyr3w5n9b', { right: true }))
        .status,
    ).toBe(404);
    expect((await put()).statusCode).toBe(200);
    const inForce = await state();
    expect(inForce).toMatchObject({
      reason: 'in_force',
      guarantee: { wrong_max: 0.1, level: 0.95, answers: 60, wrong: 1 },
    });
    expect(inForce.high).toBe(inForce.guarantee?.line);
    const [answer] = await ask();
    const since = inForce.guarantee?.created_at;
    const guarantee = { wrong_max: 0.1, level: 0.95, answers: 60, since };
    expect(answer?.confidence).toMatchObject({ band: 'high', guarantee });
    const audit = await service.get(key, `/v1/messages/${answer?.message_id}/audit`);
    expect(auditRecordSchema.parse(audit.json()).response?.confidence.guarantee).toEqual(guarantee);
    // The same draw does not serve twice.
    expect(problemOf(await put())).toMatchObject({ code: 'invalid_state' });
    const end = await call('DELETE', '/v1/confidence/guarantee');
    expect(confidenceStateSchema.parse(end.json())).toMatchObject({
      guarantee: null,
      reason: 'ended',
      high: 0.98,
    });
    expect((await ask())[0]?.confidence).toMatchObject({ band: 'medium', guarantee: null });
    const events = logEventPageSchema.parse(
      (await service.get(key, '/v1/log/events?kind=calibration')).json(),
    );
    expect(events.data.map(({ action }) => action)).toEqual(['ended', 'in_force', 'drawn']);
  });

  it('needs more answers in every further draw, so that nobody draws until chance helps', async () => {
    const { ask, draw, list, check } = await createTenant('patient');
    await ask(120);
    for (const attempt of [1, 2, 3]) {
      const { draw: drawn } = await draw({ wrong_max: 0.1, count: 120 });
      expect(drawn?.attempt).toBe(attempt);
      const [one] = (await list(1)).data;
      await check(one?.message_id ?? '', false);
    }
    // One of which nothing was checked was not an attempt.
    await draw({ wrong_max: 0.1, count: 120 });
    expect((await draw({ wrong_max: 0.1, count: 120 })).draw?.attempt).toBe(4);
  });

  it('lapses once reports alone show that it does not hold', async () => {
    const tenant = await createTenant('reported');
    await tenant.guarantee();
    const people = feedbackClient(service, tenant.key);
    const asked = await tenant.ask(30);
    for (const [at, { message_id: id }] of asked.entries())
      if (at % 2 === 0) await people.give(id, { verdict: 'wrong', end_user_id: `person ${at % 6}` });
    expect((await tenant.state()).watch).toMatchObject({
      reported: { answers: 30, wrong: 15 },
      cause: 'reported_wrong',
    });
    await lapseWhenDue();
    const lapsed = await tenant.state();
    expect(lapsed).toMatchObject({ guarantee: null, reason: 'lapsed', high: 0.98 });
    expect(lapsed.revisions[0]).toMatchObject({ state: 'lapsed', cause: 'reported_wrong', created_by: null });
    expect((await tenant.ask())[0]?.confidence).toMatchObject({ band: 'medium', guarantee: null });
  });

  it('lapses with other scores, and with time', async () => {
    const [tenant, old] = [await createTenant('recalibrated'), await createTenant('old')];
    const { model } = await tenant.guarantee();
    await old.guarantee();
    await service.data.store.feedback.putCalibration(tenant.tenantId, {
      model,
      fit: {
        ...{ parameters: { offset: -0.1, slope: 1, methods: {} }, exampleCount: 90, rightCount: 70 },
        ...{ authorCount: 12, callerCount: 2, logLoss: { with: 0.5, without: 0.6 } },
      },
      ...{ createdAtMs: nowMs, createdBy: null, cause: 'automatic' },
    });
    // At once, also before anybody has looked.
    nowMs += 1_000;
    expect((await tenant.ask())[0]?.confidence.guarantee).toBeNull();
    expect(await tenant.state()).toMatchObject({ guarantee: null, reason: 'lapsed' });
    await lapseWhenDue();
    expect((await tenant.state()).revisions[0]).toMatchObject({ cause: 'scores_changed' });
    expect((await old.state()).guarantee).not.toBeNull();
    nowMs += 91 * 86_400_000;
    await lapseWhenDue();
    expect((await old.state()).revisions[0]).toMatchObject({ state: 'lapsed', cause: 'expired' });
  });

  it('shows drawn answers only to those who may see them, and refuses bad requests', async () => {
    const { tenantId, call, ask, draw } = await createTenant('careful');
    await ask(60);
    await draw({ wrong_max: 0.1, count: 60 });
    const reviewer = await service.createKey(tenantId, { scopes: ['review:decide'] });
    expect((await service.get(reviewer, '/v1/confidence/checks')).statusCode).toBe(200);
    expect((await service.get(reviewer, '/v1/confidence')).statusCode).toBe(403);
    for (const body of [
      {},
      { wrong_max: 0 },
      { wrong_max: 0.05, count: 5_000 },
      { wrong_max: 0.05, more: 1 },
    ])
      expect((await call('POST', '/v1/confidence/draw', body)).statusCode).toBe(422);
    expect(
      problemOf(
        await call('POST', '/v1/confidence/guarantee', { draw_id: 'drw_01jd7c2m4pf0e8a6ktyr3w5n9b' }),
      ),
    ).toMatchObject({ code: 'invalid_state' });
  });
});
