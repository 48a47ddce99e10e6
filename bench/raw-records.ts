import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId, newSuffix } from '@avow/foundation';
import {
  migrateSqlite,
  openSqliteStore,
  sampleMasterKey,
  sqliteMigrations,
} from '@avow/server/testing/inner';
import { sampleRow } from './sample-row.ts';

const groupSize = 50;
const waitingCount = 200;
const eventBody = '{"type":"message.delivered"}';

export interface RecordRate {
  readonly perSecond: number;
  /** Processor time of a record, over all threads. */
  readonly processorMs: number;
}

/** Starts to measure; called with the number of records, it ends. */
function startClock(): (count: number) => RecordRate {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  return (count) => {
    const { user, system } = process.cpuUsage(before);
    return {
      perSecond: count / ((performance.now() - startedAt) / 1000),
      processorMs: (user + system) / 1000 / count,
    };
  };
}

/** Records before those that are timed: a thread that was just started still compiles. */
const warmUpCount = 10_000;

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

/**
 * Records a second of the same rows and indexes in a plain loop: groups of 50, one thread, nothing checked and nothing
 * hashed. What the store adds to this is its price.
 */
export function sameRowsPerSecond(directory: string, envelope: string, durationMs: number): RecordRate {
  const database = new DatabaseSync(join(directory, `rows-${newSuffix(Date.now())}.db`));
  database.exec(
    'PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000',
  );
  migrateSqlite(database, sqliteMigrations);
  const tenantId = newId('ten', Date.now());
  database
    .prepare("INSERT INTO tenants (tenant_id, name, status, created_at_ms) VALUES (?, 'raw', 'active', 0)")
    .run(tenantId);
  const thread = database.prepare(
    'INSERT INTO threads (tenant_id, thread_id, end_user_id) VALUES (?, ?, NULL)',
  );
  const message =
    database.prepare(`INSERT INTO messages (tenant_id, message_id, thread_id, status, band, confidence_score, tripwire_triggered, source_type, channel_type, content_state, created_at_ms, policy_version, pack_versions, time_ms, model_tier, routing_source, degraded, leaf_index, leaf_hash, secret_no, content_no)
    VALUES (?, ?, ?, 'delivered', 'high', 0.97, 0, 'qna', 'api', 'present', ?, 'bench', '[]', 3.2, 0, 'qna_match', 0, ?, ?, ?, ?)`);
  const secret = database.prepare('INSERT INTO record_secrets (secret) VALUES (?)');
  const content = database.prepare('INSERT INTO record_contents (content) VALUES (?)');
  const entry = database.prepare(
    'INSERT INTO log_entries (tenant_id, leaf_index, leaf_hash, entry) VALUES (?, ?, ?, ?)',
  );
  const event = database.prepare(
    "INSERT INTO outbox (tenant_id, event_id, type, body, created_at_ms) VALUES (?, ?, 'message.delivered', ?, ?)",
  );
  const leafHash = 'f'.repeat(64);
  const leafBytes = new Uint8Array(32);
  const sealed = Buffer.from(envelope);
  const leaf = 'l'.repeat(1000);
  let count = 0;
  function writeGroup(): void {
    database.exec('BEGIN IMMEDIATE');
    for (let i = 0; i < groupSize; i += 1) {
      const nowMs = Date.now();
      const suffix = newSuffix(nowMs);
      thread.run(tenantId, `thr_${suffix}`);
      const secretNo = secret.run(leafBytes).lastInsertRowid;
      const contentNo = content.run(sealed).lastInsertRowid;
      entry.run(tenantId, count + i, leafBytes, leaf);
      const place = [count + i, leafHash, secretNo, contentNo] as const;
      message.run(tenantId, `msg_${suffix}`, `thr_${suffix}`, nowMs, ...place);
      event.run(tenantId, `evt_${suffix}`, eventBody, nowMs);
    }
    database.exec('COMMIT');
    count += groupSize;
  }
  while (count < warmUpCount) writeGroup();
  const warmedUp = count;
  const startedAt = performance.now();
  const end = startClock();
  while (performance.now() - startedAt < durationMs) writeGroup();
  const rate = end(count - warmedUp);
  database.close();
  return rate;
}

/** Records a second of the store, checks and hashes included: so many waiting at any time that the writer never runs dry. */
export async function storeRecordsPerSecond(
  directory: string,
  envelope: string,
  durationMs: number,
): Promise<RecordRate> {
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory: join(directory, 'store') });
  const tenantId = newId('ten', Date.now());
  await store.access.createTenant({
    tenantId,
    name: `bench-${tenantId}`,
    status: 'active',
    createdAtMs: Date.now(),
  });
  let count = 0;
  async function write(): Promise<void> {
    const nowMs = Date.now();
    const row = sampleRow(nowMs, [['response', envelope]]);
    const event = {
      eventId: newId('evt', nowMs),
      type: 'message.delivered',
      messageId: row.messageId,
      body: eventBody,
    };
    const also = { events: [event], idempotency: null, journal: [], cost: null, label: null };
    await store.records.finishMessage(tenantId, row, also);
    count += 1;
  }
  async function writeWhile(isOn: () => boolean): Promise<void> {
    const client = async () => {
      while (isOn()) await write();
    };
    await Promise.all(Array.from({ length: waitingCount }, client));
  }
  await writeWhile(() => count < warmUpCount);
  count = 0;
  const startedAt = performance.now();
  const end = startClock();
  await writeWhile(() => performance.now() - startedAt < durationMs);
  const rate = end(count);
  await store.close();
  return rate;
}
