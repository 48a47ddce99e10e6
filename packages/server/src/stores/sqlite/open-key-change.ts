import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../errors/user-error.ts';
import { unwrapKey, wrapKey } from '../sealing/tenant-keys.ts';
import { assertUpToDate } from './database-state.ts';
import { LogAppends } from './log-appends.ts';
import { type DatabaseOptions, openAlone } from './open-database.ts';
import { isBusy } from './sqlite-faults.ts';

/** How many keys of tenants open under which of two master keys. */
interface KeyStanding {
  readonly underOld: number;
  readonly underNew: number;
  readonly underNeither: number;
}

/** The keys of all tenants, for whoever changes the master key that they are wrapped under. */
export interface KeyChange {
  /** Null: there is no such key, and so nothing opens under it. */
  survey(keys: { readonly old: Uint8Array | null; readonly new: Uint8Array | null }): KeyStanding;
  /**
   * Wraps each key that is not under the new one, and says so on its tenant's log: all of it in one commit, and only if each
   * key opens again. How many they were. It also appends to a log that contradicts what was signed of it: a master key that
   * leaked must not have to wait, and what was signed still shows the contradiction.
   */
  rewrap(keys: { readonly old: Uint8Array; readonly new: Uint8Array }, atMs: number): number;
  /** Empties the WAL, which still holds pages as they were before: afterwards no file has a key under the old one. */
  emptyWal(): void;
  close(): void;
}

/** While it is open nobody else has the database: whoever works under the old key could make another key under it. */
export function openKeyChange(options: DatabaseOptions): KeyChange {
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
  // As long as before: the row stays in its place, and nothing of it is left elsewhere.
  const update = database.prepare('UPDATE tenant_keys SET wrapped = ? WHERE tenant_id = ?');
  const log = new LogAppends(database);
  const list = () =>
    select.all().map((row) => ({
      tenantId: String(row['tenant_id']),
      wrapped: row['wrapped'] as Uint8Array,
    }));
  return {
    survey(keys) {
      const opens = (masterKey: Uint8Array | null, wrapped: Uint8Array) =>
        masterKey !== null && unwrapKey(masterKey, wrapped) !== null;
      const standing = { underOld: 0, underNew: 0, underNeither: 0 };
      for (const { wrapped } of list()) {
        if (opens(keys.new, wrapped)) standing.underNew += 1;
        else if (opens(keys.old, wrapped)) standing.underOld += 1;
        else standing.underNeither += 1;
      }
      return standing;
    },
    rewrap(keys, atMs) {
      const change = () => {
        const known = new Map<string, Buffer>();
        for (const { tenantId, wrapped } of list()) {
          if (unwrapKey(keys.new, wrapped) !== null) continue;
          const key = unwrapKey(keys.old, wrapped);
          if (key === null) throw new Error('a key of a tenant opens under neither master key');
          known.set(tenantId, key);
          update.run(wrapKey(keys.new, key), tenantId);
          log.appendDeed(tenantId, {
            ...{ kind: 'rekey', subject: '', state: 'rewrapped', atMs, actor: 'operator', details: [] },
          });
        }
        log.write();
        for (const { tenantId, wrapped } of list()) {
          const opened = unwrapKey(keys.new, wrapped);
          if (opened === null || known.get(tenantId)?.equals(opened) === false)
            throw new Error('a key of a tenant does not open under the new master key');
        }
        return known.size;
      };
      return inTransaction(database, change);
    },
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
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
