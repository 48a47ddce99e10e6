import { DatabaseSync } from 'node:sqlite';
import type { TenantId } from '@avow/foundation';
import { discloseRecord, KnownExpiries } from '@avow/ledger/testing';
import { parseEntry } from '@avow/ledger-log/entries';
import { databasePath } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { openSqliteArchive } from '../../src/features/records/store/archive/open-sqlite-archive.ts';
import { sampleMasterKey } from '../../src/storage/contract/sample-master-key.ts';
import {
  newTenant,
  nothingElse,
  sampleEvent,
  sampleMessage,
  sampleTimeMs,
} from '../../src/storage/contract/samples.ts';
import { useStore } from '../../src/storage/sqlite/test-support/use-store.ts';

const { store, directory } = await useStore();

/** A log of one record, and what was done with it behind that. */
async function newLog() {
  const tenantId = await newTenant(store.access);
  const { messageId } = sampleMessage();
  await store.records.finishMessage(tenantId, sampleMessage({ messageId }), nothingElse);
  return { tenantId, messageId };
}

/** The first record of a log, as an export under a checkpoint of this size shows it. */
function show(tenantId: TenantId, size: number) {
  const archive = openSqliteArchive({ masterKey: sampleMasterKey, directory, busyTimeoutMs: 1000 });
  try {
    const expiries = new KnownExpiries(archive, tenantId, size);
    expiries.readNew();
    const [leaf] = archive.readLeaves(tenantId, { start: 0, end: 1 });
    if (leaf === undefined) throw new Error('there is one');
    const shown = discloseRecord(leaf, parseEntry(leaf.entry), { archive, tenantId, size, expiries });
    return shown === 'superseded' ? shown : shown.contentState;
  } finally {
    archive.close();
  }
}

function tamper(sql: string, tenantId: TenantId): void {
  const database = new DatabaseSync(databasePath(directory), { enableForeignKeyConstraints: false });
  database.prepare(sql).run(tenantId);
  database.close();
}

const doing = { atMs: sampleTimeMs, actor: 'operator' } as const;

describe('discloseRecord', () => {
  it('shows what the checkpoint covers, and says where it is too old for what became of the record', async () => {
    const { tenantId, messageId } = await newLog();
    expect(show(tenantId, 1)).toBe('present');
    await store.retention.eraseMessage(tenantId, messageId, {
      ...doing,
      event: sampleEvent('audit.erased'),
    });
    expect(show(tenantId, 1)).toBe('superseded');
    expect(show(tenantId, 2)).toBe('erased');
    const options = { askedBeforeMs: sampleTimeMs + 1, atMs: sampleTimeMs, rowsMax: 10 };
    await store.retention.dropRecords(tenantId, options);
    expect(show(tenantId, 2)).toBe('superseded');
    expect(show(tenantId, 3)).toBe('dropped');
  });

  it.each([
    ['a record that is gone without an entry', 'DELETE FROM messages WHERE tenant_id = ?'],
    [
      'a record that was erased without an entry',
      "UPDATE messages SET content_state = 'erased' WHERE tenant_id = ?",
    ],
    ['a record in no known state', "UPDATE messages SET content_state = 'x' WHERE tenant_id = ?"],
  ])('tells of %s as damaged', async (_what, sql) => {
    const { tenantId, messageId } = await newLog();
    tamper(sql, tenantId);
    expect(() => show(tenantId, 1)).toThrow(
      `The record of ${messageId} cannot be decrypted or does not match the log`,
    );
  });
});
