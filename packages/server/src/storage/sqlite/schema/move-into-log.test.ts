import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants } from 'node:sqlite';
import { formatTime } from '@avow/contract';
import type { MessageId, TenantId } from '@avow/foundation';
import { computeRoot, frontierRoot, leafBytes, parseEntry } from '@avow/ledger-log';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { nothingElse } from '../../contract/samples.ts';
import { hmacSha256 } from '../../sealing/hmac-sha256.ts';
import { hashEntry, sha256 } from '../../sealing/make-entry.ts';
import { databasePath, openForWriting } from '../open-database.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { migrate } from './migrate.ts';
import { schemaMigrations } from './schema-migrations.ts';

const tenantId: TenantId = 'ten_one';
const createdAtMs = Date.UTC(2026, 0, 2);

/** A database as the release before left it: so many messages ended, and one with a journal is being answered. */
function makeOld(endedCount: number) {
  const directory = temporaryFolder();
  const database = openForWriting({ directory, busyTimeoutMs: 1000 });
  migrate(database, sampleMasterKey, schemaMigrations.slice(0, 5));
  database.exec(`BEGIN;
    INSERT INTO tenants VALUES ('${tenantId}', 'one', 'active', 1);
    INSERT INTO threads VALUES ('${tenantId}', 'thr_1', 'readable person');`);
  const insert =
    database.prepare(`INSERT INTO messages (tenant_id, message_id, thread_id, status, band, confidence_score,
    tripwire_triggered, source_type, channel_type, end_user_id, content_state, created_at_ms, policy_version, pack_versions,
    leaf_index, leaf_hash, salt, envelope)
    VALUES (?, ?, 'thr_1', ?, 'none', 0.5, 0, 'none', 'api', ?, 'present', ?, 'pol', '[]', ?, ?, ?, ?)`);
  const messages = Array.from({ length: endedCount }, (_, index) => {
    const messageId: MessageId = `msg_${index}`;
    const salt = Buffer.alloc(32, `salt ${index} `);
    const envelope = JSON.stringify({
      question: `readable question ${index}`,
      response: { answer: 'readable' },
    });
    const leaf = leafBytes({
      ...{ tenantId, messageId, status: 'failed', createdAt: formatTime(createdAtMs) },
      contentCommitment: hmacSha256(salt, envelope),
    });
    const leafHash = hash('sha256', Buffer.concat([Buffer.of(0), leaf]), 'hex');
    const place = [index, leafHash, salt, envelope] as const;
    insert.run(tenantId, messageId, 'failed', 'readable person', createdAtMs, ...place);
    return { messageId, salt, envelope, leafHash };
  });
  const open = [null, null, Buffer.alloc(32), '{"question":"readable and open"}'] as const;
  insert.run(tenantId, 'msg_open', 'processing', null, createdAtMs, ...open);
  database.exec(
    `INSERT INTO message_journal VALUES ('${tenantId}', 'msg_open', 1, 'message.created', NULL, '"readable"');
     COMMIT;`,
  );
  database.close();
  return { directory, messages };
}

describe('a database of an earlier release', () => {
  it('is moved into the log: records stay unchanged, and nothing remains unencrypted', async () => {
    const { directory, messages } = makeOld(1100);
    expect(readFileSync(databasePath(directory)).includes('readable')).toBe(true);
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    for (const [index, { messageId, salt, envelope, leafHash }] of messages.entries()) {
      const stored = await store.records.getMessage(tenantId, messageId);
      expect(new Map(stored?.envelope).get('envelope')).toBe(envelope);
      expect(stored).toMatchObject({ endUserId: 'readable person', log: { leafIndex: index, leafHash } });
      expect(await store.records.readSalts(tenantId, messageId)).toEqual([['content', salt.toString('hex')]]);
    }
    const entries = await store.log.readEntries(tenantId, { from: 0, limit: 2000 });
    expect(entries.map((entry) => entry.leafHash)).toEqual(messages.map(({ leafHash }) => leafHash));
    expect(entries.every(({ text, leafHash }) => hashEntry(text).toString('hex') === leafHash)).toBe(true);
    expect(parseEntry(entries[7]?.text ?? '').commitments).toEqual([
      ['content', hmacSha256(messages[7]?.salt ?? new Uint8Array(), messages[7]?.envelope ?? '')],
    ]);
    const head = await store.log.readHead(tenantId);
    expect(head.size).toBe(1100);
    const leaves = messages.map(({ leafHash }) => Buffer.from(leafHash, 'hex'));
    expect(Buffer.from(frontierRoot(head, sha256))).toEqual(Buffer.from(await computeRoot(leaves, sha256)));
    expect(await store.records.isThreadOf(tenantId, 'thr_1', 'readable person')).toBe(true);

    const journal = await store.records.readJournal(tenantId, 'msg_open', { after: 0, limit: 10 });
    expect(journal).toEqual([{ seq: 1, type: 'message.created', body: '"readable"' }]);
    const open = await store.records.getMessage(tenantId, 'msg_open');
    if (open === null) throw new Error('the message is gone');
    const { log: _none, ...row } = open;
    await store.records.finishMessage(tenantId, { ...row, status: 'failed' }, nothingElse);
    expect((await store.records.getMessage(tenantId, 'msg_open'))?.log).toMatchObject({ leafIndex: 1100 });
    await store.close();
    expect(readFileSync(databasePath(directory)).includes('readable')).toBe(false);
  });

  it('is cleared of unencrypted text by the next start, if there was no room for it', async () => {
    const { directory } = makeOld(1);
    const isReadable = () => readFileSync(databasePath(directory)).includes('readable');
    const database = openForWriting({ directory, busyTimeoutMs: 1000 });
    // In no order and of many lengths, so that rows move from page to page and leave copies.
    const insert = database.prepare('INSERT INTO threads VALUES (?, ?, ?)');
    database.exec('BEGIN');
    for (let index = 0; index < 3000; index++)
      insert.run(tenantId, `thr_${(index * 7919) % 3000}_`, `readable ${'name '.repeat(index % 9)}`);
    database.exec('COMMIT');
    // VACUUM attaches a second database, and finds no place for it.
    database.setAuthorizer((action) =>
      action === constants.SQLITE_ATTACH ? constants.SQLITE_DENY : constants.SQLITE_OK,
    );
    expect(() => migrate(database, sampleMasterKey)).toThrow(/authorization denied/);
    database.close();
    expect(isReadable()).toBe(true);
    for (const _time of ['next', 'after it']) {
      const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
      expect((await store.log.readHead(tenantId)).size).toBe(1);
      await store.close();
      expect(isReadable()).toBe(false);
    }
  });

  it('opens only with the key it was moved under', async () => {
    const { directory } = makeOld(1);
    await (await openSqliteStore({ masterKey: sampleMasterKey, directory })).close();
    const other = new Uint8Array(32).fill(8);
    await expect(openSqliteStore({ masterKey: other, directory })).rejects.toThrow(/master key/);
    await (await openSqliteStore({ masterKey: sampleMasterKey, directory })).close();
  });
});
