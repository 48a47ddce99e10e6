import type { MessageId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import type { GetWorld } from './test-support/retention-samples.ts';

/** Reading, closing and listing threads. */
export function describeThreads(get: GetWorld): void {
  it('counts the messages of a thread, with and without content', async () => {
    const { finish, erase, expire, access, retention, tenantId } = await get();
    const { threadId, messageId } = await finish({}, 5);
    const later: MessageId[] = [];
    for (const afterMs of [10, 20, 30]) later.push((await finish({ threadId }, afterMs)).messageId);
    await finish({}, 40);
    const whole = {
      ...{ threadId, createdAtMs: sampleTimeMs + 5, lastMessageAtMs: sampleTimeMs + 30 },
      ...{ messageCount: 4, emptiedCount: 0, isClosed: false },
    };
    expect(await retention.getThread(tenantId, threadId)).toEqual(whole);
    await erase(later[2] as MessageId);
    await expire(6);
    expect(await retention.getThread(tenantId, threadId)).toEqual({
      ...{ ...whole, messageCount: 2, emptiedCount: 2 },
    });
    const list = (after: MessageId | null, limit: number) =>
      retention.listMessagesIn(tenantId, threadId, { after, limit });
    expect(await list(null, 9)).toEqual([messageId, later[0], later[1]]);
    expect(await list(messageId, 1)).toEqual([later[0]]);
    const other = await newTenant(access);
    expect(await retention.getThread(other, threadId)).toBeNull();
    expect(await retention.listMessagesIn(other, threadId, { after: null, limit: 9 })).toEqual([]);
    expect(await retention.getThread(tenantId, newId('thr', 1))).toBeNull();
  });

  it('closes a thread for everybody, unless it is under a legal hold', async () => {
    const { finish, place, access, records, retention, tenantId } = await get();
    const [anybody, ada] = [await finish(), await finish({ endUserId: 'ada' })];
    const hold = { scope: 'thread', threadId: anybody.threadId } as const;
    await place(hold);
    const [{ holdId } = { holdId: '' }] = await retention.listHolds(tenantId, {}, { before: null, limit: 1 });
    expect(await retention.closeThread(tenantId, anybody.threadId)).toEqual({
      ...{ kind: 'under_hold', holdIds: [holdId] },
    });
    expect(await records.isThreadOf(tenantId, anybody.threadId, null)).toBe(true);
    await retention.liftHold(tenantId, holdId as `hld_${string}`, { atMs: 1, actor: 'operator' });
    expect(await retention.closeThread(await newTenant(access), ada.threadId)).toEqual({ kind: 'unknown' });
    for (const { threadId, endUserId } of [anybody, ada, ada]) {
      expect(await retention.closeThread(tenantId, threadId)).toEqual({ kind: 'closed' });
      for (const person of [endUserId, null, 'erased'])
        expect(await records.isThreadOf(tenantId, threadId, person)).toBe(false);
      expect(await retention.getThread(tenantId, threadId)).toMatchObject({ isClosed: true });
    }
  });
}
