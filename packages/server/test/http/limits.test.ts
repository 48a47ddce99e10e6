import { queryResponseSchema } from '@avow/contract/query';
import { messageSchema } from '@avow/contract/testing';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import {
  officePack,
  problemOf,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../support/test-service.ts';

/** Each test has a service of its own on this one's folder, with tenants of its own. */
let base: TestService;
let tenants = 0;

beforeAll(async () => {
  base = await startTestService();
});
afterAll(() => base.close());

const start = (options: TestServiceOptions) => startTestService({ beside: base, ...options });
const newTenant = () => base.createTenant(`office-${tenants++}`);

/** A store whose look-up of curated pairs waits until it is released: queries stay in progress as long as a test needs. */
function pauseCuratedLookups() {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const wrap = (data: DataFolder) => ({
    ...data,
    store: {
      ...data.store,
      content: {
        ...data.store.content,
        findCurated: async (...args: Parameters<DataFolder['store']['content']['findCurated']>) => {
          waiting += 1;
          await gate.promise;
          return await data.store.content.findCurated(...args);
        },
      },
    },
  });
  return { wrap, release: () => gate.resolve(), waiting: () => waiting };
}

describe('rate limits', () => {
  it('[CON-6-09] [CON-5-25] allow the burst, then refuse with the limit and when to retry', async () => {
    const service = await start({
      env: { AVOW_QUERY_RATE_PER_MINUTE: '120', AVOW_QUERY_BURST: '20' },
    });
    const tenantId = await newTenant();
    const key = await service.createKey(tenantId);
    const first = await service.post(key, { prompt: 'x' });
    expect(first.headers['ratelimit-policy']).toBe('"query";q=20;w=10');
    expect(first.headers['ratelimit']).toBe('"query";r=19;t=1');
    const rest = await Promise.all(Array.from({ length: 30 }, () => service.post(key, { prompt: 'x' })));
    // So many at once are also too many for a tenant.
    const refused = rest.filter(
      (response) => response.statusCode === 429 && problemOf(response).code === 'rate_limited',
    );
    expect(refused.length).toBeGreaterThanOrEqual(8);
    const [one] = refused;
    expect(Number(one?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(one?.headers['ratelimit']).toMatch(/^"query";r=0;t=\d+$/);
    // Another key of the same tenant has its own.
    expect((await service.post(await service.createKey(tenantId), { prompt: 'x' })).statusCode).toBe(200);
    // Reading has a limit of its own.
    expect((await service.get(key, '/v1/messages')).headers['ratelimit-policy']).toMatch(/^"audit";/);
    await service.close();
  });
});

describe('concurrent queries', () => {
  it('[CON-6-11] are limited for each tenant', async () => {
    const paused = pauseCuratedLookups();
    const service = await start({ env: { AVOW_TENANT_QUERIES_AT_ONCE: '3' }, wrap: paused.wrap });
    const key = await service.createKey(await newTenant());
    const otherKey = await service.createKey(await newTenant());
    const running = [1, 2, 3].map(() => service.post(key, { prompt: 'x' }));
    await waitFor(() => paused.waiting() === 3);
    const refused = await service.post(key, { prompt: 'x' });
    expect(problemOf(refused).code).toBe('concurrency_limited');
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['ratelimit']).toBeDefined();
    const other = service.post(otherKey, { prompt: 'x' });
    paused.release();
    for (const response of await Promise.all([...running, other])) expect(response.statusCode).toBe(200);
    expect((await service.post(key, { prompt: 'x' })).statusCode).toBe(200);
    await service.close();
  });

  it('[CON-5-29] are limited for the whole service, and the rest is refused immediately', async () => {
    const paused = pauseCuratedLookups();
    const service = await start({ env: { AVOW_QUERIES_AT_ONCE: '2' }, wrap: paused.wrap });
    const key = await service.createKey(await newTenant());
    const running = [1, 2].map(() => service.post(key, { prompt: 'x' }));
    await waitFor(() => paused.waiting() === 2);
    const refused = await service.post(key, { prompt: 'x' });
    expect(problemOf(refused).code).toBe('overloaded');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    paused.release();
    for (const response of await Promise.all(running)) expect(response.statusCode).toBe(200);
    await service.close();
  });
});

describe('deadlines', () => {
  it('[CON-5-32] [CON-3-13] [CON-5-04] [CON-3-11] stop the work, and the failure is on the record', async () => {
    const paused = pauseCuratedLookups();
    const service = await start({ env: { AVOW_QUERY_DEADLINE_MS: '150' }, wrap: paused.wrap });
    const key = await service.createKey(await newTenant());
    const response = await service.post(key, { prompt: 'Who is late?' });
    const problem = problemOf(response);
    expect(problem).toMatchObject({ code: 'deadline_exceeded', status: 504, retryable: true });
    expect(response.headers['x-request-id']).toBe(problem.message_id?.replace('msg_', 'req_'));
    const message = messageSchema.parse(
      (await service.get(key, `/v1/messages/${problem.message_id}`)).json(),
    );
    expect(message).toMatchObject({ status: 'failed', answer: '', confidence: { score: 0, band: 'none' } });
    const audit = (await service.get(key, `/v1/messages/${problem.message_id}/audit`)).json();
    expect(audit).toMatchObject({ status: 'failed', question: 'Who is late?', answer: '' });
    expect(audit.log).not.toBeNull();
    paused.release();
    await service.close();
  });

  it('[CON-6-16] may be set by the client, up to the maximum', async () => {
    const paused = pauseCuratedLookups();
    const service = await start({ wrap: paused.wrap });
    const key = await service.createKey(await newTenant());
    const startedAt = performance.now();
    const response = await service.post(key, { prompt: 'x' }, { prefer: 'wait=1' });
    expect(problemOf(response).code).toBe('deadline_exceeded');
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(response.headers['preference-applied']).toBe('wait=1');
    paused.release();
    await service.close();
  });

  it.each([
    { prefer: 'wait=0', applied: 'wait=1' },
    { prefer: 'wait=121', applied: 'wait=120' },
    { prefer: 'wait=soon', applied: undefined },
    { prefer: 'respond-async, wait=9', applied: 'respond-async, wait=9' },
  ])('[CON-6-16] reports what was applied of "$prefer"', async ({ prefer, applied }) => {
    const service = await start({});
    const key = await service.createKey(await newTenant());
    for (const accept of ['application/json', 'text/event-stream, application/json;q=0.5']) {
      const headers = { prefer, accept, 'idempotency-key': accept.length.toString() };
      const first = await service.post(key, { prompt: 'x' }, headers);
      expect(first.headers['preference-applied']).toBe(applied);
      const ended = async () => {
        const response = await service.post(key, { prompt: 'x' }, headers);
        return response.statusCode === 200 && response;
      };
      const replayed = await waitFor(ended);
      expect(replayed.headers['idempotent-replayed']).toBe('true');
      expect(replayed.headers['preference-applied']).toBeUndefined();
    }
    await service.close();
  });
});

describe('shutdown', () => {
  it('[CON-5-30] drops nothing that was admitted, and admits nothing more', async () => {
    const paused = pauseCuratedLookups();
    const service = await start({ wrap: paused.wrap });
    const tenantId = await newTenant();
    const key = await service.createKey(tenantId);
    await service.loadPack(tenantId, officePack);
    const url = await service.app.listen();
    const running = [1, 2, 3].map(() =>
      fetch(`${url}/v1/query`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'Where is the canteen?' }),
      }),
    );
    await waitFor(() => paused.waiting() === 3);
    const closed = service.app.close();
    const refused = await service.post(key, { prompt: 'x' });
    expect(problemOf(refused).code).toBe('shutting_down');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await service.get('', '/readyz')).statusCode).toBe(503);
    paused.release();
    const bodies = await Promise.all(
      (await Promise.all(running)).map(async (response) => queryResponseSchema.parse(await response.json())),
    );
    await closed;
    for (const { message_id, status } of bodies) {
      expect(status).toBe('delivered');
      expect(await service.data.store.records.getMessage(tenantId, message_id)).not.toBeNull();
    }
  });

  it('ends queries that take longer than the grace period, and records that', async () => {
    const paused = pauseCuratedLookups();
    const service = await start({ env: { AVOW_SHUTDOWN_GRACE_MS: '100' }, wrap: paused.wrap });
    const tenantId = await newTenant();
    const key = await service.createKey(tenantId);
    const running = service.post(key, { prompt: 'x' });
    await waitFor(() => paused.waiting() === 1);
    await service.app.close();
    const problem = problemOf(await running);
    expect(problem.code).toBe('shutting_down');
    const stored = await service.data.store.records.getMessage(tenantId, problem.message_id ?? 'msg_none');
    expect(stored?.status).toBe('failed');
    paused.release();
  });
});
