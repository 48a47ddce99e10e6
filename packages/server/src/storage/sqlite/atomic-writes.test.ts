import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { newId } from '@avow/foundation';
import { atOnce } from '@avow/storage';
import { KeyRing } from '@avow/storage/sealing';
import type { ThreadCall } from '@avow/storage/threads';
import { GroupCommit, migrateSqlite, sqliteStatements } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import type { LabelColumns } from '../../features/feedback/store/label-columns.ts';
import { growInProcess } from '../../features/log/store/grow-in-process.ts';
import { LogAppends } from '../../features/log/store/log-appends.ts';
import { encodeMessage } from '../../features/records/store/message-columns.ts';
import type { EndRows } from '../../features/records/store/message-rows.ts';
import { encodeCost } from '../../features/records/store/spending-columns.ts';
import type { Hold } from '../../features/retention/retention-store.ts';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { sampleMessage, sampleTimeMs } from '../contract/samples.ts';
import { sqliteMigrations } from '../schema/sqlite-schema.ts';
import { createSqliteWrites, type SqliteWrites } from './sqlite-operations.ts';

const tenants = ['ten_a', 'ten_b'] as const;
const [tenantId] = tenants;
const going = sampleMessage({ status: 'processing' });
const ended = sampleMessage();
const event = (seq: number) => ({ seq, type: 'message.answer.delta', body: `"piece ${seq}"` });
const notice = (type: string) => ({ eventId: newId('evt', 1), type, messageId: null, body: '{}' });

function endRows(journal: EndRows['journal'], message = going, label: EndRows['label'] = null): EndRows {
  return {
    message: encodeMessage(tenantId, { ...message, status: 'delivered' }),
    isNew: false,
    reachableFrom: 'processing',
    nowMs: sampleTimeMs,
    claim: { route: 'route', key: 'key', ending: 'keep' },
    heldKey: null,
    journal,
    cost: encodeCost({ currency: 'EUR', amount: 0.5, inputTokens: 10, outputTokens: 20 }, sampleTimeMs),
    label,
    events: [notice('message.delivered')],
    mails: [{ mailId: newId('mal', 1), mail: { to: 'ada@example.org', subject: 'Answer', text: 'Yes.' } }],
    mailToAsker: null,
    review: null,
  };
}

const erasure = { atMs: 1, actor: 'operator', event: notice('audit.erased') } as const;
const sweep = { askedBeforeMs: Number.MAX_SAFE_INTEGER, atMs: 1, rowsMax: 5 };
const retention = { contentDays: 1, recordDays: null };
const hold: Hold = {
  ...{ holdId: newId('hld', 1), target: { scope: 'end_user', endUserId: 'ada' }, reason: 'Case 7' },
  ...{ placedAtMs: 1, placedBy: 'operator', liftedAtMs: null, liftedBy: null },
};

const label: LabelColumns = {
  ...{ message_id: going.messageId, author: 'ada', origin: 'review', is_right: 1, score: 0.5, band: 'low' },
  ...{ asked_at_ms: 1, labelled_at_ms: 2, evidence: '{}', key_id: 'key_1', from_visitor: 0 },
};

const claim = {
  ...{ route: 'route', key: 'key', fingerprint: 'same', messageId: going.messageId },
  ...{ nowMs: 0, leaseUntilMs: 1, keepUntilMs: 2 },
};

const callOf = <Name extends keyof SqliteWrites & string>(
  name: Name,
  ...args: Parameters<SqliteWrites[Name]>
): ThreadCall => [name, args];

