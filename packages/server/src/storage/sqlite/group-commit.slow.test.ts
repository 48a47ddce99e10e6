import { constants, DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@avow/storage/testing';
import type { ThreadCall } from '@avow/storage/threads';
import { databasePath, GroupCommit } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleEvent, sampleMessage } from '../contract/samples.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

describe('GroupCommit', () => {
  function openTable() {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT');
    const insert = database.prepare('INSERT INTO numbers VALUES (?)');
    const ends: string[] = [];
    const operations = {
      fill: (size: number) => database.prepare('INSERT INTO filling VALUES (zeroblob(?))').run(size).changes,
      insert: (n: number) => insert.run(n).lastInsertRowid,
      insertThenThrow: (n: number) => {
        insert.run(n);
        throw new Error('after a write');
      },
    };
    const group = new GroupCommit(database, operations, {
      beforeCommit: () => ends.push('before'),
      after: () => ends.push('after'),
    });
    const numbers = () =>
      database
        .prepare('SELECT n FROM numbers ORDER BY n')
        .all()
        .map(({ n }) => n);
    return { database, group, numbers, ends };
  }

  it('commits a group as one', () => {
    const { group, numbers, ends } = openTable();
    expect(
      group.run([
        ['insert', [1]],
        ['insert', [2]],
      ]),
    ).toEqual({ values: [1, 2], failures: [] });
    expect(numbers()).toEqual([1, 2]);
    expect(ends).toEqual(['before', 'after']);
  });

  it('waits for others as usual if the WAL could not be emptied', () => {
    const { database, group } = openTable();
    const { SQLITE_DENY, SQLITE_OK } = constants;
    database.setAuthorizer((_, name) => (name === 'wal_checkpoint' ? SQLITE_DENY : SQLITE_OK));
    expect(group.truncateWal({ busyTimeoutMs: 4321 })).toBe(false);
    expect(database.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 4321 });
  });

  it('rolls back a call that fails, without affecting others', () => {
    const { group, numbers } = openTable();
    const answers = group.run([
      ['insert', [1]],
      ['insertThenThrow', [2]],
      ['insert', [1]],
      ['nothing of that name', [0]],
      ['insert', [3]],
    ]);
    expect(numbers()).toEqual([1, 3]);
    expect(answers.values.map((_, index) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(answers.failures.map(([position, { kind }]) => [position, kind])).toEqual([
      [1, 'unexpected'],
      [2, 'unexpected'],
      [3, 'unexpected'],
    ]);
  });

  it('continues after a full disk: only what does not fit fails, and succeeds once there is room', () => {
    const { database, group, numbers } = openTable();
    database.exec('CREATE TABLE filling (bytes BLOB) STRICT');
    const pages = Number(Object.values(database.prepare('PRAGMA page_count').get() ?? {})[0]);
    database.exec(`PRAGMA max_page_count = ${pages + 1}`);
    const calls: ThreadCall[] = [
      ['insert', [1]],
      ['fill', [1_000_000]],
      ['insert', [2]],
    ];
    const { failures } = group.run(calls);
    expect(failures).toEqual([[1, expect.objectContaining({ kind: 'full', code: expect.any(String) })]]);
    expect(numbers()).toEqual([1, 2]);
    database.exec('PRAGMA max_page_count = 4294967294');
    expect(group.run([['fill', [1_000_000]]]).failures).toEqual([]);
  });

  it('writes nothing if no transaction can begin', () => {
    const { database, group, numbers } = openTable();
    database.exec('BEGIN');
    const answers = group.run([
      ['insert', [1]],
      ['insert', [2]],
    ]);
    expect(answers.failures).toHaveLength(2);
    expect(numbers()).toEqual([]);
    expect(group.run([['insert', [1]]]).failures).toEqual([]);
  });
});

describe('writes of one group', () => {
  it('fail separately', async () => {
    const directory = temporaryFolder();
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    const tenantId = await newTenant(store.access);
    const queued = sampleMessage({ status: 'queued' });
    await store.records.admitMessage(tenantId, queued);
    const messages = Array.from({ length: 20 }, () => sampleMessage());
    const twice = store.records.admitMessage(tenantId, queued);
    const good = messages.map((message) => store.records.finishMessage(tenantId, message, nothingElse));
    const unbindable = store.records.finishMessage(
      tenantId,
      sampleMessage({ channelType: undefined as unknown as string }),
      nothingElse,
    );
    await expect(twice).rejects.toMatchObject({ code: 'internal' });
    await expect(unbindable).rejects.toMatchObject({ code: 'internal' });
    expect(new Set(await Promise.all(good))).toEqual(new Set(['ended']));
    expect(await store.log.readHead(tenantId)).toMatchObject({ size: messages.length });
    await store.close();
  });

  it('do not reveal content in their errors', async () => {
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory: temporaryFolder() });
    const tenantId = await newTenant(store.access);
    const message = sampleMessage({ status: 'queued', envelope: [['question', 'very secret']] });
    await store.records.admitMessage(tenantId, message);
    const error: Error = await store.records.admitMessage(tenantId, message).catch((reason) => reason);
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/secret|msg_|ten_/);
    await store.close();
  });
});

