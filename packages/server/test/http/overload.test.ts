import type { ProblemDocument } from '@avow/contract';
import { problemDocumentSchema } from '@avow/contract/testing';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let base: TestService;
beforeAll(async () => {
  base = await startTestService();
});
afterAll(() => base.close());

/** A service that listens, and whose queries stay in progress until they are released. */
async function startBusy(env: Readonly<Record<string, string>>) {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const wrap = (data: DataFolder) => {
    const { content } = data.store;
    const findCurated: typeof content.findCurated = async (...args) => {
      waiting += 1;
      await gate.promise;
      return await content.findCurated(...args);
    };
    return { ...data, store: { ...data.store, content: { ...content, findCurated } } };
  };
  // The clock stands still, so that a key that was verified is known for as long as the test takes.
  const startedMs = Date.now();
  const clock = { nowMs: () => startedMs };
  const service = await startTestService({ beside: base, env: { AVOW_PORT: '0', ...env }, wrap, clock });
  const url = await service.app.listen();
  const ask = (key: string, body = '{"prompt":"x"}', path = '/v1/query') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
  const busy = (count: number) => waitFor(() => waiting === count);
  return { service, ask, busy, release: () => gate.resolve() };
}

async function problemOf(response: Response): Promise<ProblemDocument> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('retry-after')).toBe('1');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const problem = problemDocumentSchema.parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.request_id).toBe(response.headers.get('x-request-id'));
  expect(problem.instance).toBe('/v1/query');
  return problem;
}

it('refuses what a tenant asks beyond its limit before the body is read, and counts it', async () => {
  const { service, ask, busy, release } = await startBusy({ AVOW_TENANT_QUERIES_AT_ONCE: '2' });
  const key = await service.createKey(await base.createTenant('crowded'));
  const otherKey = await service.createKey(await base.createTenant('quiet'));
  const running = [ask(key), ask(key)];
  await busy(2);
  // Not JSON: nobody looks at it.
  const refused = await Promise.all(['{', '{', '{"prompt":"x"}'].map((body) => ask(key, body)));
  const problems = await Promise.all(refused.map(problemOf));
  expect(problems.map(({ code }) => code)).toEqual(new Array(3).fill('concurrency_limited'));
  // What is refused takes nothing from the rate limit, and says what is left of it.
  for (const { headers } of refused) {
    expect(headers.get('ratelimit-policy')).toBe('"query";q=100000;w=6');
    expect(headers.get('ratelimit')).toMatch(/^"query";r=9999[78];t=1$/);
  }
  expect(new Set(problems.map(({ request_id }) => request_id)).size).toBe(3);
  // The limit is the tenant's own, and stands for its queries alone.
  const other = ask(otherKey);
  await busy(3);
  expect((await ask(key, '{}', '/v1/feedback')).status).toBe(405);
  release();
  for (const response of await Promise.all([...running, other])) expect(response.status).toBe(200);
  expect((await ask(key)).status).toBe(200);
  const { text } = await service.get(key, '/metrics').then(async (response) => ({ text: response.body }));
  expect(text).toMatch(/avow_http_requests_total\{operation="executeQuery",status="429"\} 3\n/);
  await service.close();
  // One line for all of them.
  const lines = service
    .logText()
    .split('\n')
    .filter((line) => line.includes('queries refused'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ code: 'concurrency_limited', count: 3 }]);
});

it('refuses what is asked beyond the limit of the service, regardless of the key', async () => {
  const { service, ask, busy, release } = await startBusy({ AVOW_QUERIES_AT_ONCE: '1' });
  const key = await service.createKey(await base.createTenant('alone'));
  const running = ask(key);
  await busy(1);
  const [refused, unknown] = await Promise.all([ask(key), ask('nobody')]);
  expect((await problemOf(refused)).code).toBe('overloaded');
  expect((await problemOf(unknown)).code).toBe('overloaded');
  release();
  expect((await running).status).toBe(200);
  expect((await ask('nobody')).status).toBe(401);
  await service.close();
});

it('does not take a wrong secret for a key that it has seen', async () => {
  const { service, ask, busy, release } = await startBusy({ AVOW_TENANT_QUERIES_AT_ONCE: '1' });
  const key = await service.createKey(await base.createTenant('guessed'));
  const running = ask(key);
  await busy(1);
  const other = await service.createKey(await base.createTenant('guessing'));
  const forged = key.slice(0, 22) + other.slice(22);
  expect((await ask(forged)).status).toBe(401);
  release();
  expect((await running).status).toBe(200);
  await service.close();
});
