import type { MessageId, TenantId } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { sampleMessage } from '../../storage/contract/samples.ts';
import type { StoredRecord } from '../records/record-store.ts';
import { createReplays, type ReplaysParts } from './create-replays.ts';
import { response } from './test-support/answer-samples.ts';

const envelope = [
  ...[['question', 'How many days?'] as const, ['answer', response.answer] as const],
  ...[['response', JSON.stringify(response)] as const, ['metadata', '{}'] as const],
];
const record = {
  ...{ kind: 'whole', ...sampleMessage({ status: 'delivered', envelope }) },
  log: { leafIndex: 1, leafHash: '00' },
} as unknown as StoredRecord;
const request = {
  ...{ messageId: 'msg_1' as MessageId, atMs: null, reader: null },
  note: async () => undefined,
};

/** Replays that end when their signal does, and say so. */
function startReplays(also: Partial<ReplaysParts> = {}) {
  return createReplays({
    ...{ records: { getRecord: async () => record }, clock: { nowMs: () => 1 } },
    log: { listLogEvents: async () => [] },
    replayMessage: (_tenant, _plan, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'impossible', why: 'Interrupted.' }));
      }),
    ...also,
  });
}

describe('replays of a service', () => {
  it('are one at a time for a tenant, and two for all', async () => {
    const replays = startReplays();
    const tenants = ['ten_1', 'ten_2', 'ten_3'] as readonly TenantId[];
    const [one = 'ten_', two = 'ten_', three = 'ten_'] = tenants;
    const begun = [replays.replay(one, request), replays.replay(two, request)].map((each) =>
      each.catch((error: unknown) => error),
    );
    const busy = { code: 'concurrency_limited' };
    await expect(replays.replay(one, request)).rejects.toMatchObject(busy);
    await expect(replays.replay(three, request)).rejects.toMatchObject(busy);
    await replays.close();
    expect(await Promise.all(begun)).toMatchObject([busy, busy]);
  });

  it('are ended if they take too long, and can be asked again', async () => {
    const replays = startReplays({ timeoutMs: 1 });
    const busy = { code: 'concurrency_limited', options: { retryAfterSeconds: 5 } };
    for (const tenant of ['ten_1', 'ten_1'] as const)
      await expect(replays.replay(tenant, request)).rejects.toMatchObject(busy);
  });

  it('are null for a message that is not there', async () => {
    const replays = startReplays({ records: { getRecord: async () => null } });
    expect(await replays.replay('ten_1', request)).toBeNull();
  });
});
