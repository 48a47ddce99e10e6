import { expect, it } from 'vitest';
import type { OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { defaultRetention } from '../retention-store.ts';
import {
  atMs,
  attribution,
  createWorld,
  type GetWorld,
  withEverything,
} from './test-support/retention-samples.ts';

/** How long records are kept. */
export function describeRetention(get: GetWorld): void {
  it('[CON-15-02] [CON-15-05] returns the retention that was set last, or the default', async () => {
    const { retention, tenantId, events, access } = await get();
    expect(await retention.getRetention(tenantId)).toEqual(defaultRetention);
    await retention.setRetention(tenantId, { contentDays: 30, recordDays: null }, attribution);
    await retention.setRetention(tenantId, { contentDays: 7, recordDays: 90 }, { atMs, actor: 'key_1' });
    expect(await retention.getRetention(tenantId)).toEqual({ contentDays: 7, recordDays: 90 });
    const days = (content: string, record: string) => [
      ['content_days', content],
      ['record_days', record],
    ];
    expect(await events()).toEqual([
      ['retention', '', 'set', 'operator', days('30', '')],
      ['retention', '', 'set', 'key_1', days('7', '90')],
    ]);
    const other = await newTenant(access);
    expect(await retention.getRetention(other)).toEqual(defaultRetention);
    expect(await retention.listTenantIds()).toEqual(expect.arrayContaining([tenantId, other]));
  });

  it('[CON-15-03] destroys older content batch by batch and logs whose it was', async () => {
    const { finish, expire, stateOf, events, records, tenantId } = await get();
    const messages = [];
    for (let index = 0; index < 7; index++) messages.push(await finish({ endUserId: 'ada' }, index * 10));
    expect(await expire(45, 3)).toEqual({ expired: 3, isDone: false });
    expect(await expire(45, 3)).toEqual({ expired: 2, isDone: true });
    expect(await expire(45, 3)).toEqual({ expired: 0, isDone: true });
    const states = await Promise.all(messages.map(({ messageId }) => stateOf(messageId)));
    expect(states).toEqual([...Array<string>(5).fill('expired'), 'whole', 'whole']);
    const leaves = (text: string) => ['expiry', '', 'content_expired', '', [['leaves', text]]];
    expect(await events()).toEqual([leaves('0-2'), leaves('3-4')]);
    const [first] = messages;
    if (first === undefined) throw new Error('there are seven');
    expect(await records.readSalts(tenantId, first.messageId)).toMatchObject([['facts', expect.any(String)]]);
  });

  it('skips unfinished messages, and sweeps them once they have ended', async () => {
    const { finish, expire, records, tenantId, stateOf } = await get();
    const waiting = sampleMessage({ status: 'queued' });
    await records.admitMessage(tenantId, waiting);
    await finish({}, 10);
    expect(await expire(20, 1)).toEqual({ expired: 0, isDone: false });
    expect(await expire(20, 1)).toEqual({ expired: 1, isDone: false });
    expect(await expire(20, 1)).toEqual({ expired: 0, isDone: true });
    await records.finishMessage(tenantId, { ...waiting, status: 'failed' }, nothingElse);
    expect(await expire(20)).toEqual({ expired: 1, isDone: true });
    expect(await stateOf(waiting.messageId)).toBe('expired');
  });

  it('keeps labels, which contain only numbers', async () => {
    const { store, tenantId, message } = await withEverything(await get());
    expect(await store.expire(10)).toEqual({ expired: 1, isDone: true });
    expect(await store.feedback.countLabels(tenantId, 0)).toMatchObject({ all: 2 });
    expect(await store.feedback.listFeedbackOf(tenantId, message.messageId)).toEqual([]);
  });

  it('[CON-15-04] drops records without content and keeps their leaves', async () => {
    const { finish, erase, expire, drop, records, tenantId, events, log } = await get();
    const first = await finish({ endUserId: 'ada' }, 0);
    const whole = await finish({}, 10);
    const third = await finish({ threadId: first.threadId, endUserId: 'ada' }, 20);
    await erase(first.messageId);
    await erase(third.messageId);
    const before = await log.readEntries(tenantId, { from: 0, limit: 3 });
    expect(await drop(30)).toEqual({ dropped: 2, isDone: true });
    expect(await log.readEntries(tenantId, { from: 0, limit: 3 })).toEqual(before);
    for (const [leaf, { messageId }] of [first, whole, third].entries()) {
      const { leafIndex, leafHash } = before[leaf] ?? { leafIndex: -1, leafHash: '' };
      const dropped = { kind: 'dropped', messageId, log: { leafIndex, leafHash } };
      expect(await records.getRecord(tenantId, messageId)).toEqual(
        messageId === whole.messageId ? expect.objectContaining({ kind: 'whole' }) : dropped,
      );
    }
    expect(await records.isThreadOf(tenantId, first.threadId, 'ada')).toBe(false);
    expect(await erase(first.messageId)).toMatchObject({ kind: 'dropped', place: { leafIndex: 0 } });
    expect((await events()).at(-1)).toEqual(['expiry', '', 'record_dropped', '', [['leaves', '0,2']]]);
    // It was passed while it had its content.
    await expire(30);
    expect(await drop(30)).toEqual({ dropped: 1, isDone: true });
  });

  it('keeps records with findings until streams of security events have read them', async () => {
    const { finish, expire, retention, tenantId, securityStreams } = await get();
    const findings = [{ guardrailId: 'pii', name: 'Personal data', did: 'block', isShadow: false }] as const;
    await finish({}, 0);
    await finish({ findings }, 10);
    await finish({}, 20);
    await finish({ findings }, 30);
    await expire(40);
    const drop = (streams: readonly string[], askedFromMs = 0) =>
      retention.dropRecords(tenantId, {
        ...{ askedBeforeMs: sampleTimeMs + 40, atMs, rowsMax: 3 },
        waitFor: { streams, askedFromMs: sampleTimeMs + askedFromMs },
      });
    const first = { from: 0, to: 1 };
    await securityStreams.moveStream(tenantId, 'siem', first);
    expect(await drop(['siem', 'none'])).toEqual({ dropped: 1, isDone: true, waitsFor: 'siem' });
    expect(await drop(['siem'])).toEqual({ dropped: 0, isDone: true, waitsFor: 'siem' });
    await securityStreams.moveStream(tenantId, 'siem', { from: 1, to: 2 });
    // One that has never been there has read nothing.
    expect(await drop(['none'])).toEqual({ dropped: 0, isDone: true, waitsFor: 'none' });
    expect(await drop(['siem'])).toEqual({ dropped: 2, isDone: true, waitsFor: 'siem' });
    // Longer than so, nothing waits.
    expect(await drop(['siem'], 31)).toEqual({ dropped: 1, isDone: true, waitsFor: null });
  });

  it('closes a thread to everyone with the last record that names its person', async () => {
    const { finish, erase, expire, drop, records, tenantId } = await get();
    const first = await finish({ endUserId: 'ada' }, 0);
    const { threadId } = first;
    const second = await finish({ endUserId: 'ada', threadId }, 20);
    const isOf = (endUserId: string | null) => records.isThreadOf(tenantId, threadId, endUserId);
    await erase(second.messageId);
    await expire(10);
    expect(await isOf('ada')).toBe(true);
    expect(await drop(10)).toEqual({ dropped: 1, isDone: true });
    expect([await isOf('ada'), await isOf(null), await isOf('erased')]).toEqual([false, false, false]);
  });

  it('sweeps everything again once the retention has changed', async () => {
    const { finish, expire, drop, retention, tenantId } = await get();
    await finish({}, 0);
    expect(await expire(10)).toEqual({ expired: 1, isDone: true });
    await retention.setRetention(tenantId, { contentDays: 1, recordDays: 1 }, attribution);
    await finish({}, 5);
    expect(await expire(10)).toEqual({ expired: 1, isDone: true });
    expect(await drop(10)).toEqual({ dropped: 2, isDone: true });
  });
}

/** No message takes long by its own clock: only the ids show that the sweeps have passed them. */
export async function askBeforeTheSwept(open: OpenStore): Promise<void> {
  const clock = { nowMs: () => sampleTimeMs + 1_000 };
  const store = await open(clock);
  const { expire, drop, finish, records, tenantId, stateOf } = await createWorld(store);
  await finish({}, 1_000);
  expect(await expire(2_000)).toEqual({ expired: 1, isDone: true });
  expect(await drop(2_000)).toEqual({ dropped: 1, isDone: true });
  clock.nowMs = () => sampleTimeMs;
  const atOnce = await finish();
  const waiting = sampleMessage({ status: 'queued', createdAtMs: sampleTimeMs - 10 });
  await records.admitMessage(tenantId, waiting);
  expect(await expire(2_000)).toEqual({ expired: 1, isDone: true });
  await records.finishMessage(tenantId, { ...waiting, status: 'failed' }, nothingElse);
  expect(await expire(2_000)).toEqual({ expired: 1, isDone: true });
  expect(await drop(2_000)).toEqual({ dropped: 2, isDone: true });
  for (const { messageId } of [atOnce, waiting]) expect(await stateOf(messageId)).toBe('dropped');
  await store.close();
}
