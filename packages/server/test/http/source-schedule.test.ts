import type { SourceEntry } from '@avow/contract/sources';
import { contentSourceSchema } from '@avow/contract/testing/content';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { type SourceClient, sourceClient, sourcePath, websiteAt } from '../support/source-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const minuteMs = 60_000;
let ahead = 0;
let service: TestService;
let client: ContentClient;
let sources: SourceClient;

beforeAll(async () => {
  service = await startTestService({
    clock: { nowMs: () => Date.now() + ahead },
    env: { AVOW_FETCH_PRIVATE_ADDRESSES: 'on', AVOW_WEBHOOK_PRIVATE_ADDRESSES: 'on' },
  });
  const scopes = ['content:manage', 'query:write', 'webhooks:manage'] as const;
  client = contentClient(service, await service.createKey(await service.createTenant('sources'), { scopes }));
  sources = sourceClient(client);
});
afterAll(async () => {
  await sources.closeSites();
  await service.close();
});

/** The source once a sync of its schedule has ended as it should. */
const scheduled = (source: SourceEntry, outcome: string) =>
  waitFor(async () => {
    const found = await client.expect(
      { status: 200, schema: contentSourceSchema },
      'GET',
      sourcePath(source),
    );
    expect(found).toMatchObject({ sync: null, last_sync: { trigger: 'schedule', outcome } });
    return found;
  });

const asked = ['', ' of a lamp', ' of a chair', ' of a table', ' of a desk']
  .map((what) => `repairs${what}`)
  .flatMap((what) => [`How long do ${what} take?`, `How many working days do ${what} take?`]);

it('is read by its schedule, published if the gate passes, and left in the draft with a webhook if not', async () => {
  const repairs = '<h1>Repairs</h1><p>Repairs take 12 working days.</p>';
  const packId = await sources.newPack();
  const site = await sources.openSite({ 'repairs.html': repairs });
  const receiver = await openReceiver();
  try {
    const body = { url: receiver.url, event_types: ['content_source.waiting'] };
    expect((await client.send('POST', '/v1/webhook-endpoints', { body })).statusCode).toBe(201);
    const settings = { name: 'site', connection: websiteAt(site), sync_every_minutes: 30 };
    const source = await sources.add(packId, settings);
    expect(source.last_sync).toMatchObject({ trigger: 'request', outcome: 'published', version: 1 });
    const path = `/v1/content-packs/${packId}`;
    const expects = { kind: 'answer', sources: ['site/repairs.html'], facts: [['12 working days']] };
    // As many as a gate needs.
    const questions = asked.map((question) => ({ question, expects }));
    await client.send('POST', `${path}/golden-questions`, { body: { questions } });
    await client.send('PUT', `${path}/gate`, { body: { tolerance_share: 0 } });

    await site.put('travel.html', '<h1>Travel</h1><p>Trips are booked by the travel desk.</p>');
    ahead += 31 * minuteMs;
    expect(await scheduled(source, 'published')).toMatchObject({ last_sync: { counts: { added: 1 } } });

    await site.put('repairs.html', '<h1>Repairs</h1><p>The workshop is closed.</p>');
    ahead += 31 * minuteMs;
    const waiting = await scheduled(source, 'gate_closed');
    expect(waiting.last_sync).toMatchObject({ version: null, counts: { changed: 1 } });
    expect(await sources.readPack(packId)).toMatchObject({ published_version: 2, draft: { changed: true } });
    const [sent] = await receiver.waitFor(1);
    expect(sent?.event).toMatchObject({
      type: 'content_source.waiting',
      data: { pack_id: packId, source_id: source.id, reason: 'gate_closed' },
    });
  } finally {
    await receiver.close();
  }
});
