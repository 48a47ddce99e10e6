import type { MessageId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { newTenant, sampleLabel } from '../../../storage/contract/samples.ts';
import type { MessageRow } from '../../records/record-store.ts';
import { atMs, attribution, type GetWorld, sampleVerdict } from './test-support/retention-samples.ts';

/** The erasure of end users. */
export function describePeople(get: GetWorld): void {
  it('lists all messages of a person that are not erased, oldest first, page by page', async () => {
    const { finish, erase, expire, retention, access, tenantId } = await get();
    const mine: MessageId[] = [];
    for (let index = 0; index < 6; index++) {
      mine.push((await finish({ endUserId: 'ada' }, index)).messageId);
      await finish({ endUserId: index % 2 === 0 ? 'ben' : null }, index);
    }
    const list = (after: MessageId | null, limit: number) =>
      retention.listMessagesOf(tenantId, 'ada', { after, limit });
    expect(await list(null, 50)).toEqual(mine);
    expect(await list(mine[1] ?? null, 2)).toEqual(mine.slice(2, 4));
    await erase(mine[0] as MessageId);
    // What has expired still says whose it was.
    await expire(2);
    expect(await list(null, 50)).toEqual(mine.slice(1));
    const other = await newTenant(access);
    expect(await retention.listMessagesOf(other, 'ada', { after: null, limit: 5 })).toEqual([]);
  });

  it('[CON-13-13] erases a person’s feedback on answers to others, except what is under legal hold', async () => {
    const { finish, place, retention, feedback, tenantId } = await get();
    const [free, underHold] = [await finish(), await finish()];
    await place({ scope: 'message', messageId: underHold.messageId });
    for (const { messageId } of [free, underHold]) {
      for (const who of ['ada', 'ben', null]) {
        const said = sampleVerdict(messageId, who);
        const label = sampleLabel(messageId, { author: said.author });
        await feedback.putFeedback(tenantId, said, { label, perMessageMax: 5 });
      }
    }
    const left = async ({ messageId }: MessageRow) =>
      (await feedback.listFeedbackOf(tenantId, messageId)).map(({ endUserId }) => endUserId).sort();
    const erased = await retention.eraseEndUserTraces(tenantId, 'ada');
    expect(erased).toEqual({
      rows: 1,
      underHold: [underHold.messageId],
      pairs: [expect.stringMatching(/^qna_/)],
    });
    expect([await left(free), await left(underHold)]).toEqual([
      ['ben', null],
      ['ada', 'ben', null],
    ]);
    expect(await feedback.countLabels(tenantId, 0)).toMatchObject({ all: 5 });
    expect(await retention.eraseEndUserTraces(tenantId, 'nobody')).toEqual({
      rows: 0,
      underHold: [],
      pairs: [],
    });
  });

  it('[CON-13-13] names the pairs that were drafted from a person’s feedback, including feedback they have replaced since', async () => {
    const { finish, erase, retention, feedback, tenantId } = await get();
    const { messageId } = await finish();
    const [first, again] = [sampleVerdict(messageId, 'ada'), sampleVerdict(messageId, 'ada')];
    for (const said of [first, again])
      await feedback.putFeedback(tenantId, said, { label: null, perMessageMax: 5 });
    const pairs = [first.proposal.curatedId, again.proposal.curatedId];
    expect(await retention.eraseEndUserTraces(tenantId, 'ada')).toEqual({ rows: 1, underHold: [], pairs });
    // Their questions are that of the message, no matter who gave a better answer.
    expect(await erase(messageId)).toMatchObject({ kind: 'erased', pairs: pairs.sort() });
  });

  it('[CON-13-13] erases the labels of a person’s feedback, even if the feedback has expired', async () => {
    const { finish, place, expire, retention, feedback, tenantId } = await get();
    const [free, underHold] = [await finish(), await finish()];
    for (const { messageId } of [free, underHold]) {
      for (const who of ['ada', 'ben', null]) {
        const said = sampleVerdict(messageId, who);
        const label = sampleLabel(messageId, { author: said.author });
        await feedback.putFeedback(tenantId, said, { label, perMessageMax: 5 });
      }
    }
    await expire(10);
    await place({ scope: 'message', messageId: underHold.messageId });
    expect(await feedback.countLabels(tenantId, 0)).toMatchObject({ all: 6 });
    const kept = { underHold: [underHold.messageId], pairs: [] };
    expect(await retention.eraseEndUserTraces(tenantId, 'ada')).toEqual({ rows: 1, ...kept });
    const left = await feedback.listLabels(tenantId, {}, 9);
    const leftOf = (of: MessageRow) => left.filter(({ messageId }) => messageId === of.messageId);
    expect([leftOf(free).length, leftOf(underHold).length]).toEqual([2, 3]);
    expect(await retention.eraseEndUserTraces(tenantId, 'ada')).toEqual({ rows: 0, ...kept });
  });

  it('removes a person from holds that were lifted', async () => {
    const { place, retention, tenantId } = await get();
    const [first, second] = [newId('hld', 1), newId('hld', 2)];
    const target = { scope: 'end_user', endUserId: 'ada' } as const;
    for (const holdId of [first, second]) await place(target, { holdId });
    await retention.liftHold(tenantId, first, attribution);
    expect(await retention.eraseEndUserTraces(tenantId, 'ada')).toEqual({
      rows: 1,
      underHold: [],
      pairs: [],
    });
    const emptied = { target: { scope: 'end_user', endUserId: null }, reason: '', liftedAtMs: atMs };
    expect(await retention.getHold(tenantId, first)).toMatchObject(emptied);
    expect(await retention.getHold(tenantId, second)).toMatchObject({ target, reason: 'Case 7' });
    expect(await retention.holdsOver(tenantId, 'ada')).toEqual([second]);
  });
}
