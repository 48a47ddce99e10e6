import { parseEntry } from '@avow/ledger-log/entries';
import { verifyInclusion } from '@avow/ledger-log/tree';
import { hmacSha256 } from '@avow/storage/sealing';
import { temporaryFolder } from '@avow/storage/testing';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage } from '../../../storage/contract/samples.ts';
import { openSqliteStore } from '../../../storage/sqlite/open-sqlite-store.ts';
import { hashEntry, sha256 } from '../../log/store/make-entry.ts';
import type { MessageRow } from '../record-store.ts';

describe('an ended message', () => {
  it('has a leaf that commits to each part of its content', async () => {
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory: temporaryFolder() });
    const tenantId = await newTenant(store.access);
    const direct = sampleMessage({ envelope: [['question', 'direct']] });
    const admitted = sampleMessage({ status: 'processing', envelope: [['question', 'admitted']] });
    const ended: MessageRow = {
      ...admitted,
      status: 'blocked',
      endUserId: 'ada',
      envelope: [['answer', 'ended']],
    };
    await store.records.admitMessage(tenantId, admitted);
    for (const message of [direct, ended]) await store.records.finishMessage(tenantId, message, nothingElse);
    const entries = await store.log.readEntries(tenantId, { from: 0, limit: 10 });
    const salts = await Promise.all(
      [direct, ended].map(
        async ({ messageId }) => new Map(await store.records.readSalts(tenantId, messageId)),
      ),
    );
    const opened = (index: number, name: string, text: string) =>
      hmacSha256(Buffer.from(salts[index]?.get(name) ?? '', 'hex'), text);
    const leaves = entries.map(({ text }) => parseEntry(text));
    expect(leaves.map(({ subject, state }) => [subject, state])).toEqual([
      [direct.messageId, 'delivered'],
      [ended.messageId, 'blocked'],
    ]);
    expect(leaves[0]?.commitments).toEqual([
      ['question', opened(0, 'question', 'direct')],
      ['content_state', opened(0, 'content_state', 'present')],
      ['facts', expect.any(String)],
    ]);
    expect(leaves[1]?.commitments.slice(0, 2)).toEqual([
      ['answer', opened(1, 'answer', 'ended')],
      ['end_user_id', opened(1, 'end_user_id', 'ada')],
    ]);
    expect(entries.map(({ leafHash }) => leafHash)).toEqual(
      entries.map(({ text }) => hashEntry(text).toString('hex')),
    );
    const { size, hashes } = await store.log.readHead(tenantId);
    await verifyInclusion(
      {
        ...{ index: 1, size, leafHash: Buffer.from(entries[1]?.leafHash ?? '', 'hex') },
        ...{ root: hashes[0] ?? new Uint8Array(), proof: [Buffer.from(entries[0]?.leafHash ?? '', 'hex')] },
      },
      sha256,
    );
    await store.close();
  });
});
