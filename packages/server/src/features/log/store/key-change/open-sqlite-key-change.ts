import type { DatabaseSync } from 'node:sqlite';
import { type TenantId, UserError } from '@avow/foundation';
import { atOnce } from '@avow/storage';
import { unwrapKey, wrapKey } from '@avow/storage/sealing';
import { type DatabaseOptions, isBusy, openAlone, sqliteStatements } from '@avow/storage/threads';
import { assertUpToDate } from '../../../../storage/sqlite/database-state.ts';
import { growInProcess } from '../grow-in-process.ts';
import { createHandOver, listLogTenantsSql } from '../hand-over-logs.ts';
import { LogAppends } from '../log-appends.ts';
import { type KeyChange, rekeyEvent, surveyKeys } from './key-change.ts';

/** While it is open nobody else can open the database, because a process with the old master key could wrap another key under it. */
export function openSqliteKeyChange(options: DatabaseOptions): KeyChange {
  const database = openForChange(options);
  try {
    assertUpToDate(database);
    return createKeyChange(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function openForChange(options: DatabaseOptions): DatabaseSync {
  try {
    return openAlone(options);
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new UserError('Another avow command works on this data folder: let it end first.', {
      cause: error,
    });
  }
}

function createKeyChange(database: DatabaseSync): KeyChange {
  const select = database.prepare('SELECT tenant_id, wrapped FROM tenant_keys ORDER BY tenant_id');
  // Of the same length, so the row is overwritten in place and leaves no copy.
  const update = database.prepare('UPDATE tenant_keys SET wrapped = ? WHERE tenant_id = ?');
  const statements = sqliteStatements(database);
  const log = new LogAppends(statements, growInProcess(statements));
  const logs = createHandOver(statements, { growLogs: growInProcess, run: atOnce });
  const selectLogs = database.prepare(listLogTenantsSql);
  const listTenants = () => selectLogs.all().map((row) => String(row['tenant_id']) as TenantId);
  const list = () =>
    select.all().map((row) => ({
      tenantId: String(row['tenant_id']),
      wrapped: row['wrapped'] as Uint8Array,
    }));
  return {
    survey: (keys) =>
      surveyKeys(
        list().map(({ wrapped }) => wrapped),
        keys,
      ),
    rewrap(keys, atMs) {
      const change = () => {
        const known = new Map<string, Buffer>();
        for (const { tenantId, wrapped } of list()) {
          if (unwrapKey(keys.new, wrapped) !== null) continue;
          const key = unwrapKey(keys.old, wrapped);
          if (key === null) throw new Error('a key of a tenant opens under neither master key');
          known.set(tenantId, key);
          update.run(wrapKey(keys.new, key), tenantId);
          atOnce(log.appendEvent(tenantId, rekeyEvent(atMs)));
        }
        atOnce(log.write());
        for (const { tenantId, wrapped } of list()) {
          const opened = unwrapKey(keys.new, wrapped);
          if (opened === null || known.get(tenantId)?.equals(opened) === false)
            throw new Error('a key of a tenant does not open under the new master key');
        }
        return known.size;
      };
      return inTransaction(database, change);
    },
    listLogs: () => listTenants().map((tenantId) => ({ tenantId, note: logs.lastNote(tenantId) })),
    handOver: (change) =>
      inLongTransaction(database, async () => {
        const tenantIds = listTenants();
        for (const tenantId of tenantIds) await logs.handOver(tenantId, change);
        return tenantIds.length;
      }),
    emptyWal() {
      const outcome = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      if (outcome?.['busy'] !== 0) throw new Error('the WAL could not be emptied');
    },
    close: () => database.close(),
  };
}

function inTransaction<Value>(database: DatabaseSync, work: () => Value): Value {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** The same for work that waits: nobody else uses this connection meanwhile. */
async function inLongTransaction<Value>(database: DatabaseSync, work: () => Promise<Value>): Promise<Value> {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = await work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  if (database.isTransaction) database.exec('ROLLBACK');
}
