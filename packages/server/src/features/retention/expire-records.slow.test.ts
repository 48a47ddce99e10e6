import type { MessageId, TenantId } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../storage/contract/samples.ts';
import { useStore } from '../../storage/sqlite/test-support/use-store.ts';
import { createExpireRecords, type ExpiryOptions, streamWaitDays } from './expire-records.ts';

const dayMs = 86_400_000;
const { store } = await useStore();

async function tenantWith(count: number, contentDays: number, recordDays: number | null = null) {
  const tenantId = await newTenant(store.access);
  const messages = Array.from({ length: count }, () => sampleMessage());
  await Promise.all(messages.map((one) => store.records.finishMessage(tenantId, one, nothingElse)));
  const attribution = { atMs: sampleTimeMs, actor: 'operator' } as const;
  await store.retention.setRetention(tenantId, { contentDays, recordDays }, attribution);
  return { tenantId, messageIds: messages.map(({ messageId }) => messageId) };
}

const kindsOf = async (tenantId: TenantId, messageIds: readonly MessageId[]) => {
  const records = await Promise.all(messageIds.map((one) => store.records.getRecord(tenantId, one)));
  return [...new Set(records.map((record) => record?.kind))];
};

/** Who had a turn, in order. */
function watched(only: readonly TenantId[], onTurn: (tenantId: TenantId) => void = () => undefined) {
  const turns: TenantId[] = [];
  const parts: ExpiryOptions['store'] = {
    listTenantIds: async () => [...only],
    getRetention: store.retention.getRetention,
    async expireContent(tenantId, options) {
      turns.push(tenantId);
      onTurn(tenantId);
      return await store.retention.expireContent(tenantId, options);
    },
    dropRecords: store.retention.dropRecords,
  };
  return { turns, store: parts };
}

const later = (days: number) => {
  const nowMs = () => sampleTimeMs + days * dayMs + 1;
  return { nowMs, trustedNowMs: async () => nowMs() };
};
const never = new AbortController().signal;

describe('createExpireRecords', () => {
  it('[CON-15-03] [CON-15-04] destroys and drops what is due, and nothing sooner', async () => {
    const { tenantId, messageIds } = await tenantWith(3, 2, 4);
    const { store: parts } = watched([tenantId]);
    const failures: unknown[] = [];
    const at = (days: number) =>
      createExpireRecords({ store: parts, ...later(days), onFailure: (error) => failures.push(error) })(
        never,
      );
    const kinds = [];
    for (const days of [1, 2, 3, 4]) {
      await at(days);
      kinds.push(await kindsOf(tenantId, messageIds));
    }
    expect(kinds).toEqual([['whole'], ['emptied'], ['emptied'], ['dropped']]);
    expect(failures).toEqual([]);
  });

  it('alternates between tenants, however much one has to destroy', async () => {
    const [many, few] = [await tenantWith(250, 1), await tenantWith(2, 1)];
    const { turns, store: parts } = watched([many.tenantId, few.tenantId]);
    await createExpireRecords({ store: parts, ...later(1), onFailure: () => undefined })(never);
    expect(turns).toEqual([many.tenantId, few.tenantId, many.tenantId, many.tenantId]);
    for (const { tenantId, messageIds } of [many, few])
      expect(await kindsOf(tenantId, messageIds)).toEqual(['emptied']);
  });

  it('continues with the others if one fails, and stops on abort', async () => {
    const [first, second] = [await tenantWith(1, 1), await tenantWith(150, 1)];
    const stop = new AbortController();
    const { store: parts } = watched([first.tenantId, second.tenantId], (tenantId) => {
      if (tenantId === first.tenantId) throw new Error('no');
      stop.abort();
    });
    const failed: TenantId[] = [];
    const onFailure: ExpiryOptions['onFailure'] = (_error, tenantId) => failed.push(tenantId);
    await createExpireRecords({ store: parts, ...later(1), onFailure })(stop.signal);
    expect(failed).toEqual([first.tenantId]);
    // The batch that had begun was ended.
    expect(await kindsOf(second.tenantId, second.messageIds)).toHaveLength(2);
  });

  it('[CON-15-03] uses only the trusted time, whatever the clock says', async () => {
    const { tenantId, messageIds } = await tenantWith(2, 2);
    const { turns, store: parts } = watched([tenantId]);
    const expireAt = (trustedMs: number | null) =>
      createExpireRecords({
        ...{ store: parts, nowMs: later(5000).nowMs, trustedNowMs: async () => trustedMs },
        onFailure: () => undefined,
      })(never);
    await expireAt(null);
    expect(turns).toEqual([]);
    await expireAt(later(1).nowMs());
    expect(await kindsOf(tenantId, messageIds)).toEqual(['whole']);
    await expireAt(later(2).nowMs());
    expect(await kindsOf(tenantId, messageIds)).toEqual(['emptied']);
  });

  it('waits for streams that are behind, for thirty days, and says so', async () => {
    const tenantId = await newTenant(store.access);
    const findings = [{ guardrailId: 'pii', name: 'Personal data', did: 'flag', isShadow: false }] as const;
    const message = sampleMessage({ findings });
    await store.records.finishMessage(tenantId, message, nothingElse);
    await store.retention.setRetention(
      tenantId,
      { contentDays: 2, recordDays: 4 },
      { atMs: sampleTimeMs, actor: 'operator' },
    );
    const waited: unknown[][] = [];
    const expireAt = (days: number) =>
      createExpireRecords({
        ...{ store: watched([tenantId]).store, ...later(days) },
        streamsOf: async () => ['siem'],
        onWaiting: (...waiting) => waited.push(waiting),
        onFailure: (error) => {
          throw error;
        },
      })(never);
    for (const days of [4, 20, 4 + streamWaitDays - 1]) {
      await expireAt(days);
      expect(await kindsOf(tenantId, [message.messageId]), `after ${days} days`).toEqual(['emptied']);
    }
    expect(waited).toEqual(Array(3).fill([tenantId, 'siem']));
    await expireAt(4 + streamWaitDays + 1);
    expect(await kindsOf(tenantId, [message.messageId])).toEqual(['dropped']);
    expect(waited).toHaveLength(3);
  });
});
