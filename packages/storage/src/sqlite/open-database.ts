import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '@avow/foundation/files';

export interface DatabaseOptions {
  readonly directory: string;
  readonly busyTimeoutMs: number;
}

/** The options of the threads of a store. */
export interface StoreWorkerData extends DatabaseOptions {
  /** 32 bytes: keys of tenants are wrapped under it. */
  readonly masterKey: Uint8Array;
}

const databaseFileName = 'avow.db';
const sqliteVersionMin = [3, 51, 3] as const;

/** A record of usual length fits in one page, and half as many pages are written as at SQLite's own 4 KiB. */
const pageBytes = 8192;

/** Pages of WAL before a checkpoint: fewer checkpoints write a page that changed often only once. */
const walAutocheckpointPages = 4000;
const journalBytesMax = 64 * 1024 * 1024;
const writerCacheKib = 64 * 1024;

export function databasePath(directory: string): string {
  return join(directory, databaseFileName);
}

/** Versions before 3.51.3 can corrupt a WAL when several connections reset it. */
export function isSqliteSafe(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, min] of sqliteVersionMin.entries()) {
    const part = parts[index] ?? 0;
    if (part !== min) return part > min;
  }
  return true;
}

function readPragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

function assertSqliteSafe(database: DatabaseSync): void {
  const version = String(Object.values(database.prepare('SELECT sqlite_version()').get() ?? {})[0]);
  if (!isSqliteSafe(version)) {
    throw new Error(
      `SQLite ${version} can damage records; ${sqliteVersionMin.join('.')} or newer is needed (a current Node brings it)`,
    );
  }
}

/** Durability and erasure depend on these: they are read back, because SQLite ignores a pragma that it cannot set. */
function setPragmas(database: DatabaseSync, busyTimeoutMs: number): void {
  const wanted = {
    busy_timeout: busyTimeoutMs,
    journal_mode: 'wal',
    synchronous: 2,
    foreign_keys: 1,
    secure_delete: 1,
  };
  for (const [name, value] of Object.entries(wanted)) {
    database.exec(`PRAGMA ${name} = ${value}`);
    const found = readPragma(database, name);
    if (found !== value) throw new Error(`SQLite keeps ${name} at ${String(found)}, not at ${value}`);
  }
}

function open(
  options: DatabaseOptions & { readonly readOnly: boolean; readonly isAlone?: boolean },
): DatabaseSync {
  const database = new DatabaseSync(databasePath(options.directory), {
    readOnly: options.readOnly,
    timeout: options.busyTimeoutMs,
  });
  try {
    assertSqliteSafe(database);
    if (options.isAlone) database.exec('PRAGMA locking_mode = EXCLUSIVE');
    // Takes effect on an empty file only, and before it is switched to WAL.
    if (!options.readOnly) database.exec(`PRAGMA page_size = ${pageBytes}`);
    setPragmas(database, options.busyTimeoutMs);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

export function openForWriting(options: DatabaseOptions): DatabaseSync {
  // SQLite gives the WAL the same mode.
  createPrivateFile(databasePath(options.directory));
  const database = open({ ...options, readOnly: false });
  database.exec(`PRAGMA wal_autocheckpoint = ${walAutocheckpointPages}`);
  database.exec(`PRAGMA journal_size_limit = ${journalBytesMax}`);
  database.exec(`PRAGMA cache_size = -${writerCacheKib}`);
  return database;
}

/**
 * For writing while nobody else has it open, in this process or another; otherwise SQLite reports that it is busy.
 * A connection that has read anything from a WAL holds a shared lock until it is closed, and this one an exclusive lock.
 */
export function openAlone(options: DatabaseOptions): DatabaseSync {
  const database = open({ ...options, readOnly: false, isAlone: true });
  try {
    // The lock is taken with the first transaction, and kept.
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

export function openForReading(options: DatabaseOptions): DatabaseSync {
  return open({ ...options, readOnly: true });
}
