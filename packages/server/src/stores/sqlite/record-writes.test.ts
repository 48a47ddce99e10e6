import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { MessageId } from '../../interfaces/identity.ts';
import type { MessageRow } from '../../interfaces/record-store.ts';
import { newTenant, nothingElse, sampleMessage } from '../contract/samples.ts';
import { makeLeaf } from '../make-leaf.ts';
import { databasePath } from './open-database.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { temporaryFolder } from './test-support/temporary-folder.ts';

describe('an ended message', () => {
  it('has the salt from which anyone can work out its leaf again', async () => {
    const directory = temporaryFolder();
    const store = await openSqliteStore({ directory });
    const tenantId = await newTenant(store.access);
    const direct = sampleMessage({ envelope: 'direct' });
    const admitted = sampleMessage({ status: 'processing', envelope: 'admitted' });
    const ended: MessageRow = { ...admitted, status: 'blocked', envelope: 'ended' };
    await store.records.admitMessage(tenantId, admitted);
    const database = new DatabaseSync(databasePath(directory), { readOnly: true });
    const saltOf = (messageId: MessageId) =>
      database.prepare('SELECT hex(salt) AS salt FROM messages WHERE message_id = ?').get(messageId)?.[
        'salt'
      ];
    expect(saltOf(admitted.messageId)).toMatch(/^[0-9A-F]{64}$/);

    for (const message of [direct, ended]) {
      const log = await store.records.finishMessage(tenantId, message, nothingElse);
      const salt = String(saltOf(message.messageId));
      expect(log).toMatchObject({ leafHash: makeLeaf({ tenantId, message, salt }) });
    }
    expect(saltOf(direct.messageId)).not.toBe(saltOf(ended.messageId));
    database.close();
    await store.close();
  });
});
