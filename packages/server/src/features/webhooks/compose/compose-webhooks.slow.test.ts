import { createLog } from '@avow/foundation/log';
import { newFolder } from '@avow/storage/testing';
import { expect, it } from 'vitest';
import { sampleMasterKey } from '../../../storage/contract/sample-master-key.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { openSqliteStore } from '../../../storage/sqlite/open-sqlite-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { onlyNode } from '../../nodes/nodes.ts';
import { emit, openEndpoint } from '../store/test-support/webhook-samples.ts';
import { composeWebhooks } from './compose-webhooks.ts';

const dayMs = 86_400_000;

it('counts what is pending, and keeps deliveries for seven days after their event', async () => {
  let nowMs = sampleTimeMs;
  const clock = { nowMs: () => nowMs };
  const folder = newFolder();
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path, clock });
  const metrics = createMetrics({ queriesInProgress: () => 0 });
  const parts = {
    config: { webhookPrivateAddresses: 'off' },
    data: { store, nodes: onlyNode },
    clock,
  } as const;
  const { sweep } = composeWebhooks(
    { ...parts, log: createLog('silent'), baseUrl: () => 'http://127.0.0.1' },
    metrics,
  );
  const tenantId = await newTenant(store.access);
  const { list } = await openEndpoint({ ...store }, tenantId);
  await emit(store, tenantId, ['message.delivered', 'guardrail.tripped']);
  await sweep();
  expect((await metrics.text()).text).toMatch(/^avow_webhook_deliveries_pending 2$/m);
  nowMs += 7 * dayMs;
  await sweep();
  expect(await list()).toHaveLength(2);
  nowMs += 1;
  await sweep();
  expect(await list()).toEqual([]);
  expect((await metrics.text()).text).toMatch(/^avow_webhook_deliveries_pending 0$/m);
  await store.close();
  folder.remove();
});
