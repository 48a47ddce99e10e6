import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../stores/contract/samples.ts';
import { databasePath } from '../stores/sqlite/open-database.ts';
import { useStore } from '../stores/sqlite/test-support/use-store.ts';
import { createForgetting } from './create-forgetting.ts';

const { store, directory } = await useStore();

it('[CON-13-10] [CON-13-11] erases 500 messages a call, and passes what stays', async () => {
  const tenantId = await newTenant(store.access);
  const forgotten: string[] = [];
  const forgetting = createForgetting({
    ...{ store: store.forgetting, nowMs: () => sampleTimeMs },
    forgetCached: (of) => void forgotten.push(of),
    listRunningOf: () => [],
  });
  const messages = Array.from({ length: 540 }, (_, index) =>
    sampleMessage({ endUserId: 'ada', createdAtMs: sampleTimeMs + index }),
  );
  await Promise.all(messages.map((one) => store.records.finishMessage(tenantId, one, nothingElse)));
  const waiting = sampleMessage({ endUserId: 'ada', status: 'queued', createdAtMs: sampleTimeMs - 1 });
  await store.records.admitMessage(tenantId, waiting);
  // The oldest of all: whoever stopped at what stays would come no further.
  const held = messages.slice(0, 30).map(({ messageId }) => messageId);
  for (const messageId of held) {
    await forgetting.placeHold(
      tenantId,
      { target: { scope: 'message', messageId }, reason: 'Case 7' },
      'key_1',
    );
  }
  const stay = { held: expect.arrayContaining(held), notEnded: [waiting.messageId], pairs: [] };
  const first = await forgetting.eraseEndUser(tenantId, 'ada', 'key_1');
  expect(first).toEqual({ ...stay, erased: 500, hasMore: true });
  const second = await forgetting.eraseEndUser(tenantId, 'ada', 'key_1');
  expect(second).toEqual({ ...stay, erased: 10, hasMore: false });
  expect(await forgetting.eraseEndUser(tenantId, 'ada', 'key_1')).toEqual({
    ...stay,
    erased: 0,
    hasMore: false,
  });
  const page = { after: null, limit: 100 };
  expect(await store.forgetting.listMessagesOf(tenantId, 'ada', page)).toHaveLength(31);
  expect(forgotten).toEqual([tenantId, tenantId, tenantId]);
});

it('drops what is remembered also where it cannot be said yet that every copy is gone', async () => {
  const tenantId = await newTenant(store.access);
  const message = sampleMessage({ endUserId: 'ada' });
  await store.records.finishMessage(tenantId, message, nothingElse);
  const reader = new DatabaseSync(databasePath(directory), { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM messages');
  const forgotten: string[] = [];
  const forgetting = createForgetting({
    ...{ store: store.forgetting, nowMs: () => sampleTimeMs },
    forgetCached: (of) => void forgotten.push(of),
    listRunningOf: () => [],
  });
  const unavailable = { code: 'audit_unavailable' };
  await expect(forgetting.eraseEndUser(tenantId, 'ada', 'key_1')).rejects.toMatchObject(unavailable);
  await expect(forgetting.eraseMessage(tenantId, message.messageId, 'key_1')).rejects.toMatchObject(
    unavailable,
  );
  reader.close();
  expect(forgotten).toEqual([tenantId, tenantId]);
}, 120_000);
