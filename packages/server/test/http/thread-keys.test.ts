import { auditRecordSchema } from '@avow/contract/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasureClient } from '../support/erasure-client.ts';
import { type ErasureService, ownerScopes, startErasureService } from '../support/erasure-service.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let key: string;
let tenantId: ErasureService['tenantId'];
let owner: ErasureService['owner'];

beforeAll(async () => {
  ({ service, key, tenantId, owner } = await startErasureService());
});
afterAll(() => service.close());

const opens = 'When does the office in Rotterdam open?';
const closes = 'And when does it close?';
const ask = (prompt: string, also: object, by = service, as = key) => by.ask(as, { prompt, ...also });

/** What was looked up, if the earlier questions changed it. */
const recordOf = async (messageId: string) =>
  auditRecordSchema.parse((await service.get(key, `/v1/messages/${messageId}/audit`)).json());

describe('a key of the client for a thread', () => {
  it('[CON-2-26] begins a thread and continues it, also through another process', async () => {
    const also = { thread_key: 'slack/C1/1790000000.1', end_user_id: 'ada' };
    const first = await ask(opens, also);
    const other = await startTestService({ beside: service });
    const second = await ask(closes, also, other);
    expect(second.thread_id).toBe(first.thread_id);
    expect((await recordOf(second.message_id)).refined_question).toContain('Rotterdam');
    const third = await ask(closes, { thread_id: first.thread_id, end_user_id: 'ada' });
    expect(third.thread_id).toBe(first.thread_id);
    await other.close();
  });

  it('is another thread for another person, for nobody, for another tenant and under another key', async () => {
    const key2 = await service.createKey(await service.createTenant('second'), { scopes: ownerScopes });
    const thread = { thread_key: 'one', end_user_id: 'ada' };
    const ids = [
      (await ask(opens, thread)).thread_id,
      (await ask(opens, { ...thread, end_user_id: 'ben' })).thread_id,
      (await ask(opens, { thread_key: 'one' })).thread_id,
      (await ask(opens, { ...thread, thread_key: 'two' })).thread_id,
      (await ask(opens, thread, service, key2)).thread_id,
    ];
    expect(new Set(ids).size).toBe(ids.length);
    // Where nobody is named it belongs to the key that asks: another application must not guess its way in.
    const ours = async (as: string) => (await ask(opens, { thread_key: 'ours' }, service, as)).thread_id;
    const beside = await service.createKey(tenantId, { scopes: ownerScopes });
    expect(await ours(key)).toBe(await ours(key));
    expect(await ours(beside)).not.toBe(await ours(key));
  });

  it('uses the history that is stated for the first question under it alone', async () => {
    const also = { thread_key: 'stated', end_user_id: 'ada', history: [opens] };
    const first = await ask(closes, also);
    expect(await recordOf(first.message_id)).toMatchObject({ history: [opens] });
    const second = await ask(closes, { ...also, history: ['Where is the canteen?'] });
    expect(await recordOf(second.message_id)).toMatchObject({
      ...{ history: [], refined_question: expect.stringContaining('Rotterdam') },
    });
  });

  it('begins anew once the thread, or what the person said, is erased', async () => {
    const also = { thread_key: 'erased', end_user_id: 'eve' };
    const first = await ask(opens, also);
    await owner.send('DELETE', `/v1/threads/${first.thread_id}`);
    const second = await ask(closes, also);
    expect(second.thread_id).not.toBe(first.thread_id);
    expect((await recordOf(second.message_id)).refined_question).toBeNull();
    expect((await ask(opens, also)).thread_id).toBe(second.thread_id);
  });

  it('[CON-2-28] gives people who share it one thread, and nobody else', async () => {
    const also = { thread_key: 'channel', thread_shared: true };
    const first = await ask(opens, { ...also, end_user_id: 'ada' });
    const second = await ask(closes, { ...also, end_user_id: 'ben' });
    expect(second.thread_id).toBe(first.thread_id);
    expect(await recordOf(second.message_id)).toMatchObject({
      ...{ end_user_id: 'ben', history: [], refined_question: expect.stringContaining('Rotterdam') },
    });
    // Each of them has another thread under the same key, and so has another application.
    const own = await ask(closes, { thread_key: 'channel', end_user_id: 'ada' });
    const beside = await service.createKey(tenantId, { scopes: ownerScopes });
    const elsewhere = await ask(closes, { ...also, end_user_id: 'ada' }, service, beside);
    for (const other of [own, elsewhere]) {
      expect(other.thread_id).not.toBe(first.thread_id);
      expect((await recordOf(other.message_id)).refined_question).toBeNull();
    }
    // The thread is nobody's, so nobody continues it as theirs.
    const named = { prompt: closes, thread_id: first.thread_id, end_user_id: 'ada' };
    expect((await service.post(key, named)).statusCode).toBe(404);
  });

  it('forgets a person who is erased from a shared thread, and not the others', async () => {
    const also = { thread_key: 'office', thread_shared: true };
    const first = await ask('Where is the canteen?', { ...also, end_user_id: 'zoe' });
    const second = await ask(opens, { ...also, end_user_id: 'ben' });
    await owner.erasedPerson('zoe');
    const third = await ask(closes, { ...also, end_user_id: 'cay' });
    expect([second.thread_id, third.thread_id]).toEqual([first.thread_id, first.thread_id]);
    expect((await recordOf(third.message_id)).refined_question).toContain('Rotterdam');
  });

  it('is refused with the id of a thread, and beyond its length', async () => {
    const { thread_id } = await ask(opens, {});
    for (const also of [
      { thread_key: 'one', thread_id },
      { thread_key: '' },
      { thread_key: 'a'.repeat(129) },
    ])
      expect(problemOf(await service.post(key, { prompt: opens, ...also })).errors).toMatchObject([
        { pointer: '/thread_key' },
      ]);
  });

  it('is needed for a pause and for sharing', async () => {
    for (const also of [
      { thread_pause_minutes: 30 },
      { thread_shared: true },
      { thread_key: 'one', thread_pause_minutes: 0 },
      { thread_key: 'one', thread_pause_minutes: 1_441 },
      { thread_key: 'one', thread_shared: 'yes' },
    ]) {
      const [name = ''] = Object.keys(also).filter((field) => field !== 'thread_key');
      expect(problemOf(await service.post(key, { prompt: opens, ...also })).errors).toMatchObject([
        { pointer: `/${name}` },
      ]);
    }
  });

  it('[CON-2-27] begins a new thread after a pause, and not before, for at most twelve pauses', async () => {
    const minuteMs = 60_000;
    let nowMs = Date.parse('2026-11-18T09:12:00Z');
    const timed = await startTestService({ clock: { nowMs: () => nowMs } });
    const office = await timed.createTenant('office');
    await timed.loadPack(office, officePack);
    const as = await timed.createKey(office, { scopes: ownerScopes });
    const client = erasureClient(timed, as);
    const also = { thread_key: 'chat', thread_pause_minutes: 30, end_user_id: 'ada' };
    const askAfter = async (minutes: number, prompt = closes) => {
      nowMs += minutes * minuteMs;
      return await ask(prompt, also, timed, as);
    };
    const first = await askAfter(0, opens);
    const second = await askAfter(29);
    expect(second.thread_id).toBe(first.thread_id);
    expect((await askAfter(29)).thread_id).toBe(first.thread_id);
    const fourth = await askAfter(30);
    expect(fourth.thread_id).not.toBe(first.thread_id);
    const audited = await timed.get(as, `/v1/messages/${fourth.message_id}/audit`);
    expect(auditRecordSchema.parse(audited.json()).refined_question).toBeNull();
    // What is erased is not continued, and what follows it is.
    await client.send('DELETE', `/v1/threads/${fourth.thread_id}`);
    const fifth = await askAfter(1);
    expect(fifth.thread_id).not.toBe(fourth.thread_id);
    const threads: string[] = [];
    for (let pause = 0; pause < 14; pause += 1) threads.push((await askAfter(29)).thread_id);
    expect(new Set(threads.slice(0, 11))).toEqual(new Set([fifth.thread_id]));
    expect(threads.at(-1)).not.toBe(fifth.thread_id);
    await timed.close();
  });
});
