import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseEntry } from '@avow/ledger-log/entries';
import { atOnce } from '@avow/storage';
import { KeyRing, unwrapKey, wrapKey } from '@avow/storage/sealing';
import { temporaryFolder } from '@avow/storage/testing';
import {
  databasePath,
  migrateSqlite,
  openForReading,
  openForWriting,
  sqliteStatements,
} from '@avow/storage/threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../../storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../../storage/contract/samples.ts';
import { sqliteMigrations } from '../../../../storage/schema/sqlite-schema.ts';
import { openSqliteStore } from '../../../../storage/sqlite/open-sqlite-store.ts';
import { openSqliteKeyChange } from './open-sqlite-key-change.ts';

const newMasterKey = new Uint8Array(32).fill(8);
const keys = { old: sampleMasterKey, new: newMasterKey };
const busyTimeoutMs = 50;

const openChange = (directory: string) => openSqliteKeyChange({ directory, busyTimeoutMs });

function readWrapped(directory: string): Map<string, Buffer> {
  const database = new DatabaseSync(databasePath(directory), { readOnly: true });
  const rows = database.prepare('SELECT tenant_id, wrapped FROM tenant_keys').all();
  database.close();
  return new Map(rows.map((row) => [String(row['tenant_id']), Buffer.from(row['wrapped'] as Uint8Array)]));
}

const filesHolding = (directory: string, sought: Iterable<Buffer>) => {
  const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
  return [...sought].filter((bytes) => files.some((file) => file.includes(bytes))).length;
};

/** Tenants with a key each and nothing else, whose ids come in no order: pages of the table are split in their middle. */
function makeTenants(directory: string, tenantIds: readonly string[]): DatabaseSync {
  const database = openForWriting({ directory, busyTimeoutMs });
  database.exec('PRAGMA synchronous = OFF');
  migrateSqlite(database, sqliteMigrations);
  const ring = new KeyRing(sqliteStatements(database), sampleMasterKey);
  const insert = database.prepare(
    "INSERT INTO tenants (tenant_id, name, status, created_at_ms) VALUES (?, ?, 'active', 1)",
  );
  for (const tenantId of tenantIds) {
    insert.run(tenantId, tenantId);
    atOnce(ring.getOrMake(tenantId));
  }
  return database;
}

