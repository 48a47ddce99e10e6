import { afterAll, beforeAll, describe } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { emittedAtMs } from './test-support/webhook-samples.ts';
import { describeWebhookDeliveries } from './webhook-deliveries.suite.ts';
import { describeWebhookEndpoints } from './webhook-endpoints.suite.ts';

/** What every store of webhooks must do, on any database. */
export function describeWebhookStore(name: string, open: OpenStore): void {
  describe(`${name} as a webhook store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open({ nowMs: () => emittedAtMs });
    });
    afterAll(() => store.close());
    const get = () => store;

    describe('endpoints', () => describeWebhookEndpoints(get));
    describe('deliveries', () => describeWebhookDeliveries(get));
  });
}