describe('the outbox', () => {
  it('[CON-9-04] gets the events with the commit of the end, and never without it', async () => {
    const directory = temporaryFolder();
    const clock = { nowMs: () => 1000 };
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory, clock });
    const tenantId = await newTenant(store.access);
    const message = sampleMessage();
    const events = [sampleEvent(), sampleEvent('guardrail.tripped')];
    await store.records.finishMessage(tenantId, message, { ...nothingElse, events });
    await store.records.finishMessage(tenantId, message, { ...nothingElse, events: [sampleEvent()] });
    const database = new DatabaseSync(databasePath(directory), { readOnly: true });
    const rows = () => database.prepare('SELECT * FROM outbox ORDER BY seq').all();
    expect(rows()).toEqual(
      events.map(({ eventId, type, body }, index) => ({
        seq: index + 1,
        tenant_id: tenantId,
        event_id: eventId,
        type,
        body,
        created_at_ms: 1000,
      })),
    );

    clock.nowMs = () => 2000;
    await store.records.finishMessage(tenantId, sampleMessage(), {
      ...nothingElse,
      events: [sampleEvent()],
    });
    await store.upkeep.sweep({ nowMs: 0, outboxBeforeMs: 1000, journalBeforeMs: 0, atStart: false });
    expect(rows()).toHaveLength(3);
    await store.upkeep.sweep({ nowMs: 0, outboxBeforeMs: 1001, journalBeforeMs: 0, atStart: false });
    expect(rows().map(({ seq }) => seq)).toEqual([3]);
    await store.upkeep.sweep({ nowMs: 0, outboxBeforeMs: 9999, journalBeforeMs: 0, atStart: false });
    expect(rows()).toEqual([]);
    await store.records.finishMessage(tenantId, sampleMessage(), {
      ...nothingElse,
      events: [sampleEvent()],
    });
    expect(rows().map(({ seq }) => seq)).toEqual([4]);
    database.close();
    await store.close();
  });

  it('gets a global notice once for every active tenant, under one id', async () => {
    const directory = temporaryFolder();
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    const [one, other, suspended] = [
      await newTenant(store.access),
      await newTenant(store.access),
      await newTenant(store.access),
    ];
    await store.access.setTenantStatus(suspended, 'suspended');
    const event = sampleEvent('model.unavailable');
    await store.upkeep.notifyAll(event, 1234);
    const database = new DatabaseSync(databasePath(directory), { readOnly: true });
    const rows = database.prepare('SELECT * FROM outbox ORDER BY seq').all();
    const { eventId: event_id, type, body } = event;
    expect(rows).toEqual(
      [one, other].toSorted().map((tenant_id, index) => ({
        seq: index + 1,
        tenant_id,
        event_id,
        type,
        body,
        created_at_ms: 1234,
      })),
    );
    database.close();
    await store.close();
  });
});
