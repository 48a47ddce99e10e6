import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newId } from '../../ids/typeid.ts';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { sampleMessage, sampleTimeMs } from '../contract/samples.ts';
import { GroupCommit } from './group-commit.ts';
import { encodeHold } from './hold-columns.ts';
import { KeyRing } from './key-ring.ts';
import { LogAppends } from './log-appends.ts';
import { encodeMessage } from './message-columns.ts';
import { migrate } from './migrate.ts';
import type { FinishCall } from './record-writes.ts';
import type { Call } from './worker-protocol.ts';
import { createWriteOperations } from './write-operations.ts';

const tenants = ['ten_a', 'ten_b'] as const;
const [tenantId] = tenants;
const going = sampleMessage({ status: 'processing' });
const ended = sampleMessage();
const event = (seq: number) => [seq, 'message.answer.delta', `"piece ${seq}"`] as const;

function finishCall(journal: FinishCall[25], message = going, label: FinishCall[27] = null): FinishCall {
  const encoded = encodeMessage(tenantId, { ...message, status: 'delivered' });
  const cost = ['2026-01-02', 'EUR', 0, 5, 10, 20] as const;
  const notice = [newId('evt', sampleTimeMs), 'message.delivered', '{}'];
  return [...encoded, 'processing', sampleTimeMs, 'route', 'key', 'keep', journal, cost, label, ...notice];
}

const erasure = {
  ...{ tenantId, messageId: ended.messageId, atMs: 1, actor: 'operator' },
  event: [newId('evt', 1), 'audit.erased', '{}'],
};
const sweep = { tenantId, before: 'msg_~', atMs: 1, rowsMax: 5 };
const retention = { tenantId, contentDays: 1, recordDays: null };
const hold = encodeHold({
  ...{ holdId: newId('hld', 1), target: { scope: 'end_user', endUserId: 'ada' }, reason: 'Case 7' },
  ...{ placedAtMs: 1, placedBy: 'operator', liftedAtMs: null, liftedBy: null },
});

const label = ['ada', 'review', 1, 0.5, 'low', 1, 2, '{}'] as const;

/** Every row that is written asks `count_write()` first, which throws at the one that is to fail. */
function openFailing() {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA foreign_keys = ON');
  migrate(database, sampleMasterKey);
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
  const keys = new KeyRing(database, sampleMasterKey);
  const log = new LogAppends(database);
  const operations = createWriteOperations(database, { keys, log, onTextRemoved: () => {} });
  const group = new GroupCommit(database, operations, {
    beforeCommit: () => log.write(),
    after: () => {
      log.forget();
      keys.forgetFresh();
    },
  });
  return {
    failAt(write: number) {
      written = 0;
      failAt = write;
    },
    run: (call: Call) => group.run([call]),
    dump: () => tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]),
    close: () => database.close(),
  };
}

function prepare(): ReturnType<typeof openFailing> {
  const store = openFailing();
  const calls: Call[] = [
    ...tenants.map((id): Call => ['createTenant', [id, id, 'active', 0]]),
    ['claimKey', [tenantId, 'route', 'key', 'same', going.messageId, 1, 2, 0]],
    ['admitMessage', { message: encodeMessage(tenantId, going), journal: [event(1), event(2)] }],
    ['finishMessage', finishCall([event(1), event(2)], ended)],
    ['noteTime', { atMs: 1, apartMs: 1, timesMax: 9 }],
    ['noteTime', { atMs: 5, apartMs: 1, timesMax: 9 }],
  ];
  for (const call of calls) expect(store.run(call).failures).toEqual([]);
  return store;
}

describe('an operation that fails at row n, for every n', () => {
  const { messageId } = going;
  const queued = encodeMessage(tenantId, sampleMessage({ status: 'queued' }));
  const calls: Array<{ name: string; argument: unknown; rows: number }> = [
    { name: 'admitMessage', argument: { message: queued, journal: [event(1), event(2)] }, rows: 4 },
    { name: 'appendJournal', argument: { tenantId, messageId, events: [event(3), event(4)] }, rows: 2 },
    // The record, three events, the cost, the notice, the claim, and the size of the log.
    { name: 'finishMessage', argument: finishCall([event(3), event(4), event(5)]), rows: 8 },
    { name: 'finishMessage', argument: finishCall([]), rows: 6 },
    { name: 'finishMessage', argument: finishCall([], going, [messageId, ...label]), rows: 7 },
    // The same without an end: nothing is counted in the log.
    { name: 'holdMessage', argument: { held: finishCall([event(3)]), heldMax: 1 }, rows: 5 },
    { name: 'sweepJournals', argument: { endedBeforeMs: sampleTimeMs + 1, rowsMax: 500 }, rows: 2 },
    { name: 'notifyAll', argument: [newId('evt', 0), 'type', '{}', 0], rows: 2 },
    // Secret, content, two events, the message, the notice, the entry on the log and its size.
    { name: 'eraseMessage', argument: erasure, rows: 8 },
    { name: 'expireContent', argument: sweep, rows: 8 },
    { name: 'placeHold', argument: { tenantId, hold, standingMax: 1 }, rows: 5 },
    { name: 'setRetention', argument: { ...retention, atMs: 1, actor: '' }, rows: 3 },
    { name: 'noteTime', argument: { atMs: 3, apartMs: 1, timesMax: 1 }, rows: 3 },
  ];
  it.each(calls)('leaves nothing of itself: $name of $rows rows', ({ name, argument, rows }) => {
    let failures = 0;
    for (;;) {
      const store = prepare();
      const before = store.dump();
      store.failAt(failures + 1);
      const hasFailed = store.run([name, argument]).failures.length > 0;
      expect(isDeepStrictEqual(store.dump(), before)).toBe(hasFailed);
      store.failAt(0);
      // A failure leaves nothing in the way.
      if (hasFailed) expect(store.run([name, argument]).failures).toEqual([]);
      store.close();
      if (!hasFailed) break;
      failures++;
    }
    // A sum that is added to is tried as a new row first, so there may be more.
    expect(failures).toBeGreaterThanOrEqual(rows);
  });
});
