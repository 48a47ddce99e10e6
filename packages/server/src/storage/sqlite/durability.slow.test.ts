import { DatabaseSync } from 'node:sqlite';
import type { MessageId, TenantId } from '@avow/foundation';
import { temporaryFolder } from '@avow/storage/testing';
import { databasePath } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage } from '../contract/samples.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { runProcess, type TestProcess } from './test-support/run-process.ts';

async function readLines(process: TestProcess, count: number): Promise<string[]> {
  const lines: string[] = [];
  while (lines.length < count) {
    const line = await process.nextLine();
    if (line === null) break;
    lines.push(line);
  }
  return lines;
}

describe('durability', () => {
  it('[CON-4-17] loses nothing acknowledged when the process is killed', async () => {
    const directory = temporaryFolder();
    const writer = runProcess({ file: 'open-and-write.ts', directory });
    const [tenantId, ...acknowledged] = await readLines(writer, 200);
    writer.child.kill('SIGKILL');
    await writer.ended();
    const late = (await readLines(writer, 10_000)).filter((line) => line.length === 30);
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    for (const messageId of [...acknowledged, ...late]) {
      const found = await store.records.getMessage(tenantId as TenantId, messageId as MessageId);
      expect(found?.messageId).toBe(messageId);
    }
    await store.close();
    expect(acknowledged).toHaveLength(199);
    expectGaplessLog(directory);
  });

  it('loses no acknowledged journal event when the process is killed, and continues after it', async () => {
    const directory = temporaryFolder();
    const writer = runProcess({ file: 'append-for-ever.ts', directory });
    const [tenant, message, ...acknowledged] = await readLines(writer, 102);
    writer.child.kill('SIGKILL');
    await writer.ended();
    expect(acknowledged).toHaveLength(100);
    const [tenantId, messageId] = [tenant as TenantId, message as MessageId];
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    const { records } = store;
    const events = await records.readJournal(tenantId, messageId, { after: 0, limit: 100_000 });
    expect(events.length).toBeGreaterThanOrEqual(acknowledged.length);
    expect(events).toEqual(
      events.map((_, index) => ({
        seq: index + 1,
        type: 'message.answer.delta',
        body: JSON.stringify({ text: `piece ${index + 1}` }),
      })),
    );
    const next = { seq: events.length + 1, type: 'message.failed', body: '{}' };
    expect(await records.appendJournal(tenantId, messageId, [next])).toBe(true);
    await store.close();
  });

  it('loses neither messages in review nor decisions when the process is killed', async () => {
    const directory = temporaryFolder();
    const writer = runProcess({ file: 'submit-for-ever.ts', directory });
    const [tenant, ...acknowledged] = await readLines(writer, 100);
    writer.child.kill('SIGKILL');
    await writer.ended();
    expect(acknowledged).toHaveLength(99);
    // The last word on each.
    const statuses = new Map(acknowledged.map((line) => line.split(' ') as [MessageId, string]));
    const [lastId] = [...statuses.keys()].slice(-1);
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    for (const [messageId, status] of statuses) {
      const found = await store.records.getMessage(tenant as TenantId, messageId);
      // The step after the last that was acknowledged may have been taken.
      if (messageId === lastId) expect(found).not.toBeNull();
      else expect([found?.status, found?.log === null]).toEqual([status, status === 'in_review']);
    }
    await store.close();
    expectGaplessLog(directory);
  });

  it('[CON-4-18] numbers one log while two processes write to it', async () => {
    const directory = temporaryFolder();
    const stores = [
      await openSqliteStore({ masterKey: sampleMasterKey, directory }),
      await openSqliteStore({ masterKey: sampleMasterKey, directory }),
    ] as const;
    const tenantId = await newTenant(stores[0].access);
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? stores[0] : stores[1]).records.finishMessage(
          tenantId,
          sampleMessage(),
          nothingElse,
        ),
      ),
    );
    expect(await stores[0].log.readHead(tenantId)).toMatchObject({ size: 100 });
    for (const store of stores) await store.close();
    expectGaplessLog(directory);
  });

  it('[CON-5-31] stops writing after the disk has failed, and reports it', async () => {
    const directory = temporaryFolder();
    const limited = runProcess({ file: 'write-past-limit.ts', directory, fileKibMax: 4096 });
    const [tenantId, kept, ...refused] = await readLines(limited, 10);
    await limited.ended();
    expect(kept).toMatch(/^msg_/);
    // The third record would have fitted: it is refused because nobody knows what the disk holds.
    expect(refused).toEqual(['audit_unavailable', 'audit_unavailable', 'ping: audit_unavailable', 'closed']);

    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    const listed = await store.records.listMessages(
      tenantId as TenantId,
      { readableBy: null },
      { before: null, limit: 10 },
    );
    expect(listed.map(({ messageId }) => messageId)).toEqual([kept]);
    await store.ping();
    await store.close();
  });

  it('cannot be opened on a full disk, says so, and opens once there is room', async () => {
    const directory = temporaryFolder();
    await (await openSqliteStore({ masterKey: sampleMasterKey, directory })).close();
    // Less than the file takes that connections share.
    const limited = runProcess({ file: 'open-and-close.ts', directory, fileKibMax: 16 });
    expect(await readLines(limited, 2)).toEqual([expect.stringMatching(/no room left on the disk/)]);
    await limited.ended();
    const again = runProcess({ file: 'open-and-close.ts', directory });
    expect(await readLines(again, 2)).toEqual(['opened']);
  });

  it('commits everything asked for before it closes', async () => {
    const directory = temporaryFolder();
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    const tenantId = await newTenant(store.access);
    const messages = Array.from({ length: 400 }, () => sampleMessage());
    const ends = messages.map((message) => store.records.finishMessage(tenantId, message, nothingElse));
    const closing = store.close();
    await expect(store.records.getMessage(tenantId, sampleMessage().messageId)).rejects.toMatchObject({
      code: 'shutting_down',
    });
    const outcomes = await Promise.allSettled(ends);
    await closing;
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    const again = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    const listed = await again.records.listMessages(
      tenantId,
      { readableBy: null },
      { before: null, limit: 1000 },
    );
    expect(listed).toHaveLength(messages.length);
    await again.close();
  });
});

/** The tenants' log sizes, their leaves and the numbers of these must tell the same story. */
function expectGaplessLog(directory: string): void {
  const database = new DatabaseSync(databasePath(directory), { readOnly: true });
  const sizes = database.prepare('SELECT tenant_id, size FROM logs ORDER BY tenant_id').all();
  const leaves = database
    .prepare(
      'SELECT tenant_id, count(*) AS size FROM messages WHERE leaf_index IS NOT NULL GROUP BY tenant_id HAVING max(leaf_index) = count(*) - 1 ORDER BY tenant_id',
    )
    .all();
  expect(leaves).toEqual(sizes);
  expect(sizes).not.toEqual([]);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
}
