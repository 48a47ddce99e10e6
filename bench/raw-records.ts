import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '../packages/server/src/ids/typeid.ts';
import type { MessageRow } from '../packages/server/src/interfaces/record-store.ts';
import { openSqliteStore } from '../packages/server/src/stores/sqlite/open-sqlite-store.ts';

const groupSize = 50;

/** Records a second of a plain loop: groups of 50, one table, no index, no thread. */
export function rawRecordsPerSecond(directory: string, body: string, durationMs: number): number {
  const database = new DatabaseSync(join(directory, 'raw.db'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS records (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT',
  );
  const insert = database.prepare('INSERT INTO records (body) VALUES (?)');
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < durationMs) {
    database.exec('BEGIN IMMEDIATE');
    for (let i = 0; i < groupSize; i += 1) insert.run(body);
    database.exec('COMMIT');
    count += groupSize;
  }
  const perSecond = count / ((performance.now() - startedAt) / 1000);
  database.close();
  return perSecond;
}

/** Records a second of the store, with its log leaf, thread, event and indexes: 50 waiting at any time, each for its own commit. */
export async function storeRecordsPerSecond(
  directory: string,
  envelope: string,
  durationMs: number,
): Promise<number> {
  const store = await openSqliteStore({ directory: join(directory, 'store') });
  const tenantId = newId('ten', Date.now());
  await store.access.createTenant({
    tenantId,
    name: `bench-${tenantId}`,
    status: 'active',
    createdAtMs: Date.now(),
  });
  const startedAt = performance.now();
  let count = 0;
  async function client(): Promise<void> {
    while (performance.now() - startedAt < durationMs) {
      const nowMs = Date.now();
      const row: MessageRow = {
        messageId: newId('msg', nowMs),
        threadId: newId('thr', nowMs),
        status: 'delivered',
        band: 'high',
        confidenceScore: 0.97,
        tripwireTriggered: false,
        sourceType: 'qna',
        channelType: 'api',
        endUserId: null,
        contentState: 'present',
        createdAtMs: nowMs,
        policyVersion: 'bench',
        packVersions: [],
        envelope,
      };
      const event = {
        eventId: newId('evt', nowMs),
        type: 'message.delivered',
        body: '{"type":"message.delivered"}',
      };
      await store.records.finishMessage(tenantId, row, { events: [event], idempotency: null });
      count += 1;
    }
  }
  await Promise.all(Array.from({ length: groupSize }, client));
  const perSecond = count / ((performance.now() - startedAt) / 1000);
  await store.close();
  return perSecond;
}
