import { setImmediate as nextTick } from 'node:timers/promises';
import { waitFor } from '@avow/foundation/testing';
import { expect, it } from 'vitest';
import type { GuardedAdmission } from '../admission/admission.ts';
import { createBackgroundQueue } from './background-queue.ts';

const admission = (tenantId: string, number: number) =>
  ({ tenantId, messageId: `msg_${number}` }) as unknown as GuardedAdmission;

it('answers the first message of a tenant before the many of another that came earlier', async () => {
  const begun: string[] = [];
  const queue = createBackgroundQueue(100, async ({ tenantId }) => {
    begun.push(tenantId);
    await nextTick();
  });
  for (let number = 0; number < 40; number += 1) queue.push(admission('ten_a', number));
  queue.push(admission('ten_b', 40));
  await waitFor(() => begun.length >= 41);
  // Four ran already, and one of the other tenant is next in the first round.
  expect(begun.indexOf('ten_b')).toBeLessThanOrEqual(5);
  await queue.drain();
});

it('refuses what exceeds its limit, reserved or waiting, and leaves what waits when it drains', async () => {
  const running = Promise.withResolvers<void>();
  const begun: string[] = [];
  const queue = createBackgroundQueue(2, async ({ messageId }) => {
    begun.push(messageId);
    await running.promise;
  });
  for (let number = 0; number < 5; number += 1) queue.push(admission('ten_a', number));
  const release = queue.reserve();
  expect(() => queue.reserve()).toThrow(expect.objectContaining({ code: 'overloaded' }));
  release();
  queue.reserve()();
  const drained = queue.drain();
  running.resolve();
  await drained;
  expect(begun).toEqual(['msg_0', 'msg_1', 'msg_2', 'msg_3']);
});
