import { newId, type TenantId } from '@avow/foundation';
import { atOnce } from '@avow/storage';
import { KeyRing } from '@avow/storage/sealing';
import type { ThreadCall } from '@avow/storage/threads';
import { GroupCommit, openForWriting, sqliteStatements } from '@avow/storage/threads';
import { growInProcess } from '../../src/features/log/store/grow-in-process.ts';
import { LogAppends } from '../../src/features/log/store/log-appends.ts';
import type { MessageRow } from '../../src/features/records/record-store.ts';
import { encodeMessage } from '../../src/features/records/store/message-columns.ts';
import type { EndRows } from '../../src/features/records/store/message-rows.ts';
import { createSqliteWrites } from '../../src/storage/sqlite/sqlite-operations.ts';

const groupSize = 500;

/** Fills the database of a store that is closed by the store's own operations, in one thread and without waiting for the disk. */
export function fillLog(
  directory: string,
  {
    masterKey,
    tenantId,
    count,
    createRow,
    onProgress,
  }: {
    readonly masterKey: Uint8Array;
    readonly tenantId: TenantId;
    readonly count: number;
    readonly createRow: (nowMs: number) => MessageRow;
    readonly onProgress: (done: number) => void;
  },
): void {
  const database = openForWriting({ directory, busyTimeoutMs: 1000 });
  database.exec('PRAGMA synchronous = OFF');
  const keys = new KeyRing(sqliteStatements(database), masterKey);
  const statements = sqliteStatements(database);
  const log = new LogAppends(statements, growInProcess(statements));
  const operations = createSqliteWrites(database, { keys, log, onTextRemoved: () => undefined });
  const group = new GroupCommit(database, operations, {
    beforeCommit: () => atOnce(log.write()),
    after: () => {
      log.discard();
      keys.discardFresh();
    },
  });
  for (let done = 0; done < count; done += groupSize) {
    const calls = Array.from({ length: Math.min(groupSize, count - done) }, (): ThreadCall => {
      const nowMs = Date.now();
      const message = encodeMessage(tenantId, createRow(nowMs));
      const event = {
        ...{ eventId: newId('evt', nowMs), type: 'message.delivered', messageId: null },
        body: '{"type":"message.delivered"}',
      };
      const end = {
        isNew: true,
        reachableFrom: 'processing',
        nowMs,
        claim: null,
        heldKey: null,
        journal: [],
        cost: null,
        label: null,
        mails: [],
        mailToAsker: null,
        review: null,
      };
      return ['finishMessage', [{ message, ...end, events: [event] } satisfies EndRows]];
    });
    const [failure] = group.run(calls).failures;
    if (failure !== undefined) throw new Error(failure[1].message);
    onProgress(done + calls.length);
  }
  database.close();
}