describe('a change of the master key', () => {
  it('leaves every record readable under the new key only, and is logged for each tenant', async () => {
    const directory = temporaryFolder();
    const store = await openSqliteStore({ directory, masterKey: sampleMasterKey });
    const written = [];
    for (let count = 0; count < 3; count++) {
      const tenantId = await newTenant(store.access);
      const message = sampleMessage();
      await store.records.finishMessage(tenantId, message, nothingElse);
      written.push({ tenantId, message });
    }
    const without = await newTenant(store.access);
    await store.close();

    const change = openChange(directory);
    expect(change.survey(keys)).toEqual({ underOld: 4, underNew: 0, underNeither: 0 });
    expect(change.rewrap(keys, sampleTimeMs)).toBe(4);
    expect(change.survey(keys)).toEqual({ underOld: 0, underNew: 4, underNeither: 0 });
    expect(change.rewrap(keys, sampleTimeMs)).toBe(0);
    change.close();

    await expect(openSqliteStore({ directory, masterKey: sampleMasterKey })).rejects.toThrow(
      'the master key is not the one',
    );
    const after = await openSqliteStore({ directory, masterKey: newMasterKey });
    for (const { tenantId, message } of written) {
      expect(await after.records.getMessage(tenantId, message.messageId)).toMatchObject(message);
      const events = await after.log.listLogEvents(tenantId, { kind: 'rekey' }, { before: null, limit: 9 });
      expect(events.map(({ text }) => parseEntry(text))).toMatchObject([
        { kind: 'rekey', subject: '', state: 'rewrapped', actor: 'operator', details: [], commitments: [] },
      ]);
      expect(events[0]?.leafIndex).toBe(1);
    }
    // It has a key from its first day.
    expect(await after.log.readHead(without)).toMatchObject({ size: 1 });
    await after.close();
  });

  it('leaves no key under the old one in any file, including the WAL of a killed process', () => {
    const [made, directory] = [temporaryFolder(), temporaryFolder()];
    const tenantIds = Array.from({ length: 300 }, (_, index) => `ten_${(index * 7919) % 10_007}`.padEnd(30));
    const database = makeTenants(made, tenantIds);
    cpSync(made, directory, { recursive: true });
    database.close();
    const old = readWrapped(made);
    expect([old.size, filesHolding(directory, old.values())]).toEqual([300, 300]);
    const change = openChange(directory);
    change.rewrap(keys, sampleTimeMs);
    change.emptyWal();
    expect(filesHolding(directory, old.values())).toBe(0);
    change.close();
    expect(filesHolding(directory, old.values())).toBe(0);
    for (const [tenantId, wrapped] of readWrapped(directory))
      expect(unwrapKey(newMasterKey, wrapped)).toEqual(
        unwrapKey(sampleMasterKey, old.get(tenantId) ?? Buffer.alloc(0)),
      );
  });

  it('continues from any intermediate state, or changes nothing', () => {
    const states = fc.array(fc.constantFrom('old', 'new', 'damaged'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(states, (given) => {
        const directory = temporaryFolder();
        const tenantIds = given.map((_, index) => `ten_${index}`);
        makeTenants(directory, tenantIds).close();
        const opened = [...readWrapped(directory)].map(([tenantId, wrapped]) => {
          const key = unwrapKey(sampleMasterKey, wrapped);
          if (key === null) throw new Error('it was made under this key');
          return { tenantId, key, state: given[Number(tenantId.slice('ten_'.length))] };
        });
        const database = openForWriting({ directory, busyTimeoutMs });
        const update = database.prepare('UPDATE tenant_keys SET wrapped = ? WHERE tenant_id = ?');
        for (const { tenantId, key, state } of opened) {
          if (state === 'new') update.run(wrapKey(newMasterKey, key), tenantId);
          if (state === 'damaged') update.run(Buffer.alloc(40, 1), tenantId);
        }
        database.close();
        const before = readWrapped(directory);
        const count = (wanted: string) => given.filter((state) => state === wanted).length;
        const change = openChange(directory);
        expect(change.survey(keys)).toEqual({
          ...{ underOld: count('old'), underNew: count('new'), underNeither: count('damaged') },
        });
        if (count('damaged') === 0) expect(change.rewrap(keys, sampleTimeMs)).toBe(count('old'));
        else expect(() => change.rewrap(keys, sampleTimeMs)).toThrow('opens under neither');
        change.close();
        const after = readWrapped(directory);
        if (count('damaged') > 0) expect(after).toEqual(before);
        else
          for (const { tenantId, key } of opened)
            expect(unwrapKey(newMasterKey, after.get(tenantId) ?? Buffer.alloc(0))).toEqual(key);
      }),
      { numRuns: 8 },
    );
  });

  it('is refused while another process has the database open, and excludes others', () => {
    const directory = temporaryFolder();
    makeTenants(directory, ['ten_1']).close();
    for (const open of [openForReading, openForWriting]) {
      const other = open({ directory, busyTimeoutMs });
      other.prepare('SELECT count(*) FROM tenants').get();
      expect(() => openChange(directory)).toThrow('Another avow command works on this data folder');
      other.close();
    }
    const change = openChange(directory);
    expect(() => readWrapped(directory)).toThrow('locked');
    change.close();
    expect(readWrapped(directory).size).toBe(1);
  });

  it('does not change a database from before the first release', () => {
    const directory = temporaryFolder();
    const database = openForWriting({ directory, busyTimeoutMs });
    database.exec('CREATE TABLE tenants (tenant_id TEXT); PRAGMA user_version = 20');
    database.close();
    expect(() => openChange(directory)).toThrow('from before its first release');
  });
});
