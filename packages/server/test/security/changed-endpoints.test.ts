import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimAt, emit } from '../../src/features/webhooks/store/test-support/webhook-samples.ts';
import { expectOf, sendAs } from '../support/people-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let database: DatabaseSync;
let tenantId: TenantId;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes: ['webhooks:manage'] });
  database = new DatabaseSync(join(service.directory, 'avow.db'));
});
afterAll(async () => {
  database.close();
  await service.close();
});

const path = '/v1/webhook-endpoints';

async function create(name: string, eventTypes: readonly string[]) {
  const body = { url: `https://hooks.example/${name}`, event_types: eventTypes };
  const sent = sendAs(service, 'POST', path, { key, body });
  return (await expectOf<{ readonly endpoint_id: string }>('createWebhookEndpoint', sent)).endpoint_id;
}

it.each([
  ['with content', 'content_by', 'key_01jd7c2m4pf0e8a6ktyr3w5n9b', 'message.blocked'],
  ['of other types', 'event_types', null, 'message.failed'],
  ['in another form', 'format', 'slack', 'message.blocked'],
] as const)(
  'a webhook endpoint is sent no events %s by a change of its row',
  async (_, column, value, type) => {
    const id = await create('changed', [type]);
    const kept = await create('kept', ['message.blocked']);
    database.prepare(`UPDATE webhook_endpoints SET ${column} = ? WHERE endpoint_id = ?`).run(value, id);
    const shown = await expectOf('getWebhookEndpoint', sendAs(service, 'GET', `${path}/${id}`, { key }));
    expect(shown).toMatchObject({ status: 'disabled', disabled_reason: 'damaged' });
    await emit(service.data.store, tenantId, ['message.blocked']);
    const claimed = await service.data.store.webhooks.claimDeliveries(tenantId, claimAt(Date.now() + 60_000));
    expect(claimed.map(({ url }) => url)).toEqual(['https://hooks.example/kept']);
    for (const endpointId of [id, kept]) await sendAs(service, 'DELETE', `${path}/${endpointId}`, { key });
  },
);