/** Every row that is written asks `count_write()` first, which throws at the one that is to fail. */
function openFailing() {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA foreign_keys = ON');
  migrateSqlite(database, sqliteMigrations);
  let [written, failAt] = [0, 0];
  database.function('count_write', () => {
    written++;
    if (written === failAt) throw new Error('this write fails, as the test asked');
    return 0;
  });
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => String(name));
  for (const table of tables) {
    for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
      database.exec(
        `CREATE TRIGGER ${table}_${change} BEFORE ${change} ON ${table} BEGIN SELECT count_write(); END`,
      );
    }
  }
  const keys = new KeyRing(sqliteStatements(database), sampleMasterKey);
  const statements = sqliteStatements(database);
  const log = new LogAppends(statements, growInProcess(statements));
  const operations = createSqliteWrites(database, { keys, log, onTextRemoved: () => {} });
  const group = new GroupCommit(database, operations, {
    beforeCommit: () => atOnce(log.write()),
    after: () => {
      log.discard();
      keys.discardFresh();
    },
  });
  return {
    failAt(write: number) {
      written = 0;
      failAt = write;
    },
    run: (call: ThreadCall) => group.run([call]),
    dump: () => tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]),
    close: () => database.close(),
  };
}

function prepare(): ReturnType<typeof openFailing> {
  const store = openFailing();
  const admitted = encodeMessage(tenantId, going);
  const calls = [
    ...tenants.map((id) =>
      callOf('createTenant', { tenantId: id, name: id, status: 'active', createdAtMs: 0 }, undefined),
    ),
    callOf('claimKey', tenantId, claim),
    callOf('admitMessage', { message: admitted, claim: null, journal: [event(1), event(2)] }),
    callOf('finishMessage', endRows([event(1), event(2)], ended)),
    callOf('recordTime', { atMs: 1, apartMs: 1, timesMax: 9 }),
    callOf('recordTime', { atMs: 5, apartMs: 1, timesMax: 9 }),
  ];
  for (const call of calls) expect(store.run(call).failures).toEqual([]);
  return store;
}

describe('an operation that fails at row n, for every n', () => {
  const { messageId } = going;
  const queued = encodeMessage(tenantId, sampleMessage({ status: 'queued' }));
  const wanted: [call: ThreadCall, rows: number][] = [
    [callOf('admitMessage', { message: queued, claim: null, journal: [event(1), event(2)] }), 4],
    [callOf('appendJournal', tenantId, messageId, [event(3), event(4)]), 2],
    // The record, three events, the cost, the notice, the claim, and the size of the log.
    [callOf('finishMessage', endRows([event(3), event(4), event(5)])), 8],
    [callOf('finishMessage', endRows([])), 6],
    [callOf('finishMessage', endRows([], going, label)), 7],
    // The same without an end: nothing is counted in the log.
    [callOf('submitForReview', endRows([event(3)]), { inReviewMax: 1, sinceMs: sampleTimeMs }), 6],
    [callOf('sweepJournals', sampleTimeMs + 1, 500), 2],
    [callOf('notifyAll', notice('type'), 0), 2],
    // Secret, content, two events, the message, the notice, the entry on the log and its size.
    [callOf('eraseMessage', tenantId, ended.messageId, erasure), 8],
    [callOf('expireContent', tenantId, sweep), 8],
    [callOf('placeHold', tenantId, hold, 1), 5],
    [callOf('setRetention', tenantId, retention, { atMs: 1, actor: '' }), 3],
    [callOf('recordTime', { atMs: 3, apartMs: 1, timesMax: 1 }), 3],
  ];
  const calls = wanted.map(([[name, args], rows]) => ({ name, args, rows }));
  it.each(calls)('rolls back completely: $name of $rows rows', ({ name, args, rows }) => {
    let failures = 0;
    for (;;) {
      const store = prepare();
      const before = store.dump();
      store.failAt(failures + 1);
      const hasFailed = store.run([name, args]).failures.length > 0;
      expect(isDeepStrictEqual(store.dump(), before)).toBe(hasFailed);
      store.failAt(0);
      // A failure leaves nothing in the way.
      if (hasFailed) expect(store.run([name, args]).failures).toEqual([]);
      store.close();
      if (!hasFailed) break;
      failures++;
    }
    // A sum that is added to is tried as a new row first, so there may be more.
    expect(failures).toBeGreaterThanOrEqual(rows);
  });
});
