import { queryResponseSchema } from '@avow/contract/query';
import type { TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let nowMs = Date.now();

beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => nowMs } });
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId);
  await service.loadPack(tenantId, officePack);
});

afterAll(() => service.close());

const countMessages = async (asking: string) =>
  (await service.get(asking, '/v1/messages?limit=100')).json().data.length;

describe('Idempotency-Key', () => {
  it('[CON-6-01] [CON-6-06] replays the stored response, byte for byte', async () => {
    const before = await countMessages(key);
    const first = await service.post(key, { prompt: 'Who approves travel?' }, { 'idempotency-key': 'k-1' });
    const again = await service.post(key, '{ "prompt" : "Who approves travel?" }', {
      'idempotency-key': 'k-1',
    });
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.body).toBe(first.body);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect(await countMessages(key)).toBe(before + 1);
  });

  it('[CON-6-04] refuses another body under the same key', async () => {
    await service.post(key, { prompt: 'Who approves travel?' }, { 'idempotency-key': 'k-2' });
    for (const body of [
      { prompt: 'Where is the canteen?' },
      { prompt: 'Who approves travel?', end_user_id: 'ada' },
    ]) {
      expect(problemOf(await service.post(key, body, { 'idempotency-key': 'k-2' })).code).toBe(
        'idempotency_key_reused',
      );
    }
  });

  it('[CON-6-02] separates the keys of tenants', async () => {
    const otherKey = await service.createKey(await service.createTenant('other'));
    const mine = await service.post(key, { prompt: 'Who approves travel?' }, { 'idempotency-key': 'shared' });
    const theirs = await service.post(
      otherKey,
      { prompt: 'Who approves travel?' },
      { 'idempotency-key': 'shared' },
    );
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expect(queryResponseSchema.parse(theirs.json()).message_id).not.toBe(
      queryResponseSchema.parse(mine.json()).message_id,
    );
  });

  it('[CON-6-07] stores no refusal, so that the corrected request can use the key', async () => {
    const headers = { 'idempotency-key': 'k-3' };
    expect((await service.post(key, { prompt: 5 }, headers)).statusCode).toBe(422);
    expect((await service.post(key, { prompt: 'x', thread_id: 'thr_none' }, headers)).statusCode).toBe(404);
    expect(
      (await service.post(key, { prompt: 'x', content_pack_ids: ['pack_none'] }, headers)).statusCode,
    ).toBe(404);
    const answered = await service.post(key, { prompt: 'Where is the canteen?' }, headers);
    expect([answered.statusCode, answered.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('also replays blocked and uncovered questions', async () => {
    for (const [prompt, idempotencyKey] of [
      ['bell \u0007', 'k-4'],
      ['What is the boiling point of tungsten?', 'k-5'],
    ] as const) {
      const first = await service.post(key, { prompt }, { 'idempotency-key': idempotencyKey });
      const again = await service.post(key, { prompt }, { 'idempotency-key': idempotencyKey });
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    }
  });

  it('[CON-6-03] expires a key after 24 hours', async () => {
    const ask = () => service.post(key, { prompt: 'Where is the canteen?' }, { 'idempotency-key': 'k-6' });
    const first = await ask();
    nowMs += 86_400_000 - 1000;
    expect((await ask()).headers['idempotent-replayed']).toBe('true');
    nowMs += 2000;
    const later = await ask();
    expect(later.headers['idempotent-replayed']).toBeUndefined();
    expect(later.body).not.toBe(first.body);
  });

  it('[CON-6-05] [CON-6-08] [CON-5-27] answers 409 while the first is running, and a failure frees the key', async () => {
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    const wrap = (data: DataFolder) => ({
      ...data,
      store: {
        ...data.store,
        content: {
          ...data.store.content,
          findCurated: async (...args: Parameters<DataFolder['store']['content']['findCurated']>) => {
            calls += 1;
            if (calls === 1) {
              await gate.promise;
              throw new Error('the disk is gone');
            }
            return await data.store.content.findCurated(...args);
          },
        },
      },
    });
    const held = await startTestService({ wrap });
    const heldKey = await held.createKey(await held.createTenant('office'));
    const ask = () => held.post(heldKey, { prompt: 'x' }, { 'idempotency-key': 'k' });
    const running = ask();
    await waitFor(() => calls > 0);
    const meanwhile = await ask();
    expect(problemOf(meanwhile)).toMatchObject({ code: 'idempotency_in_progress', retryable: true });
    gate.resolve();
    const failed = problemOf(await running);
    expect(failed).toMatchObject({ code: 'internal', status: 500 });
    expect(failed.detail).toBeUndefined();
    expect(held.logText()).not.toContain('the disk is gone');
    const again = await ask();
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, undefined]);
    await held.close();
  });
});
