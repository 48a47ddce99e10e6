import { expect, it } from 'vitest';
import { newId } from '../../ids/typeid.ts';
import type { MessageId } from '../../interfaces/identity.ts';
import type { MessageRow } from '../../interfaces/record-store.ts';
import { atMs, doing, type GetWorld, sampleFeedback } from './forgetting-samples.ts';
import { newTenant, sampleLabel } from './samples.ts';

/** People who are forgotten. */
export function describePeople(get: GetWorld): void {
  it('are found by all their messages that are not erased, oldest first, page by page', async () => {
    const { finish, erase, expire, forgetting, access, tenantId } = await get();
    const mine: MessageId[] = [];
    for (let index = 0; index < 6; index++) {
      mine.push((await finish({ endUserId: 'ada' }, index)).messageId);
      await finish({ endUserId: index % 2 === 0 ? 'ben' : null }, index);
    }
    const list = (after: MessageId | null, limit: number) =>
      forgetting.listMessagesOf(tenantId, 'ada', { after, limit });
    expect(await list(null, 50)).toEqual(mine);
    expect(await list(mine[1] ?? null, 2)).toEqual(mine.slice(2, 4));
    await erase(mine[0] as MessageId);
    // What has expired still says whose it was.
    await expire(2);
    expect(await list(null, 50)).toEqual(mine.slice(1));
    const other = await newTenant(access);
    expect(await forgetting.listMessagesOf(other, 'ada', { after: null, limit: 5 })).toEqual([]);
  });

  it('[CON-13-13] take with them what they said of others’ answers, but for what is held', async () => {
    const { finish, place, forgetting, learning, tenantId } = await get();
    const [free, held] = [await finish(), await finish()];
    await place({ scope: 'message', messageId: held.messageId });
    for (const { messageId } of [free, held]) {
      for (const who of ['ada', 'ben', null]) {
        const said = sampleFeedback(messageId, who);
        const label = sampleLabel(messageId, { author: said.author });
        await learning.putFeedback(tenantId, said, { label, perMessageMax: 5 });
      }
    }
    const left = async ({ messageId }: MessageRow) =>
      (await learning.listFeedbackOf(tenantId, messageId)).map(({ endUserId }) => endUserId).sort();
    const forgotten = await forgetting.forgetEndUser(tenantId, 'ada');
    expect(forgotten).toEqual({ rows: 1, held: [held.messageId], pairs: [expect.stringMatching(/^qna_/)] });
    expect([await left(free), await left(held)]).toEqual([
      ['ben', null],
      ['ada', 'ben', null],
    ]);
    expect(await learning.countLabels(tenantId, 0)).toMatchObject({ all: 5 });
    expect(await forgetting.forgetEndUser(tenantId, 'nobody')).toEqual({ rows: 0, held: [], pairs: [] });
  });

  it('[CON-13-13] leave the names of pairs that were drafted of what they said, also of what they replaced since', async () => {
    const { finish, erase, forgetting, learning, tenantId } = await get();
    const { messageId } = await finish();
    const [first, again] = [sampleFeedback(messageId, 'ada'), sampleFeedback(messageId, 'ada')];
    for (const said of [first, again])
      await learning.putFeedback(tenantId, said, { label: null, perMessageMax: 5 });
    const pairs = [first.proposal.curatedId, again.proposal.curatedId];
    expect(await forgetting.forgetEndUser(tenantId, 'ada')).toEqual({ rows: 1, held: [], pairs });
    // Their questions are that of the message, whoever answered it better.
    expect(await erase(messageId)).toMatchObject({ kind: 'erased', pairs: pairs.sort() });
  });

  it('[CON-13-13] take with them labels of what they said, also where that has expired', async () => {
    const { finish, place, expire, forgetting, learning, tenantId } = await get();
    const [free, held] = [await finish(), await finish()];
    for (const { messageId } of [free, held]) {
      for (const who of ['ada', 'ben', null]) {
        const said = sampleFeedback(messageId, who);
        const label = sampleLabel(messageId, { author: said.author });
        await learning.putFeedback(tenantId, said, { label, perMessageMax: 5 });
      }
    }
    await expire(10);
    await place({ scope: 'message', messageId: held.messageId });
    expect(await learning.countLabels(tenantId, 0)).toMatchObject({ all: 6 });
    const kept = { held: [held.messageId], pairs: [] };
    expect(await forgetting.forgetEndUser(tenantId, 'ada')).toEqual({ rows: 1, ...kept });
    const left = await learning.listLabels(tenantId, {}, 9);
    const leftOf = (of: MessageRow) => left.filter(({ messageId }) => messageId === of.messageId);
    expect([leftOf(free).length, leftOf(held).length]).toEqual([2, 3]);
    expect(await forgetting.forgetEndUser(tenantId, 'ada')).toEqual({ rows: 0, ...kept });
  });

  it('are named by no hold that was lifted', async () => {
    const { place, forgetting, tenantId } = await get();
    const [first, second] = [newId('hld', 1), newId('hld', 2)];
    const target = { scope: 'end_user', endUserId: 'ada' } as const;
    for (const holdId of [first, second]) await place(target, { holdId });
    await forgetting.liftHold(tenantId, first, doing);
    expect(await forgetting.forgetEndUser(tenantId, 'ada')).toEqual({ rows: 1, held: [], pairs: [] });
    const emptied = { target: { scope: 'end_user', endUserId: null }, reason: '', liftedAtMs: atMs };
    expect(await forgetting.getHold(tenantId, first)).toMatchObject(emptied);
    expect(await forgetting.getHold(tenantId, second)).toMatchObject({ target, reason: 'Case 7' });
    expect(await forgetting.holdsOver(tenantId, 'ada')).toEqual([second]);
  });
}
