import { newId, type TenantId } from '@avow/foundation';
import type { MessageRow } from '../../src/records/record-store.ts';
import { KeyRing } from '../../src/stores/keys/key-ring.ts';
import { LogAppends } from '../../src/stores/log/log-appends.ts';
import { encodeMessage } from '../../src/stores/messages/message-columns.ts';
import type { FinishCall } from '../../src/stores/messages/record-calls.ts';
import { atOnce } from '../../src/stores/sql/operation.ts';
import { growLogs } from '../../src/stores/sqlite/grow-logs.ts';
import { openForWriting } from '../../src/stores/sqlite/open-database.ts';
import { sqliteStatements } from '../../src/stores/sqlite/sqlite-statements.ts';
import { GroupCommit } from '../../src/stores/sqlite/threads/group-commit.ts';
import type { Call } from '../../src/stores/sqlite/threads/worker-protocol.ts';
import { createWriteOperations } from '../../src/stores/sqlite/threads/write-operations.ts';

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
  const log = new LogAppends(statements, growLogs(statements));
  const operations = createWriteOperations(database, { keys, log, onTextRemoved: () => undefined });
  const group = new GroupCommit(database, operations, {
    beforeCommit: () => atOnce(log.write()),
    after: () => {
      log.discard();
      keys.discardFresh();
    },
  });
  for (let done = 0; done < count; done += groupSize) {
    const calls = Array.from({ length: Math.min(groupSize, count - done) }, (): Call => {
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
      };
      return ['finishMessage', { message, ...end, events: [event] } satisfies FinishCall];
    });
    const [failure] = group.run(calls).failures;
    if (failure !== undefined) throw new Error(failure[1].message);
    onProgress(done + calls.length);
  }
  database.close();
}
