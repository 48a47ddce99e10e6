import { newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { newTenant } from '../../../storage/contract/samples.ts';
import type { Hold, HoldTarget } from '../retention-store.ts';
import {
  activeMax,
  atMs,
  attribution,
  type GetWorld,
  sampleHold,
  sampleVerdict,
} from './test-support/retention-samples.ts';

const firstHolds = { before: null, limit: 50 } as const;

/** Holds, which keep records. */
export function describeLegalHolds(get: GetWorld): void {
  it('[CON-14-01] [CON-14-03] protects a message, a thread, a person or a tenant, including later messages', async () => {
    const { finish, erase, place, retention, tenantId, expire, stateOf } = await get();
    const message = await finish({ endUserId: 'ada' });
    const targets: HoldTarget[] = [
      { scope: 'message', messageId: message.messageId },
      { scope: 'thread', threadId: message.threadId },
      { scope: 'end_user', endUserId: 'ada' },
      { scope: 'tenant' },
    ];
    const holdIds = targets.map((_, index) => newId('hld', atMs + index));
    for (const [index, target] of targets.entries()) {
      const holdId = holdIds[index] ?? newId('hld', 1);
      expect(await place(target, { holdId })).toMatchObject({ leafIndex: expect.any(Number) });
    }
    const later = await finish({ endUserId: 'ada', threadId: message.threadId });
    expect(await erase(message.messageId)).toEqual({ kind: 'under_hold', holdIds });
    expect(await erase(later.messageId)).toEqual({ kind: 'under_hold', holdIds: holdIds.slice(1) });
    expect(await retention.holdsOver(tenantId, 'ada')).toEqual(holdIds.slice(2));
    expect(await retention.holdsOver(tenantId, 'ben')).toEqual(holdIds.slice(3));
    for (const holdId of holdIds) {
      expect(await expire(10)).toEqual({ expired: 0, isDone: true });
      await retention.liftHold(tenantId, holdId, attribution);
    }
    expect(await stateOf(message.messageId)).toBe('whole');
    expect(await expire(10)).toEqual({ expired: 2, isDone: true });
    expect(await erase(message.messageId)).toMatchObject({ kind: 'erased' });
  });

  it('[CON-14-03] protects the messages of others on which a person under hold gave feedback', async () => {
    const { finish, erase, place, expire, retention, feedback, tenantId } = await get();
    const [heard, unheard] = [await finish({ endUserId: 'ada' }), await finish({ endUserId: 'ada' })];
    for (const [{ messageId }, who] of [[heard, 'ben'] as const, [unheard, 'cleo'] as const]) {
      const said = sampleVerdict(messageId, who);
      await feedback.putFeedback(tenantId, said, { label: null, perMessageMax: 5 });
    }
    const holdId = newId('hld', atMs);
    await place({ scope: 'end_user', endUserId: 'ben' }, { holdId });
    expect(await erase(heard.messageId)).toEqual({ kind: 'under_hold', holdIds: [holdId] });
    expect(await expire(10)).toEqual({ expired: 1, isDone: true });
    expect(await feedback.listFeedbackOf(tenantId, heard.messageId)).toHaveLength(1);
    await retention.liftHold(tenantId, holdId, attribution);
    expect(await expire(10)).toEqual({ expired: 1, isDone: true });
  });

  it('[CON-14-06] [CON-14-07] lists holds and logs them without naming anybody', async () => {
    const { place, finish, retention, tenantId, events } = await get();
    const { messageId, threadId } = await finish();
    const ids = Array.from({ length: 4 }, (_, index) => newId('hld', atMs + index));
    const [first, second, third, fourth] = ids as [
      Hold['holdId'],
      Hold['holdId'],
      Hold['holdId'],
      Hold['holdId'],
    ];
    await place({ scope: 'message', messageId }, { holdId: first });
    await place({ scope: 'thread', threadId }, { holdId: second, placedBy: 'key_1' });
    await place({ scope: 'end_user', endUserId: 'ada' }, { holdId: third, reason: 'Where’s ada? 🏔️' });
    await place({ scope: 'tenant' }, { holdId: fourth });
    await retention.liftHold(tenantId, second, { atMs: atMs + 9, actor: 'key_2' });
    const list = async (filter: object, page: object = {}) =>
      (await retention.listHolds(tenantId, filter, { ...firstHolds, ...page })).map(({ holdId }) => holdId);
    expect(await list({})).toEqual([fourth, third, second, first]);
    expect(await list({ isActive: true })).toEqual([fourth, third, first]);
    expect(await list({ isActive: false })).toEqual([second]);
    expect(await list({}, { before: fourth, limit: 2 })).toEqual([third, second]);
    expect(await retention.getHold(tenantId, second)).toEqual(
      sampleHold(
        { scope: 'thread', threadId },
        { holdId: second, placedBy: 'key_1', liftedAtMs: atMs + 9, liftedBy: 'key_2' },
      ),
    );
    expect(await retention.getHold(tenantId, third)).toMatchObject({ reason: 'Where’s ada? 🏔️' });
    const scope = (name: string, target?: string) => [
      ['scope', name],
      ...(target === undefined ? [] : [['target', target]]),
    ];
    expect(await events()).toEqual([
      ['hold', first, 'placed', 'operator', scope('message', messageId)],
      ['hold', second, 'placed', 'key_1', scope('thread', threadId)],
      ['hold', third, 'placed', 'operator', scope('end_user')],
      ['hold', fourth, 'placed', 'operator', scope('tenant')],
      ['hold', second, 'lifted', 'key_2', scope('thread', threadId)],
    ]);
  });

  it('[CON-14-08] keeps authors from replacing feedback on a message under hold', async () => {
    const { place, finish, retention, feedback, tenantId } = await get();
    const { messageId } = await finish();
    const say = (comment: string, endUserId: string | null) =>
      feedback.putFeedback(
        tenantId,
        { ...sampleVerdict(messageId, endUserId), comment },
        { label: null, perMessageMax: 5 },
      );
    const words = async () =>
      (await feedback.listFeedbackOf(tenantId, messageId)).map(({ comment }) => comment).sort();
    await say('first', 'ada');
    const holdId = newId('hld', atMs);
    await place({ scope: 'end_user', endUserId: 'ada' }, { holdId });
    expect([await say('second', 'ada'), await say('other', 'bob')]).toEqual(['under_hold', 'kept']);
    // The hold covers the message, and with it later feedback of others.
    expect(await say('changed', 'bob')).toBe('under_hold');
    expect(await words()).toEqual(['first', 'other']);
    await retention.liftHold(tenantId, holdId, attribution);
    expect([await say('second', 'ada'), await words()]).toEqual(['kept', ['other', 'second']]);
  });

  it('lifts a hold once, for its tenant only, and limits how many are active', async () => {
    const { place, finish, retention, tenantId, access, events } = await get();
    const { messageId } = await finish();
    const hold = sampleHold({ scope: 'message', messageId });
    const other = await newTenant(access);
    expect(await retention.placeHold(other, hold, activeMax)).toBe('unknown');
    expect(await place({ scope: 'thread', threadId: newId('thr', 1) })).toBe('unknown');
    await retention.placeHold(tenantId, hold, 1);
    expect(await retention.placeHold(tenantId, sampleHold({ scope: 'tenant' }), 1)).toBe('too_many');
    expect(await retention.getHold(other, hold.holdId)).toBeNull();
    expect(await retention.liftHold(other, hold.holdId, attribution)).toBe('unknown');
    expect(await retention.liftHold(tenantId, hold.holdId, attribution)).toMatchObject({ leafIndex: 2 });
    expect(await retention.liftHold(tenantId, hold.holdId, attribution)).toBe('already_lifted');
    // Those that were lifted do not count.
    expect(await retention.placeHold(tenantId, sampleHold({ scope: 'tenant' }), 1)).toMatchObject({
      leafIndex: 3,
    });
    expect(await events()).toHaveLength(3);
  });
}
