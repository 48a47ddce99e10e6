import { QueueFullError } from '@avow/foundation/concurrency';
import { testScreening } from '@avow/guardrails/testing';
import type { Screener, ScreenerCall, Screening } from '@avow/inference';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let asked = 0;
/** Another one each time: what was found about a prompt is kept. */
const violentPrompt = () => `How do I kill my neighbour with a knife on day ${++asked}?`;

describe('a screener that is busy or broken', () => {
  let service: TestService;
  let key: string;
  let manager: string;
  let tenantId: string;
  const calls: ScreenerCall[] = [];
  let answer: (texts: readonly string[], call: ScreenerCall) => Promise<readonly Screening[] | null>;
  const screener: Screener = {
    name: 'scripted',
    screen: (texts, call) => {
      calls.push(call);
      return answer(texts, call);
    },
    close: async () => undefined,
  };
  const violent = (texts: readonly string[]) =>
    texts.map(() => testScreening({ unsafe: { violence: 0.98 } as Screening['unsafe'] }));

  beforeAll(async () => {
    service = await startTestService({ screener, env: { AVOW_QUERY_DEADLINE_MS: '20000' } });
    const tenant = await service.createTenant('guarded');
    tenantId = tenant;
    key = await service.createKey(tenant);
    manager = await service.createKey(tenant, { scopes: ['guardrails:manage'] });
    await service.loadPack(tenant, { 'canteen.md': '# Canteen\n\nThe canteen opens at eleven.\n' });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    calls.length = 0;
  });

  it('is waited for, and asked for the tenant: an unsafe prompt does not go unscreened because others are screened', async () => {
    const free = Promise.withResolvers<void>();
    answer = async (texts) => {
      await free.promise;
      return violent(texts);
    };
    const waiting = service.ask(key, { prompt: violentPrompt() });
    await expect.poll(() => calls.length).toBeGreaterThan(0);
    free.resolve();
    expect(await waiting).toMatchObject({
      status: 'blocked',
      agent_context: { blocked_reason: 'unsafe_content' },
    });
    expect(new Set(calls.map(({ owner }) => owner))).toEqual(new Set([tenantId]));
  });

  it('is not called broken when the deadline of a question passes', async () => {
    answer = (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
    const response = await service.post(key, { prompt: violentPrompt() }, { prefer: 'wait=1' });
    expect(problemOf(response)).toMatchObject({ status: 504, code: 'deadline_exceeded' });
    const later = await service.post(key, { prompt: violentPrompt() }, { prefer: 'respond-async, wait=1' });
    expect(problemOf(later)).toMatchObject({ status: 504, code: 'deadline_exceeded' });
  });

  it('refuses a question if too many texts wait already', async () => {
    answer = () => Promise.reject(new QueueFullError('full'));
    const response = await service.post(key, { prompt: violentPrompt() });
    expect(problemOf(response)).toMatchObject({ status: 503, code: 'overloaded' });
    expect(response.headers['retry-after']).toBe('5');
  });

  it('blocks what it could not check, unless neither self-harm nor violence nor weapons are to be blocked', async () => {
    answer = async () => null;
    expect(await service.ask(key, { prompt: violentPrompt() })).toMatchObject({
      status: 'blocked',
      agent_context: { blocked_reason: 'guardrail_unavailable', suggested_next_action: 'retry_later' },
    });
    const { body: metrics } = await service.app.http.inject({ url: '/metrics' });
    expect(metrics).toContain('avow_guardrail_unavailable_total{name="Unsafe content"} 1');
    const put = (settings: object) => {
      const entry = { name: 'Unsafe', check: 'unsafe_content', stage: 'input', action: 'block' };
      const guardrails = [{ ...entry, fail_mode: 'open', settings }];
      return service.app.http.inject({
        ...{ method: 'PUT', url: '/v1/guardrails', payload: { guardrails } },
        headers: { authorization: `Bearer ${manager}`, 'content-type': 'application/json' },
      });
    };
    const refused = await put({});
    expect(problemOf(refused)).toMatchObject({
      status: 422,
      errors: [{ pointer: '/guardrails/0/fail_mode' }],
    });
    const accepted = await put({ thresholds: { self_harm: 1, violence: 1, weapons: 1 } });
    expect(accepted.statusCode).toBe(200);
    const open = await service.ask(key, { prompt: violentPrompt() });
    expect(open).toMatchObject({ status: 'delivered', processing: { degraded_mode: true } });
    expect(open.guardrails).toMatchObject([{ status: 'error', compliant: false, action: 'none' }]);
  });
});
