import { hostileSitemaps } from '@avow/connectors/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { type SourceClient, sourceClient, websiteAt } from '../support/source-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let sources: SourceClient;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_FETCH_PRIVATE_ADDRESSES: 'on' } });
  const key = await service.createKey(await service.createTenant('hostile'), { scopes: ['content:manage'] });
  sources = sourceClient(contentClient(service, key));
});
afterAll(async () => {
  await sources.closeSites();
  await service.close();
});

it('a hostile source fails with the reason, and others are answered meanwhile', async () => {
  const site = await sources.openSite({ 'one.html': '<p>One</p>' });
  site.answerInstead(hostileSitemaps(site.url, { files: 5, bytes: 49_000_000 }));
  const other = await service.createKey(await service.createTenant('other'), { scopes: ['content:manage'] });
  const packId = await sources.newPack();
  let isOver = false;
  const startedAtMs = performance.now();
  const adding = sources.add(packId, { name: 'site', connection: websiteAt(site) }).finally(() => {
    isOver = true;
  });
  let [answered, longestMs] = [0, 0];
  while (!isOver) {
    const askedAtMs = performance.now();
    expect((await service.get(other, '/v1/content-packs')).statusCode).toBe(200);
    longestMs = Math.max(longestMs, performance.now() - askedAtMs);
    answered += 1;
  }
  const { last_sync, failing_since, status, paused_reason } = await adding;
  expect(last_sync).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/nested deeper/) });
  expect([failing_since === null, status, paused_reason]).toEqual([false, 'active', null]);
  expect(answered).toBeGreaterThan(10);
  expect(longestMs).toBeLessThan((performance.now() - startedAtMs) / 2);
});
