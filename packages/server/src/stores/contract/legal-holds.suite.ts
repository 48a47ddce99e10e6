import { expect, it } from 'vitest';
import { newId } from '../../ids/typeid.ts';
import type { Hold, HoldTarget } from '../../interfaces/forgetting-store.ts';
import { atMs, doing, type GetWorld, sampleFeedback, sampleHold, standingMax } from './forgetting-samples.ts';
import { newTenant } from './samples.ts';

const firstHolds = { before: null, limit: 50 } as const;

/** Holds, which keep records. */
export function describeLegalHolds(get: GetWorld): void {
  it('[CON-14-01] [CON-14-03] keep a message, a thread, a person or all, and what comes later too', async () => {
    const { finish, erase, place, forgetting, tenantId, expire, stateOf } = await get();
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
    expect(await erase(message.messageId)).toEqual({ kind: 'held', holdIds });
    expect(await erase(later.messageId)).toEqual({ kind: 'held', holdIds: holdIds.slice(1) });
    expect(await forgetting.holdsOver(tenantId, 'ada')).toEqual(holdIds.slice(2));
    expect(await forgetting.holdsOver(tenantId, 'ben')).toEqual(holdIds.slice(3));
    for (const holdId of holdIds) {
      expect(await expire(10)).toEqual({ expired: 0, isDone: true });
      await forgetting.liftHold(tenantId, holdId, doing);
    }
    expect(await stateOf(message.messageId)).toBe('whole');
    expect(await expire(10)).toEqual({ expired: 2, isDone: true });
    expect(await erase(message.messageId)).toMatchObject({ kind: 'erased' });
  });

  it('[CON-14-03] over a person keep also the messages of others that they said something of', async () => {
    const { finish, erase, place, expire, forgetting, learning, tenantId } = await get();
    const [heard, unheard] = [await finish({ endUserId: 'ada' }), await finish({ endUserId: 'ada' })];
    for (const [{ messageId }, who] of [[heard, 'ben'] as const, [unheard, 'cleo'] as const]) {
      const said = sampleFeedback(messageId, who);
      await learning.putFeedback(tenantId, said, { label: null, perMessageMax: 5 });
    }
    const holdId = newId('hld', atMs);
    await place({ scope: 'end_user', endUserId: 'ben' }, { holdId });
    expect(await erase(heard.messageId)).toEqual({ kind: 'held', holdIds: [holdId] });
    expect(await expire(10)).toEqual({ expired: 1, isDone: true });
    expect(await learning.listFeedbackOf(tenantId, heard.messageId)).toHaveLength(1);
    await forgetting.liftHold(tenantId, holdId, doing);
    expect(await expire(10)).toEqual({ expired: 1, isDone: true });
  });

  it('[CON-14-06] [CON-14-07] are listed and stand on the log, which names nobody', async () => {
    const { place, finish, forgetting, tenantId, deeds } = await get();
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
    await forgetting.liftHold(tenantId, second, { atMs: atMs + 9, actor: 'key_2' });
    const list = async (filter: object, page: object = {}) =>
      (await forgetting.listHolds(tenantId, filter, { ...firstHolds, ...page })).map(({ holdId }) => holdId);
    expect(await list({})).toEqual([fourth, third, second, first]);
    expect(await list({ isStanding: true })).toEqual([fourth, third, first]);
    expect(await list({ isStanding: false })).toEqual([second]);
    expect(await list({}, { before: fourth, limit: 2 })).toEqual([third, second]);
    expect(await forgetting.getHold(tenantId, second)).toEqual(
      sampleHold(
        { scope: 'thread', threadId },
        { holdId: second, placedBy: 'key_1', liftedAtMs: atMs + 9, liftedBy: 'key_2' },
      ),
    );
    expect(await forgetting.getHold(tenantId, third)).toMatchObject({ reason: 'Where’s ada? 🏔️' });
    const scope = (name: string, target?: string) => [
      ['scope', name],
      ...(target === undefined ? [] : [['target', target]]),
    ];
    expect(await deeds()).toEqual([
      ['hold', first, 'placed', 'operator', scope('message', messageId)],
      ['hold', second, 'placed', 'key_1', scope('thread', threadId)],
      ['hold', third, 'placed', 'operator', scope('end_user')],
      ['hold', fourth, 'placed', 'operator', scope('tenant')],
      ['hold', second, 'lifted', 'key_2', scope('thread', threadId)],
    ]);
  });

  it('[CON-14-08] keep what was said of a message from being replaced by its author', async () => {
    const { place, finish, forgetting, learning, tenantId } = await get();
    const { messageId } = await finish();
    const say = (comment: string, endUserId: string | null) =>
      learning.putFeedback(
        tenantId,
        { ...sampleFeedback(messageId, endUserId), comment },
        { label: null, perMessageMax: 5 },
      );
    const words = async () =>
      (await learning.listFeedbackOf(tenantId, messageId)).map(({ comment }) => comment).sort();
    await say('first', 'ada');
    const holdId = newId('hld', atMs);
    await place({ scope: 'end_user', endUserId: 'ada' }, { holdId });
    expect([await say('second', 'ada'), await say('other', 'bob')]).toEqual(['held', 'kept']);
    // With it the message is held, and so is what others say of it from then on.
    expect(await say('changed', 'bob')).toBe('held');
    expect(await words()).toEqual(['first', 'other']);
    await forgetting.liftHold(tenantId, holdId, doing);
    expect([await say('second', 'ada'), await words()]).toEqual(['kept', ['other', 'second']]);
  });

  it('are lifted once, are of one tenant, and are no more than so many', async () => {
    const { place, finish, forgetting, tenantId, access, deeds } = await get();
    const { messageId } = await finish();
    const hold = sampleHold({ scope: 'message', messageId });
    const other = await newTenant(access);
    expect(await forgetting.placeHold(other, hold, standingMax)).toBe('unknown');
    expect(await place({ scope: 'thread', threadId: newId('thr', 1) })).toBe('unknown');
    await forgetting.placeHold(tenantId, hold, 1);
    expect(await forgetting.placeHold(tenantId, sampleHold({ scope: 'tenant' }), 1)).toBe('too_many');
    expect(await forgetting.getHold(other, hold.holdId)).toBeNull();
    expect(await forgetting.liftHold(other, hold.holdId, doing)).toBe('unknown');
    expect(await forgetting.liftHold(tenantId, hold.holdId, doing)).toMatchObject({ leafIndex: 2 });
    expect(await forgetting.liftHold(tenantId, hold.holdId, doing)).toBe('not_standing');
    // Those that were lifted do not count.
    expect(await forgetting.placeHold(tenantId, sampleHold({ scope: 'tenant' }), 1)).toMatchObject({
      leafIndex: 3,
    });
    expect(await deeds()).toHaveLength(3);
  });
}
