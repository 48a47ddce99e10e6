import type { TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import type { Call, FinishCall } from '@avow/server/measurement';
import {
  atOnce,
  createWriteOperations,
  encodeMessage,
  GroupCommit,
  growLogs,
  KeyRing,
  LogAppends,
  migrate,
  openForWriting,
  sqliteStatements,
} from '@avow/server/measurement';
import { sampleRow } from '../sample-row.ts';

const groupSize = 500;

/** Fills a database by the store's own operations, in one thread and without waiting for the disk. */
export function fillLog(
  directory: string,
  {
    masterKey,
    count,
    response,
    onProgress,
  }: {
    readonly masterKey: Uint8Array;
    readonly count: number;
    readonly response: string;
    readonly onProgress: (done: number) => void;
  },
): TenantId {
  const database = openForWriting({ directory, busyTimeoutMs: 1000 });
  migrate(database, masterKey);
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
  const envelope = [
    ['question', 'How many days of holiday do I get?'],
    ['answer', 'You get twenty-eight days of paid holiday a year.'],
    ['response', response],
    ['trace', '{"blocked_prompt":null,"cost":null,"scored":null,"nearest":[],"review":null}'],
  ] as const;
  const tenantId = newId('ten', Date.now());
  database
    .prepare("INSERT INTO tenants (tenant_id, name, status, created_at_ms) VALUES (?, 'bench', 'active', 0)")
    .run(tenantId);
  for (let done = 0; done < count; done += groupSize) {
    const calls = Array.from({ length: Math.min(groupSize, count - done) }, (): Call => {
      const nowMs = Date.now();
      const message = encodeMessage(tenantId, sampleRow(nowMs, envelope));
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
  return tenantId;
}
