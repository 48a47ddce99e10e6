import { auditRecordSchema } from '@avow/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErasureService, ownerScopes, startErasureService } from '../support/erasure-service.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

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
});
