import { erasedThreadSchema, messagePageSchema, threadSchema } from '@avow/contract/testing';
import { newId, type TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleMessage } from '../../src/storage/contract/samples.ts';
import { type ErasureClient, erasureClient, refusedAs } from '../support/erasure-client.ts';
import { type ErasureService, ownerScopes, startErasureService } from '../support/erasure-service.ts';
import type { TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let owner: ErasureClient;
let filesContaining: ErasureService['filesContaining'];

beforeAll(async () => {
  ({ service, tenantId, key, owner, filesContaining } = await startErasureService());
});
afterAll(() => service.close());

const ask = (also: object = {}) => service.ask(key, { prompt: 'Who approves travel?', ...also });
const read = async (threadId: string) =>
  threadSchema.parse((await service.get(key, `/v1/threads/${threadId}`)).json());
const remove = (threadId: string, by = owner) => by.send('DELETE', `/v1/threads/${threadId}`);
const removed = async (threadId: string) => erasedThreadSchema.parse((await remove(threadId)).json());

/** A thread with this many messages. */
async function converse(count: number, also: object = {}) {
  const first = await ask(also);
  const ids = [first.message_id];
  while (ids.length < count) ids.push((await ask({ ...also, thread_id: first.thread_id })).message_id);
  return { threadId: first.thread_id, ids };
}

describe('threads', () => {
  it('[CON-11-13] are read, and their messages listed newest first, page by page', async () => {
    const { threadId, ids } = await converse(3);
    await ask();
    expect(await read(threadId)).toMatchObject({
      ...{ thread_id: threadId, message_count: 3, emptied_count: 0, closed: false },
    });
    const path = `/v1/threads/${threadId}/messages`;
    const first = messagePageSchema.parse((await service.get(key, `${path}?limit=2`)).json());
    const rest = await service.get(key, `${path}?limit=2&cursor=${first.next_cursor}`);
    const shown = [...first.data, ...messagePageSchema.parse(rest.json()).data];
    expect(shown.map((message) => message.message_id)).toEqual(ids.toReversed());
    const stranger = await service.createKey(await service.createTenant('other'), { scopes: ownerScopes });
    for (const url of [`/v1/threads/${threadId}`, path])
      expect(refusedAs(await service.get(stranger, url))).toEqual([404, 'not_found']);
    for (const id of [newId('thr', 1), 'nothing'])
      expect(refusedAs(await service.get(key, `/v1/threads/${id}/messages`))).toEqual([404, 'not_found']);
    expect(refusedAs(await service.get(key, `${path}?cursor=x`))).toEqual([400, 'invalid_cursor']);
  });

  it('[CON-13-14] are deleted with the content of their messages, each erasure on the log', async () => {
    const words = 'unforgotten thread';
    const { threadId, ids } = await converse(2, { metadata: { note: words } });
    expect(await removed(threadId)).toEqual({
      ...{ erased: 2, under_legal_hold: [], unfinished: [], curated_pairs: [], has_more: false },
    });
    expect(filesContaining(words)).toEqual([]);
    expect(await read(threadId)).toMatchObject({ message_count: 0, emptied_count: 2, closed: true });
    expect((await service.get(key, `/v1/threads/${threadId}/messages`)).json().data).toEqual([]);
    const { log } = service.data.store;
    for (const subject of ids)
      expect(
        await log.listLogEvents(tenantId, { kind: 'erasure', subject }, { before: null, limit: 2 }),
      ).toHaveLength(1);
    // Nobody continues it, although it named nobody.
    const next = await service.post(key, { prompt: 'And then?', thread_id: threadId });
    expect(refusedAs(next)).toEqual([404, 'not_found']);
    expect(await removed(threadId)).toMatchObject({ erased: 0, has_more: false });
  });

  it('[CON-13-14] keep messages under legal hold or not ended, and are kept by a hold on themselves', async () => {
    const { threadId, ids } = await converse(2);
    const running = sampleMessage({ status: 'processing', threadId: threadId as `thr_${string}` });
    await service.data.store.records.admitMessage(tenantId, running);
    const whole = await owner.placed({ scope: 'thread', thread_id: threadId });
    expect(refusedAs(await remove(threadId))).toEqual([409, 'legal_hold']);
    expect(await read(threadId)).toMatchObject({ message_count: 3, closed: false });
    await owner.lifted(whole.hold_id);
    const one = await owner.placed({ scope: 'message', message_id: ids[0] });
    expect(await removed(threadId)).toMatchObject({
      ...{ erased: 1, under_legal_hold: [ids[0]], unfinished: [running.messageId] },
    });
    await owner.lifted(one.hold_id);
    expect(await removed(threadId)).toMatchObject({ erased: 1, unfinished: [running.messageId] });
  });

  it('are deleted only with the scope, and only of the own tenant', async () => {
    const { threadId } = await converse(1);
    const plain = erasureClient(service, await service.createKey(tenantId));
    expect(refusedAs(await remove(threadId, plain))).toEqual([403, 'insufficient_scope']);
    const other = await service.createKey(await service.createTenant('others'), { scopes: ownerScopes });
    expect(refusedAs(await remove(threadId, erasureClient(service, other)))).toEqual([404, 'not_found']);
    expect(refusedAs(await remove('thr_x'))).toEqual([404, 'not_found']);
    expect(await read(threadId)).toMatchObject({ message_count: 1, closed: false });
  });
});
