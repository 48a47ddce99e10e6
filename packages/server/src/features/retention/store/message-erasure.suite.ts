import { newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { newTenant, sampleMessage } from '../../../storage/contract/samples.ts';
import { newPack } from '../../content/store/test-support/pack-samples.ts';
import {
  atMs,
  type GetWorld,
  sampleGolden,
  sampleVerdict,
  withEverything,
} from './test-support/retention-samples.ts';

/** Erasing a message. */
export function describeErasing(get: GetWorld): void {
  it('erases the content and the person, and keeps the facts and the leaf', async () => {
    const { finish, erase, records, tenantId } = await get();
    const message = await finish({ endUserId: 'ada' });
    const other = await finish({ endUserId: 'ada' });
    const before = await records.getRecord(tenantId, message.messageId);
    expect(await erase(message.messageId)).toMatchObject({ kind: 'erased', atMs, pairs: [] });
    expect(await records.getMessage(tenantId, message.messageId)).toBeNull();
    if (before?.kind !== 'whole') throw new Error('it was whole');
    const { envelope: _content, ...facts } = before;
    expect(await records.getRecord(tenantId, message.messageId)).toEqual({
      ...facts,
      ...{ kind: 'emptied', contentState: 'erased', endUserId: null },
    });
    expect(await records.readSalts(tenantId, message.messageId)).toMatchObject([
      ['facts', expect.any(String)],
    ]);
    expect(await records.getMessage(tenantId, other.messageId)).toMatchObject({ envelope: other.envelope });
    const listed = await records.listMessages(tenantId, { readableBy: null }, { before: null, limit: 5 });
    expect(listed.map(({ messageId }) => messageId)).toEqual([other.messageId]);
  });

  it('[CON-13-09] logs an erasure with the actor', async () => {
    const { finish, erase, events, log, tenantId } = await get();
    const { messageId } = await finish();
    const outcome = await erase(messageId);
    if (outcome.kind !== 'erased') throw new Error('it was there');
    expect(await events()).toEqual([['erasure', messageId, 'erased', 'operator', []]]);
    expect(await log.readEntries(tenantId, { from: 1, limit: 9 })).toMatchObject([outcome.place]);
  });

  it('erases once, and returns the same result again', async () => {
    const { finish, erase, events, feedback, tenantId } = await get();
    const { messageId } = await finish();
    const said = sampleVerdict(messageId, null);
    await feedback.putFeedback(tenantId, said, { label: null, perMessageMax: 5 });
    const first = await erase(messageId);
    expect(first).toMatchObject({ kind: 'erased', pairs: [said.proposal.curatedId] });
    const again = await erase(messageId);
    expect(again).toEqual({ ...first, kind: 'already_erased' });
    expect(await events()).toHaveLength(1);
  });

  it('names the pairs that were drafted from a message whose content had expired', async () => {
    const { finish, erase, expire, feedback, insights, tenantId } = await get();
    const { messageId } = await finish();
    const said = sampleVerdict(messageId, null);
    await feedback.putFeedback(tenantId, said, { label: null, perMessageMax: 5 });
    const curatedId = newId('qna', atMs);
    await insights.putMarks(tenantId, [{ messageId, state: 'drafted', curatedId }], 1);
    await expire(10);
    const first = await erase(messageId);
    expect(first).toMatchObject({ kind: 'erased', pairs: [said.proposal.curatedId, curatedId] });
    expect(await erase(messageId)).toEqual({ ...first, kind: 'already_erased' });
  });

  it('names the pair that was drafted from feedback its author has replaced since', async () => {
    const { finish, erase, feedback, tenantId } = await get();
    const { messageId } = await finish();
    const first = sampleVerdict(messageId, 'ada');
    const again = sampleVerdict(messageId, 'ada');
    const none = { state: 'none', packId: null, curatedId: null } as const;
    for (const said of [first, again, first, { ...sampleVerdict(messageId, 'ada'), proposal: none }])
      await feedback.putFeedback(tenantId, said, { label: null, perMessageMax: 5 });
    const pairs = [first.proposal.curatedId, again.proposal.curatedId].sort();
    expect(await erase(messageId)).toMatchObject({ kind: 'erased', pairs });
  });

  it('refuses messages that are unfinished, unknown or of another tenant', async () => {
    const { erase, records, finish, access, tenantId, events, stateOf } = await get();
    const waiting = sampleMessage({ status: 'queued' });
    await records.admitMessage(tenantId, waiting);
    expect(await erase(waiting.messageId)).toEqual({ kind: 'unfinished' });
    expect(await erase(newId('msg', 1))).toEqual({ kind: 'unknown' });
    const { messageId } = await finish();
    expect(await erase(messageId, await newTenant(access))).toEqual({ kind: 'unknown' });
    expect([await stateOf(messageId), await stateOf(waiting.messageId)]).toEqual(['whole', 'whole']);
    expect(await events()).toEqual([]);
  });

  it('closes an erased person’s thread to everyone', async () => {
    const { finish, erase, records, tenantId } = await get();
    const first = await finish({ endUserId: 'ada' });
    const { threadId } = first;
    const second = await finish({ endUserId: 'ada', threadId });
    const isOf = (endUserId: string | null) => records.isThreadOf(tenantId, threadId, endUserId);
    await erase(first.messageId);
    expect([await isOf('ada'), await isOf(null)]).toEqual([true, false]);
    await erase(second.messageId);
    expect([await isOf('ada'), await isOf(null), await isOf('erased')]).toEqual([false, false, false]);
  });

  it('keeps a thread that people share open, and names none of them with it', async () => {
    const { finish, erase, records, tenantId } = await get();
    const first = await finish({ endUserId: 'ada', isThreadShared: true });
    const { threadId } = first;
    await finish({ endUserId: 'bob', threadId, isThreadShared: true });
    const isOf = (endUserId: string | null) => records.isThreadOf(tenantId, threadId, endUserId);
    expect([await isOf('ada'), await isOf('bob'), await isOf(null)]).toEqual([false, false, true]);
    await erase(first.messageId);
    expect(await isOf(null)).toBe(true);
  });
}

/** What goes with a message that is erased. */
export function describeBeside(get: GetWorld): void {
  it('erases the journal, feedback, labels, vectors, marks, golden questions and claims with the message', async () => {
    const { store, claim, ...rest } = await withEverything(await get());
    const { tenantId, message, packId, golden } = rest;
    expect(await store.erase(message.messageId)).toMatchObject({ kind: 'erased' });
    const { records, feedback, insights } = store;
    expect(await records.readJournal(tenantId, message.messageId, { after: 0, limit: 9 })).toEqual([]);
    expect(await feedback.listFeedbackOf(tenantId, message.messageId)).toEqual([]);
    expect(await feedback.listLabels(tenantId, {}, 9)).toEqual([]);
    expect(await insights.readMarks(tenantId, [message.messageId])).toEqual([]);
    const wanted = { encoder: 'e', messageIds: [message.messageId] };
    expect((await insights.readQuestionVectors(tenantId, wanted)).size).toBe(0);
    expect(await store.golden.getQuestion(tenantId, packId, golden.goldenId)).toBeNull();
    expect(await records.claimIdempotencyKey(tenantId, claim)).toEqual({ kind: 'claimed' });
  });

  it('accepts no feedback, mark or golden question once the content is gone', async () => {
    const { finish, erase, feedback, insights, golden, content, tenantId } = await get();
    const { messageId } = await finish();
    const packId = await newPack(content, tenantId);
    await erase(messageId);
    const late = sampleVerdict(messageId, 'ada');
    expect(await feedback.putFeedback(tenantId, late, { label: null, perMessageMax: 5 })).toBe('unknown');
    await insights.putQuestionVectors(tenantId, {
      encoder: 'e',
      vectors: new Map([[messageId, new Float32Array(4)]]),
    });
    await insights.putMarks(tenantId, [{ messageId, state: 'dismissed', curatedId: null }], 1);
    expect(await insights.readMarks(tenantId, [messageId])).toEqual([]);
    const wanted = { encoder: 'e', messageIds: [messageId] };
    expect((await insights.readQuestionVectors(tenantId, wanted)).size).toBe(0);
    const question = sampleGolden(messageId);
    expect(await golden.putQuestions(tenantId, packId, [question], { questionsMax: 5 })).toBe('unknown');
  });
}
