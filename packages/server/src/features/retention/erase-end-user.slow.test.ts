import { DatabaseSync } from 'node:sqlite';
import { databasePath } from '@avow/storage/threads';
import { expect, it } from 'vitest';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../storage/contract/samples.ts';
import { useStore } from '../../storage/sqlite/test-support/use-store.ts';
import { createRecordRetention } from './retention.ts';

const { store, directory } = await useStore();

it('[CON-13-10] [CON-13-11] erases 500 messages a call, and skips what is under hold', async () => {
  const tenantId = await newTenant(store.access);
  const dropped: string[] = [];
  const retention = createRecordRetention({
    ...{ store: store.retention, nowMs: () => sampleTimeMs },
    dropCached: async (of) => void dropped.push(of),
    listRunningOf: async () => [],
  });
  const messages = Array.from({ length: 540 }, (_, index) =>
    sampleMessage({ endUserId: 'ada', createdAtMs: sampleTimeMs + index }),
  );
  await Promise.all(messages.map((one) => store.records.finishMessage(tenantId, one, nothingElse)));
  const waiting = sampleMessage({ endUserId: 'ada', status: 'queued', createdAtMs: sampleTimeMs - 1 });
  await store.records.admitMessage(tenantId, waiting);
  // The oldest of all: stopping at what cannot be erased would make no progress.
  const underHold = messages.slice(0, 30).map(({ messageId }) => messageId);
  for (const messageId of underHold) {
    await retention.placeHold(
      tenantId,
      { target: { scope: 'message', messageId }, reason: 'Case 7' },
      'key_1',
    );
  }
  const stay = { underHold: expect.arrayContaining(underHold), notEnded: [waiting.messageId], pairs: [] };
  const first = await retention.eraseEndUser(tenantId, 'ada', 'key_1');
  expect(first).toEqual({ ...stay, erased: 500, hasMore: true });
  const second = await retention.eraseEndUser(tenantId, 'ada', 'key_1');
  expect(second).toEqual({ ...stay, erased: 10, hasMore: false });
  expect(await retention.eraseEndUser(tenantId, 'ada', 'key_1')).toEqual({
    ...stay,
    erased: 0,
    hasMore: false,
  });
  const page = { after: null, limit: 100 };
  expect(await store.retention.listMessagesOf(tenantId, 'ada', page)).toHaveLength(31);
  expect(dropped).toEqual([tenantId, tenantId, tenantId]);
});

it('drops cached answers even if copies may remain in files', async () => {
  const tenantId = await newTenant(store.access);
  const message = sampleMessage({ endUserId: 'ada' });
  await store.records.finishMessage(tenantId, message, nothingElse);
  const reader = new DatabaseSync(databasePath(directory), { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM messages');
  const dropped: string[] = [];
  const retention = createRecordRetention({
    ...{ store: store.retention, nowMs: () => sampleTimeMs },
    dropCached: async (of) => void dropped.push(of),
    listRunningOf: async () => [],
  });
  const unavailable = { code: 'audit_unavailable' };
  await expect(retention.eraseEndUser(tenantId, 'ada', 'key_1')).rejects.toMatchObject(unavailable);
  await expect(retention.eraseMessage(tenantId, message.messageId, 'key_1')).rejects.toMatchObject(
    unavailable,
  );
  reader.close();
  expect(dropped).toEqual([tenantId, tenantId]);
});
