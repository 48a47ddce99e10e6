import { newId } from '../../packages/server/src/ids/typeid.ts';
import type { TenantId } from '../../packages/server/src/interfaces/identity.ts';
import { GroupCommit } from '../../packages/server/src/stores/sqlite/group-commit.ts';
import { KeyRing } from '../../packages/server/src/stores/sqlite/key-ring.ts';
import { LogAppends } from '../../packages/server/src/stores/sqlite/log-appends.ts';
import { encodeMessage } from '../../packages/server/src/stores/sqlite/message-columns.ts';
import { migrate } from '../../packages/server/src/stores/sqlite/migrate.ts';
import { openForWriting } from '../../packages/server/src/stores/sqlite/open-database.ts';
import type { Call } from '../../packages/server/src/stores/sqlite/worker-protocol.ts';
import { createWriteOperations } from '../../packages/server/src/stores/sqlite/write-operations.ts';
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
  const keys = new KeyRing(database, masterKey);
  const log = new LogAppends(database);
  const operations = createWriteOperations(database, { keys, log, onTextRemoved: () => undefined });
  const group = new GroupCommit(database, operations, {
    beforeCommit: () => log.write(),
    after: () => {
      log.forget();
      keys.forgetFresh();
    },
  });
  const envelope = [
    ['question', 'How many days of holiday do I get?'],
    ['answer', 'You get twenty-eight days of paid holiday a year.'],
    ['response', response],
    ['trace', '{"blocked_prompt":null,"cost":null,"scored":null,"nearest":[],"review":null}'],
  ] as const;
  const tenantId = newId('ten', Date.now());
  database.prepare("INSERT INTO tenants VALUES (?, 'bench', 'active', 0)").run(tenantId);
  for (let done = 0; done < count; done += groupSize) {
    const calls = Array.from({ length: Math.min(groupSize, count - done) }, (): Call => {
      const nowMs = Date.now();
      const end = ['processing', nowMs, null, null, null, [], null, null];
      const event = [newId('evt', nowMs), 'message.delivered', '{"type":"message.delivered"}'];
      return ['finishMessage', [...encodeMessage(tenantId, sampleRow(nowMs, envelope)), ...end, ...event]];
    });
    const [failure] = group.run(calls).failures;
    if (failure !== undefined) throw new Error(failure[1].message);
    onProgress(done + calls.length);
  }
  database.close();
  return tenantId;
}
