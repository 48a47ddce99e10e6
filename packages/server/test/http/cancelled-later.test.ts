import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  holiday,
  holidayQuestion,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let tenant: WrittenTenant;
/** A busy machine takes its time. */

beforeAll(async () => {
  service = await startWrittenService();
  tenant = await service.newTenant();
});
afterAll(() => service.close());

const accept = (key: string) =>
  service.post(tenant.key, { prompt: holidayQuestion }, { prefer: 'respond-async', 'idempotency-key': key });
const cancel = (messageId: string) =>
  service.app.http.inject({
    ...{ method: 'POST', url: `/v1/messages/${messageId}/cancel` },
    headers: { authorization: `Bearer ${tenant.key}` },
  });

describe('a message that was accepted for later', () => {
  it('[CON-6-06] stays cancelled under its key, whether it had begun or waited', async () => {
    const gate = Promise.withResolvers<void>();
    tierOf(service, 1).play(async () => {
      await gate.promise;
      return say(`${holiday[0]} [1]`);
    });
    // As many as are answered at once, and one that waits for them.
    const keys = ['first', 'second', 'third', 'fourth', 'waiting'];
    const accepted: string[] = [];
    for (const key of keys) accepted.push((await accept(key)).json().message_id);
    const [begun = '', waiting = ''] = [accepted[0], accepted[4]];
    const statusOf = async (id: string) =>
      (await service.get(tenant.key, `/v1/messages/${id}`)).json().status;
    await waitFor(async () => expect(await statusOf(begun)).toBe('processing'));
    expect(await statusOf(waiting)).toBe('queued');
    for (const [messageId, key] of [
      [waiting, 'waiting'],
      [begun, 'first'],
    ] as const) {
      expect((await cancel(messageId)).json()).toMatchObject({ status: 'cancelled', message_id: messageId });
      const again = await accept(key);
      expect(again.headers['idempotent-replayed'], key).toBe('true');
      expect(again.json()).toMatchObject({ status: 'cancelled', message_id: messageId });
    }
    gate.resolve();
    await waitFor(async () => expect(await statusOf(accepted[3] ?? '')).toBe('delivered'));
    expect(await statusOf(waiting)).toBe('cancelled');
  });
});
